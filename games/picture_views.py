"""The pictures beside shared links."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from accounts.limits import Limit, address
from games import previews, results
from games.pictures.card import png

DAY = 24 * 3600  # how long a copy may outlive a game that is hidden, or a name that is changed
PICTURES = Limit("pictures", amount=120, seconds=60)  # some 20 ms of a processor each


@require_safe
def picture(request: HttpRequest, game_id: str, *, challenge: bool = False) -> HttpResponse:
    """A finished game as a PNG, in the language of the address. Django calls this in a thread of
    its own, so no socket waits for it."""
    result = results.find(game_id)
    if result is None:
        raise Http404
    card = previews.card(result, challenge=challenge)
    etag = quote_etag(previews.tag(card))
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        wait = PICTURES.take(address(request))
        if wait:
            told = {"Retry-After": str(wait), "RateLimit-Policy": PICTURES.policy}
            return HttpResponse(status=429, headers=told)
        answer = HttpResponse(png(card), content_type="image/png")
    answer["ETag"] = etag
    patch_cache_control(answer, public=True, max_age=DAY)
    return answer
