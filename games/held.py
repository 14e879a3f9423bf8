"""What a player holds: their bests of all time on each shape, with the places they earned."""

from dataclasses import dataclass

from games.models import Best
from games.ranking import Board, rank_in_row
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
    for best in sorted(
        rows.annotate(rank=rank_in_row()), key=lambda best: metrics.index(Best.Metric(best.metric))
    ):
        board = Board(best.shape, Best.Metric(best.metric), bots=best.bots)
        held = Held(board, best.value, best.rank if best.ranked else None, best.game_id)
        found[best.shape] = (*found.get(best.shape, ()), held)
    return found
