"""The page of a finished game, and the one that other sites may put into theirs."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import User
from games import play, previews, replays, results
from games.addresses import game_page, play_page
from games.models import Game
from games.results import Result
from games.words import sharing_words

FRESH_S = 300  # how long a copy of an embedded replay may outlive a game that is hidden
THEMES = ("light", "dark")


def replay(request: HttpRequest, game: Game) -> HttpResponse:
    """A game that has ended, to be watched again, handed on and beaten."""
    result = results.of(game)
    user = request.user if isinstance(request.user, User) else None
    context = {
        "game": game,
        "day": game.challenge_id,  # of the daily challenge that it was an attempt at
        "counts": game.kind != Game.Kind.EXTRA,
        "replay": replays.player(game),
        "facts": replays.facts(game),
        "settled": play.settled(game),
        "mine": user is not None and user.pk == game.player_id,
        "signup": reverse("account_signup", query={"next": _place_of(game)}),
        "again": play_page(game.shape),
        "page": _page(game),
        **(_handed_on(result) if result else {}),
    }
    return render(request, "replay.html", context)


def _place_of(game: Game) -> str:
    """Where somebody who signs up finds the place that the game took."""
    day = game.challenge_id
    return reverse("daily_day", args=[day]) if day else reverse("own_place", args=[game.shape])


def _page(game: Game) -> dict[str, Any]:
    """What the page's script starts from."""
    return {
        "game": {"id": game.pk, "score": game.score},
        "language": get_language(),
        "urls": {
            "game": game_page(),
            "challenge": play_page(game.shape, beat="ID"),
            "record": reverse("record", args=[game.pk]),
        },
        "words": sharing_words(),
    }


def _handed_on(result: Result) -> dict[str, Any]:
    """How the page presents itself where its address is sent, and what may be done with it."""
    preview = previews.of_result(result)
    code = format_html(
        '<iframe src="{}" title="{}" width="480" height="820" loading="lazy"></iframe>',
        settings.SITE_URL + reverse("embed", args=[result.game]),
        preview.title,
    )
    return {
        "preview": preview,
        "beat": play_page(result.shape, beat=result.game),
        "embed_code": code,  # escaped for the page that it goes to; once more for ours
    }


@require_safe
@xframe_options_exempt  # also what is not modified: its headers replace those of the kept copy
@conditional_page
def embed(request: HttpRequest, game_id: str) -> HttpResponse:
    """The same without a frame around it, for pages of anybody. It is rendered without the
    request, so that nothing in it can depend on who asks: no session is read, no cookie set."""
    result = results.find(game_id)
    theme = request.GET.get("theme")
    context: dict[str, Any] = {"theme": theme if theme in THEMES else None, "result": result}
    if result:
        context["replay"] = replays.player(Game.objects.get(pk=game_id))
    page = render_to_string("embed.html", context)
    response = HttpResponse(page, status=200 if result else 404)
    patch_cache_control(response, public=True, max_age=FRESH_S)
    return response
