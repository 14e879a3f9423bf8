"""What the page of an attempt at a daily challenge shows."""

from datetime import date
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.guests import member
from accounts.models import User
from games import challenges, daily, leaderboards, period_names
from games.addresses import CLASSIC
from games.figures import Streaks
from games.models import Challenge, Game
from games.play_page import page_data, player_of
from games.ranking import daily_board
from games.templatetags.kashi import day as written
from games.words import daily_words

TOP = 5  # shown beside the game


def attempt_page(request: HttpRequest, challenge: Challenge, mine: Game | None) -> dict[str, Any]:
    """The context of `daily.html`."""
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
    return {
        "page": data,
        "shape": CLASSIC,
        "state": data["state"],
        "daily": challenges.told(challenge),
        "top": leaderboards.page(board=board, after=None, limit=TOP).rows,
        "mine": leaderboards.around(board=board, player_id=reader.pk).me if reader else None,
        "extra": mine is not None and mine.kind == Game.Kind.EXTRA,
        "streaks": streaks(user),
        "countdown": _countdown(challenge),
    }


def streaks(user: User | None) -> Streaks | None:
    """Of whoever looks; None for a stranger."""
    return challenges.streaks(player_id=user.pk, today=daily.today()) if user else None


def closing(day: date) -> dict[str, Any]:
    """How long the attempts of a day may still be finished."""
    return period_names.countdown(_("The day closes in {left}"), daily.closes_at(day))


def _urls(day: date) -> dict[str, str]:
    here = reverse("daily")
    return {
        "signup": reverse("account_signup", query={"next": here}),
        "login": reverse("account_login", query={"next": here}),
        "leaderboard": reverse("daily_day", args=[day]),
        "place": f"/api/daily/{day}/around/",
        "play": here,
    }


def _countdown(challenge: Challenge) -> dict[str, Any]:
    """To the next challenge; in an attempt of the day before, to its end."""
    if challenge.day == daily.today():
        ends = daily.ends_at(challenge.day)
        return period_names.countdown(_("The next one begins in {left}"), ends)
    return closing(challenge.day)
