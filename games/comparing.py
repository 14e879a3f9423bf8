"""Two games of one day: equal tiles, two ways."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from games import replays, results
from games.models import Game
from games.records import record_of
from games.results import Result


@dataclass(frozen=True, slots=True)
class Compared:
    """One of two games that are compared; `replay` is what its replay starts from."""

    result: Result
    moves: str
    replay: dict[str, Any]


def two(*, day: date, game_ids: list[str]) -> tuple[Compared, ...]:
    """The games of a day that has closed, in the order in which they are asked for; fewer where
    one of them is not to be shown."""
    found = Game.objects.filter(challenge=day, pk__in=game_ids)
    games = found.select_related("player", "challenge").prefetch_related("segments").in_bulk()
    shown = [games[game_id] for game_id in game_ids if game_id in games]
    return tuple(
        Compared(result, record_of(game)["moves"], replays.player(game))
        for game in shown
        if (result := results.of(game)) is not None
    )


def in_common(first: str, second: str) -> int:
    """How many moves two games of one day share from the beginning."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))


def parting(first: str, second: str) -> int | None:
    """The first move that is not the same in both; None where all of them are."""
    return None if first == second else in_common(first, second) + 1
