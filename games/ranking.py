"""The order of a board: best value first, then who reached it first.

Guests and closed accounts have bests but no place; hidden games have no bests (`games.bests`).
A rank is never counted through: PostgreSQL keeps tallies of how many stand in each span of values,
in the transaction that changes a best, and a rank is a few sums of them. The functions that do so
stand in migrations/0006_order.py.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import BigIntegerField, Expression, F, Func, QuerySet, Value

from games.cursors import BoardCursor
from games.models import BOARD, DAILY, Best
from games.periods import ALL_TIME


@dataclass(frozen=True, slots=True)
class Board:
    """Which board: of what shape, by what, over which time; of people or of bots."""

    shape: str
    metric: Best.Metric = Best.Metric.SCORE
    period: Best.Period = Best.Period.ALL
    first_day: date = ALL_TIME
    bots: bool = False

    def sort_value(self, value: int) -> int:
        """What a value is ordered by, as `Best.sort_value`: less stands higher."""
        return -value if self.metric == Best.Metric.SCORE else value

    def columns(self) -> dict[str, str | bool | date]:
        """What names the board, in the order of `models.BOARD`."""
        return {name: getattr(self, name) for name in BOARD}


def daily_board(day: date) -> Board:
    """The board of the attempts at a day's challenge."""
    return Board(DAILY, period=Best.Period.DAY, first_day=day)


class Place(NamedTuple):
    """Where a row stands on its board, or could stand."""

    sort_value: int
    at: datetime
    id: int


class Placed(NamedTuple):
    """A row of a board with its rank."""

    rank: int
    id: int
    value: int
    at: datetime
    game: str
    player_id: int
    player: str
    cells: bytes


LAST_ID = 2**63 - 1
TOP = Place(-(2**63), datetime.min.replace(tzinfo=UTC), 0)

# A player's own row is looked up in the same statement: one question instead of three.
_WINDOW_OF = """
SELECT "window".*, better.value
FROM games_best AS mine
LEFT JOIN LATERAL (
    SELECT * FROM games_best AS better
    WHERE (better.bots, better.shape, better.metric, better.period, better.first_day)
        = (mine.bots, mine.shape, mine.metric, mine.period, mine.first_day)
        AND better.ranked AND better.sort_value < mine.sort_value
    ORDER BY better.sort_value DESC LIMIT 1
) AS better ON true
CROSS JOIN LATERAL games_window(
    mine.bots, mine.shape, mine.metric, mine.period, mine.first_day,
    mine.sort_value, mine.at, mine.id, %s, %s
) AS "window"
WHERE mine.player_id = %s AND mine.ranked
    AND (mine.bots, mine.shape, mine.metric, mine.period, mine.first_day) = (%s, %s, %s, %s, %s)
"""


def ranked(board: Board) -> QuerySet[Best]:
    """Whoever has a place on the board, in no order."""
    return Best.objects.filter(ranked=True, **board.columns())


def ahead(board: Board, value: int) -> QuerySet[Best]:
    """Those at a strictly better value, the nearest first."""
    better = ranked(board).filter(sort_value__lt=board.sort_value(value))
    return better.order_by("-sort_value")


def missing(board: Board, value: int) -> int | None:
    """What a better rank takes beyond a value; None at the top."""
    target = ahead(board, value).values_list("value", flat=True).first()
    return None if target is None else abs(target - value)


def rank_of(board: Board, value: int) -> int:
    """The rank that a value has or would have."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT games_rank(%s, %s, %s, %s, %s, %s)",
            [*board.columns().values(), board.sort_value(value)],
        )
        return int(cursor.fetchone()[0])


def rank_in_row() -> Expression:
    """The rank of a row of `Best` on its own board, for a query of several boards' rows."""
    on = (F(name) for name in (*BOARD, "sort_value"))
    return Func(*on, function="games_rank", output_field=BigIntegerField())


def at_rank(board: Board, rank: int) -> Best | None:
    """The row at a place from the top, 1 being the first; None past the last."""
    on = [Value(part) for part in (*board.columns().values(), min(rank, LAST_ID))]
    return Best.objects.filter(pk=Func(*on, function="games_at_rank")).first()


def window(board: Board, place: Place, *, above: int = 0, below: int = 0) -> list[Placed]:
    """In the board's order: the rows nearest above a place, and those from the place on. At most
    101 of either."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT * FROM games_window(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [*board.columns().values(), *place, above, below],
        )
        return [Placed(*row) for row in cursor.fetchall()]


def window_of(
    board: Board, player_id: int, *, above: int, below: int
) -> tuple[list[Placed], int | None]:
    """The same around a player's own row, and the nearest better value, in one question; nothing
    for somebody without a place."""
    with connection.cursor() as cursor:
        cursor.execute(_WINDOW_OF, [above, below, player_id, *board.columns().values()])
        found = cursor.fetchall()
    return [Placed(*row) for *row, _ in found], found[0][-1] if found else None


def place_of(best: Best) -> Place:
    """Where a row stands."""
    return Place(best.sort_value, best.at, best.pk)


def mark(row: Placed, upwards: bool) -> BoardCursor:
    """The place of a row, to read on from."""
    return BoardCursor(upwards, row.value, row.at, row.id)


def read(board: Board, after: BoardCursor | None, count: int) -> list[Placed]:
    """Rows in the direction of reading: from the top, or on from a place."""
    if after is None:
        return window(board, TOP, below=count)
    place = Place(board.sort_value(after.value), after.at, after.id)
    if after.upwards:
        return window(board, place, above=count)[::-1]
    behind = place._replace(id=min(after.id + 1, LAST_ID))  # not the row of the place itself
    return window(board, behind, below=count)
