"""Finished games to be watched again: what the player in the browser starts from, and the facts
that stand beside it."""

from dataclasses import dataclass
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from games import records
from games.models import ENDED, Game
from games.rules.board import SHAPES
from games.words import replay_words

SPEEDS = (1, 2, 4, 10, 50)
FEWEST_MILESTONES = 3  # of a game that ended early: the highest tiles that it has


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game came to. `played_ms` is the time from the first move to the last, as the clock
    of the server had it; `won_ms` that up to the winning merge."""

    moves: int
    played_ms: int
    won_ms: int | None
    win: int


def facts(game: Game) -> Facts:
    """From the rows of the game."""
    thinks = records.think_times(game)
    won = game.won_at_ply
    return Facts(
        moves=game.ply,
        played_ms=sum(thinks[1:]),
        won_ms=None if won is None else sum(thinks[1:won]),
        win=1 << SHAPES[game.shape].win_exponent,
    )


def player(game: Game) -> dict[str, Any]:
    """What `partials/replay_player.html` needs: `data` is for the script."""
    if game.status not in ENDED or game.is_sealed:
        raise ValueError("a game has no replay before its seed is public")
    position, tiles = game.position, milestones(game)
    data = {
        "shape": game.shape,
        "moves": game.ply,
        "score": game.score,
        "board": [1 << exponent if exponent else 0 for exponent in position.cells],
        "milestones": tiles,
        "record": reverse("record", args=[game.pk]),
        "worker": static("js/replay_worker.js"),
        "language": get_language(),
        "words": replay_words(),
    }
    return {"data": data, "milestones": tiles, "speeds": SPEEDS}


def milestones(game: Game) -> list[int]:
    """The tiles worth marking: from a quarter of the one that wins, or of the largest, on."""
    largest = max(game.position.cells, default=0)
    lowest = min(SHAPES[game.shape].win_exponent, largest) - FEWEST_MILESTONES + 1
    return [1 << exponent for exponent in range(max(lowest, 2), largest + 1)]
