"""The pages of the daily challenge: today's, a day's, those that are over."""

import re
from datetime import date
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.guests import member
from accounts.models import User
from games import challenges, daily, leaderboards, period_names, play
from games.addresses import CLASSIC
from games.cursors import BoardCursor, from_text
from games.errors import Malformed, NoSuchDay
from games.figures import Streaks
from games.models import ENDED, Challenge, Game, GameId
from games.play_page import page_data, player_of
from games.ranking import daily_board
from games.templatetags.kashi import day as written
from games.words import daily_words

TOP = 5  # shown beside the game
ROWS = 25
DAYS = 30  # on a page of those that are over


@require_safe
@ensure_csrf_cookie
def today(request: HttpRequest) -> HttpResponse:
    """Play at once on today's challenge, or see what came of it."""
    play.keep_days()
    challenge, *coming = daily.coming(daily.today())
    user = player_of(request)
    mine = daily.attempt(player_id=user.pk, day=challenge.day) if user else None
    return _attempt(request, challenge, mine, coming=coming, left=_left(user, challenge.day))


def own(request: HttpRequest, game: Game, challenge: Challenge) -> HttpResponse:
    """The page of one's own attempt until its day has closed, whatever it counts for."""
    return _attempt(request, challenge, game)


def sealed(request: HttpRequest, game: Game, challenge: Challenge) -> HttpResponse:
    """What somebody else's attempt comes to: neither board nor moves before the day has closed."""
    context = {
        "day": challenge.day,
        "game": game,
        "ended": game.status in ENDED,
        "player": game.player.shown_name,
        "largest": game.position.largest,
        "countdown": _closing(challenge.day),
    }
    return render(request, "daily_sealed.html", context)


@require_safe
def past_days(request: HttpRequest) -> HttpResponse:
    """The days that are over, and what one made of them."""
    play.keep_days()
    running = daily.today()
    before = _day(request.GET.get("before", running.isoformat()))
    user = player_of(request)
    player_id = user.pk if user else None
    days = challenges.past(before=min(before, running), limit=DAYS + 1, player_id=player_id)
    context = {
        "days": days[:DAYS],
        "earlier": days[DAYS - 1].day if len(days) > DAYS else None,
        "streaks": _streaks(user),
    }
    return render(request, "daily_archive.html", context)


@require_safe
def one_day(request: HttpRequest, day: str) -> HttpResponse:
    """The board of a day, and once it has closed its seed and its games."""
    play.keep_days()
    challenge, cursor = _begun(day), request.GET.get("cursor")
    try:
        after = from_text(cursor, BoardCursor) if cursor else None
    except Malformed as error:
        raise Http404 from error
    board, user, reader = daily_board(challenge.day), player_of(request), member(request)
    page = leaderboards.page(board=board, after=after, limit=ROWS)
    around = leaderboards.around(board=board, player_id=reader.pk) if reader else None
    context = {
        "told": challenges.told(challenge),
        "page": page,
        "me": around.me if around else None,
        "apart": bool(around and around.me and around.me not in page.rows),
        "attempt": challenges.attempt(player_id=user.pk, day=challenge.day) if user else None,
        "running": challenge.day == daily.today(),
        "countdown": None if challenge.closed_at else _closing(challenge.day),
    }
    return render(request, "daily_day.html", context)


@require_safe
def compare(request: HttpRequest, day: str) -> HttpResponse:
    """Two games of a day that has closed, side by side."""
    challenge = _begun(day)
    if challenge.closed_at is None:
        raise Http404
    asked = [text for text in request.GET.getlist("game") if re.fullmatch(GameId.regex, text)]
    games = challenges.two(day=challenge.day, game_ids=asked[:2])
    both = len(games) == 2
    context = {
        "day": challenge.day,
        "games": games,
        "in_common": challenges.in_common(*(game.moves for game in games)) if both else None,
    }
    return render(request, "daily_compare.html", context)


def _attempt(
    request: HttpRequest,
    challenge: Challenge,
    mine: Game | None,
    *,
    coming: list[Challenge] | None = None,
    left: Game | None = None,
) -> HttpResponse:
    user, day = player_of(request), challenge.day
    board, reader = daily_board(day), member(request)
    data = page_data(user, CLASSIC, mine)
    data["daily"] = {
        "day": day.isoformat(),
        "title": written(day),
        "url": settings.SITE_URL + reverse("daily"),
        "start": "/api/daily/games/",
    }
    data["urls"] |= _urls(day)
    data["words"] |= daily_words()
    context = {
        "page": data,
        "shape": CLASSIC,
        "state": data["state"],
        "daily": challenges.told(challenge),
        "coming": [challenges.told(each) for each in coming or ()],
        "top": leaderboards.page(board=board, after=None, limit=TOP).rows,
        "mine": leaderboards.around(board=board, player_id=reader.pk).me if reader else None,
        "extra": mine is not None and mine.kind == Game.Kind.EXTRA,
        "left": left,
        "streaks": _streaks(user),
        "countdown": _countdown(challenge, mine),
    }
    return render(request, "daily.html", context)


def _begun(day: str) -> Challenge:
    try:
        return daily.find(daily.read_day(day))
    except NoSuchDay as error:
        raise Http404 from error


def _urls(day: date) -> dict[str, str]:
    here = reverse("daily")
    return {
        "signup": reverse("account_signup", query={"next": here}),
        "login": reverse("account_login", query={"next": here}),
        "leaderboard": reverse("daily_day", args=[day]),
        "place": f"/api/daily/{day}/around/",
        "play": here,
    }


def _left(user: User | None, running: date) -> Game | None:
    """An attempt of the day before that may still be finished."""
    before = running - daily.ONE_DAY
    found = daily.attempt(player_id=user.pk, day=before) if user else None
    return found if found and found.is_open else None


def _streaks(user: User | None) -> Streaks | None:
    return challenges.streaks(player_id=user.pk, today=daily.today()) if user else None


def _countdown(challenge: Challenge, mine: Game | None) -> dict[str, Any]:
    """To the next challenge; in an attempt of the day before, to its end."""
    if challenge.day == daily.today():
        ends = daily.ends_at(challenge.day)
        return period_names.countdown(_("The next one begins in {left}"), ends)
    return _closing(challenge.day)


def _closing(day: date) -> dict[str, Any]:
    return period_names.countdown(_("The day closes in {left}"), daily.closes_at(day))


def _day(text: str) -> date:
    try:
        return daily.read_day(text)
    except NoSuchDay as error:
        raise Http404 from error
