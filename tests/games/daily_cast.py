"""Days of the daily challenge for tests: rows, so that nobody has to wait for a midnight."""

from datetime import date, timedelta
from typing import Any

from accounts.models import User
from games import attempts, daily, play
from games.models import Challenge, Game
from tests.games.live.cast import SEED


def day(ago: int = 0) -> date:
    """Today, or so many days before it, by the database's clock."""
    return daily.today() - timedelta(days=ago)


def challenge(ago: int = 0, *, closed: bool = False, **columns: Any) -> Challenge:
    """A day with a seed that answers can be searched for."""
    given: dict[str, Any] = {"seed": SEED}
    if closed:
        given["closed_at"] = daily.closes_at(day(ago))
    return Challenge.objects.get_or_create(day=day(ago), defaults=given | columns)[0]


def attempt(player: User, ago: int = 0, **columns: Any) -> Game:
    """A running attempt, at its opening or as the columns say."""
    game = attempts.begin(player, challenge(ago))
    if columns:
        Game.objects.filter(pk=game.pk).update(**columns)
    game.refresh_from_db()
    return game


def finished(player: User, score: int, ago: int = 0) -> Game:
    """An attempt that ended with a score, and counts."""
    game = attempt(player, ago, score=score, ply=9)
    play.give_up(player=player, game_id=game.pk)
    game.refresh_from_db()
    return game


def close(ago: int) -> None:
    """As if the day's time to finish was over."""
    Challenge.objects.filter(day=day(ago)).update(closed_at=daily.now())
