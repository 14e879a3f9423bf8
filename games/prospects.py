"""The place that a score would take, while its game goes on: for guests and strangers too."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from games.cursors import BoardCursor
from games.leaderboards import NEIGHBOURS, Row, rows_of
from games.models import Best
from games.ranking import Board, ahead, rank_of, ranked, read

AHEAD = 8  # so many above are told: who plays passes several before asking again
# Behind everybody with the same score: the earlier stands first.
LAST = (datetime.max.replace(tzinfo=UTC), 2**63 - 1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a score would stand; the game it comes from is not over, so it has no row yet."""

    rank: int
    player: str | None
    value: int
    game: None = None
    at: None = None


@dataclass(frozen=True, slots=True)
class Prospect:
    """A score's place among those who have one; `missing` is what a better rank takes."""

    me: Place
    above: tuple[Row, ...]
    below: tuple[Row, ...]
    missing: int | None


def prospect(*, board: Board, score: int, player_id: int | None, name: str | None) -> Prospect:
    """The place of a score on a board of scores. A best of the same player that it reaches gives
    way to it; one that is better stands above it like anybody else's."""
    own = ranked(board).filter(player=player_id).values_list("value", flat=True).first()
    old = None if own is None or own > score else own
    higher = read(board, BoardCursor(True, score, *LAST), AHEAD + 1)[::-1]
    lower = read(board, BoardCursor(False, score, *LAST), NEIGHBOURS + 1)
    target = ahead(board, score).values_list("value", flat=True).first()
    return Prospect(
        me=Place(rank_of(board, score), name, score),
        above=_others(rows_of(board, higher), higher, player_id, old)[-AHEAD:],
        below=_others(_moved_down(rows_of(board, lower), old), lower, player_id, old)[:NEIGHBOURS],
        missing=None if target is None else target - score,
    )


def _moved_down(rows: tuple[Row, ...], old: int | None) -> tuple[Row, ...]:
    """Those below by one rank, but for those that the player's old best is ahead of already."""
    return tuple(
        row if old is not None and old > row.value else replace(row, rank=row.rank + 1)
        for row in rows
    )


def _others(
    rows: tuple[Row, ...], bests: list[Best], player_id: int | None, old: int | None
) -> tuple[Row, ...]:
    """Without the best that gives way."""
    return tuple(
        row
        for row, best in zip(rows, bests, strict=True)
        if old is None or best.player_id != player_id
    )
