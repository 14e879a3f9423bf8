"""The page of the games that are played just now, and the form that lets others watch or not."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import member
from games import leaderboards, showing
from games.addresses import CLASSIC, game_page
from games.board_address import Metric, address, board_of, today
from games.board_links import Link
from games.live import spectators
from games.periods import Period
from games.rules.board import SHAPES
from games.showing import Wish
from games.templatetags.kashi import shape as shape_name
from games.words import watch_words

BEST = 6  # shown while nobody plays


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The best games of this moment; while there are none, the best that have ended lately."""
    wish = _wish(request)
    shown = showing.now(wish)
    context = {
        "games": shown,
        **({} if shown else _best(wish)),
        "shapes": _shapes(wish),
        "groups": [
            _link(_("People"), Wish(wish.shape), here=not wish.bots),
            _link(_("Bots"), Wish(wish.shape, bots=True), here=wish.bots),
        ],
        "page": page_of(wish),
    }
    return render(request, "watch.html", context)


@require_POST
def let_watch(request: HttpRequest) -> HttpResponse:
    """Says on the account page what came of it."""
    player = member(request)
    if player is None:
        return redirect("account_login")
    spectators.allow(player=player, watchable=request.POST.get("watchable") == "yes")
    if player.watchable:
        messages.success(request, _("Others may watch again."))
    else:
        said = _("Nobody can watch now. Your games can be looked at when they have ended.")
        messages.success(request, said)
    return redirect("account")


def page_of(wish: Wish) -> dict[str, Any]:
    """What the scripts have to know that keep such a list up to date."""
    return {
        "socket": "/ws/watch/",
        "query": urlencode(_asked(wish)),
        "game": game_page(),
        "language": get_language(),
        "words": watch_words(),
    }


def _wish(request: HttpRequest) -> Wish:
    shape, bots = request.GET.get("shape"), request.GET.get("bots", "0")
    if (shape is not None and shape not in SHAPES) or bots not in ("0", "1"):
        raise Http404
    return Wish(shape, bots == "1")


def _shapes(wish: Wish) -> list[Link]:
    every = _link(_("All boards"), Wish(bots=wish.bots), here=wish.shape is None)
    each = (
        _link(shape_name(name), Wish(name, wish.bots), here=wish.shape == name) for name in SHAPES
    )
    return [every, *each]


def _link(text: str, wish: Wish, *, here: bool) -> Link:
    return Link(text, reverse("watch", query=_asked(wish)), here)


def _asked(wish: Wish) -> dict[str, str]:
    asked = {"shape": wish.shape, "bots": "1" if wish.bots else None}
    return {name: value for name, value in asked.items() if value}


def _best(wish: Wish) -> dict[str, Any]:
    """What to look at while nobody plays: the best of the week, else of all time."""
    for period in (Period.WEEK, Period.ALL):
        board = board_of(wish.shape or CLASSIC, Metric.SCORE, period, today(), bots=wish.bots)
        rows = leaderboards.page(board=board, after=None, limit=BEST).rows
        if rows:
            break
    return {"best": rows, "best_url": address(board), "best_of_week": period == Period.WEEK}
