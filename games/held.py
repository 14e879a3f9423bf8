"""What a player holds: their bests of all time on each shape, with the places they earned."""

from dataclasses import dataclass

from games.models import Best
from games.ranking import Board, rank_of
from games.rules.board import SHAPES


@dataclass(frozen=True, slots=True)
class Held:
    """A best; no rank for those who are not ranked."""

    board: Board
    value: int
    rank: int | None
    game: str


def bests(*, player_id: int) -> dict[str, tuple[Held, ...]]:
    """By shape: the score and, of a shape that was won, the fastest win and the fewest moves."""
    rows = Best.objects.filter(player=player_id, period=Best.Period.ALL, shape__in=SHAPES)
    metrics = list(Best.Metric)
    found: dict[str, tuple[Held, ...]] = {}
    for best in sorted(rows, key=lambda best: metrics.index(Best.Metric(best.metric))):
        found[best.shape] = (*found.get(best.shape, ()), _held(best))
    return found


def _held(best: Best) -> Held:
    board = Board(best.shape, Best.Metric(best.metric), bots=best.bots)
    rank = rank_of(board, best.value) if best.ranked else None
    return Held(board, best.value, rank, best.game_id)
