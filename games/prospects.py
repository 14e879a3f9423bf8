"""The place that a score would take, while its game goes on: for guests and strangers too."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from games.leaderboards import NEIGHBOURS, Row, rows_of
from games.ranking import LAST_ID, Board, Place, missing, rank_of, ranked, window

AHEAD = 8  # so many above are told: who plays passes several before asking again
# Behind everybody with the same score: the earlier stands first.
LAST = (datetime.max.replace(tzinfo=UTC), LAST_ID)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Where a score would stand; the game it comes from is not over, so it has no row yet."""

    rank: int
    player: str | None
    value: int
    game: None = None
    at: None = None


@dataclass(frozen=True, slots=True)
class Prospect:
    """A score's place among those who have one; `missing` is what a better rank takes."""

    me: Candidate
    above: tuple[Row, ...]
    below: tuple[Row, ...]
    missing: int | None


def prospect(*, board: Board, score: int, player_id: int | None, name: str | None) -> Prospect:
    """The place of a score on a board of scores. A best of the same player that it reaches gives
    way to it; one that is better stands above it like anybody else's."""
    own = ranked(board).filter(player=player_id).values_list("value", flat=True).first()
    old = None if own is None or own > score else own
    found = window(
        board,
        Place(board.sort_value(score), *LAST),
        above=AHEAD + 1,
        below=NEIGHBOURS + 1,
    )
    rows = [
        (row.player_id, shown if shown.value >= score else _moved_down(shown, old))
        for row, shown in zip(found, rows_of(board, found), strict=True)
    ]
    others = [row for owner, row in rows if old is None or owner != player_id]
    return Prospect(
        me=Candidate(rank_of(board, score), name, score),
        above=tuple(row for row in others if row.value >= score)[-AHEAD:],
        below=tuple(row for row in others if row.value < score)[:NEIGHBOURS],
        missing=missing(board, score),
    )


def _moved_down(row: Row, old: int | None) -> Row:
    """One below by one rank, unless the player's old best is ahead of it already."""
    return row if old is not None and old > row.value else replace(row, rank=row.rank + 1)
