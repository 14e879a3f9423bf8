"""The pages of boards and players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from games import history, leaderboards
from games.board_page import ROWS, board_page
from games.cursors import HistoryCursor, from_text
from games.errors import Malformed, NoSuchPlayer


@require_safe
def leaderboard(request: HttpRequest, shape: str) -> HttpResponse:
    """A board at the place that the address names, and the reader's own place on it."""
    return render(request, "leaderboard.html", board_page(request, shape))


@require_safe
def leaderboard_rows(request: HttpRequest, shape: str) -> HttpResponse:
    """The same without the frame, for a page that is open and keeps itself up to date."""
    context = board_page(request, shape)
    etag = quote_etag(context["version"])
    known = get_conditional_response(request, etag=etag)
    response = known or render(request, "partials/board.html", context)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's figures, bests and games."""
    try:
        found = history.find_player(name)
    except NoSuchPlayer as error:
        raise Http404 from error
    context = {
        "player": found,
        "figures": history.figures(player_id=found.pk),
        "bests": leaderboards.standings(player_id=found.pk),
        "page": history.page(player_id=found.pk, after=_place(request), limit=ROWS),
    }
    return render(request, "player.html", context)


def _place(request: HttpRequest) -> HistoryCursor | None:
    """The cursor in the address; one that leads nowhere is an address that leads nowhere."""
    text = request.GET.get("cursor")
    try:
        return from_text(text, HistoryCursor) if text else None
    except Malformed as error:
        raise Http404 from error
