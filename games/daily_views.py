"""The pages of the daily challenge: today's, a day's, those that are over."""

import re
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.guests import member
from accounts.models import User
from games import attempts, challenges, comparing, daily, leaderboards, play
from games.cursors import BoardCursor, from_text
from games.daily_page import attempt_page, closing, streaks
from games.errors import Malformed, NoSuchDay
from games.models import ENDED, Challenge, Game, GameId
from games.play_page import player_of
from games.ranking import daily_board

ROWS = 25
DAYS = 30  # on a page of those that are over


@require_safe
@ensure_csrf_cookie
def today(request: HttpRequest) -> HttpResponse:
    """Play at once on today's challenge, or see what came of it."""
    play.keep_days()
    challenge, *coming = daily.coming(daily.today())
    user = player_of(request)
    mine = attempts.find(player_id=user.pk, day=challenge.day) if user else None
    context = attempt_page(request, challenge, mine)
    context["coming"] = [challenges.told(each) for each in coming]
    context["left"] = _left(user, challenge.day)
    return render(request, "daily.html", context)


def own(request: HttpRequest, game: Game, challenge: Challenge) -> HttpResponse:
    """The page of one's own attempt until its day has closed, whatever it counts for."""
    return render(request, "daily.html", attempt_page(request, challenge, game))


def sealed(request: HttpRequest, game: Game, challenge: Challenge) -> HttpResponse:
    """What somebody else's attempt comes to: neither board nor moves before the day has closed."""
    context = {
        "day": challenge.day,
        "game": game,
        "ended": game.status in ENDED,
        "player": game.player.shown_name,
        "largest": game.position.largest,
        "countdown": closing(challenge.day),
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
        "streaks": streaks(user),
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
        "countdown": None if challenge.closed_at else closing(challenge.day),
    }
    return render(request, "daily_day.html", context)


@require_safe
def compare(request: HttpRequest, day: str) -> HttpResponse:
    """Two games of a day that has closed, side by side."""
    challenge = _begun(day)
    if challenge.closed_at is None:
        raise Http404
    named = dict.fromkeys(request.GET.getlist("game"))  # each once
    asked = [text for text in named if re.fullmatch(GameId.regex, text)]
    games = comparing.two(day=challenge.day, game_ids=asked[:2])
    context: dict[str, Any] = {"day": challenge.day, "games": games, "asked": len(asked)}
    if len(games) == 2:
        moves = [game.moves for game in games]
        context["in_common"] = comparing.in_common(*moves)
        context["parting"] = comparing.parting(*moves)
    return render(request, "daily_compare.html", context)


def _begun(day: str) -> Challenge:
    try:
        return daily.find(daily.read_day(day))
    except NoSuchDay as error:
        raise Http404 from error


def _day(text: str) -> date:
    try:
        return daily.read_day(text)
    except NoSuchDay as error:
        raise Http404 from error


def _left(user: User | None, running: date) -> Game | None:
    """An attempt of the day before that may still be finished."""
    before = running - daily.ONE_DAY
    found = attempts.find(player_id=user.pk, day=before) if user else None
    return found if found and found.is_open else None
