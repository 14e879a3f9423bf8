"""Every read of a board: its pages, somebody's place and neighbours. Equal values share a rank
(1, 2, 2, 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from games.cursors import BoardCursor, Page, cut, to_text
from games.models import DAILY, Best, Tally
from games.ranking import (
    Board,
    Placed,
    mark,
    place_of,
    rank_in_row,
    rank_of,
    ranked,
    read,
    window,
    window_of,
)
from games.rules.board import SHAPES, values

NEIGHBOURS = 2  # shown on either side of one's own row


@dataclass(frozen=True, slots=True)
class Row:
    """A player's place on a board, with the game that earned it as it stands now. Of a daily
    challenge no `board` is told: its tiles are those of everybody."""

    rank: int
    player: str
    bot: bool
    value: int
    game: str
    at: datetime
    largest: int
    board: list[list[int]]


@dataclass(frozen=True, slots=True)
class Around:
    """A player's row and its neighbours; `missing` is what a better rank takes, None at the top.
    All of it is empty for somebody without a place."""

    me: Row | None
    above: tuple[Row, ...]
    below: tuple[Row, ...]
    missing: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's best score of all time on a shape; no rank for those who are not ranked."""

    shape: str
    value: int
    rank: int | None
    game: str
    at: datetime


def page(*, board: Board, after: BoardCursor | None, limit: int) -> Page[Row]:
    """The first `limit` rows, or those beyond a place."""
    part = cut(read(board, after, limit + 1), limit=limit, after=after, mark=mark)
    return Page(rows_of(board, part.rows), part.previous, part.next)


def page_at(*, board: Board, best: Best, limit: int, above: int = 0) -> Page[Row]:
    """The page on which a row stands, with at most so many above it."""
    place = place_of(best)
    found = window(board, place, above=above + 1, below=limit + 1)
    # Told by its place: the row itself may have moved on since it was looked up.
    higher = sum((board.sort_value(row.value), row.at, row.id) < place for row in found)
    first = 1 if higher > above and len(found) > 1 else 0
    rows = found[first : first + limit]
    return Page(
        rows=rows_of(board, rows),
        previous=to_text(mark(rows[0], True)) if first else None,
        next=to_text(mark(rows[-1], False)) if len(found) > first + limit else None,
    )


def kept(*, board: Board) -> tuple[date | None, date | None]:
    """The first days of the nearest period before this one and after it in which anybody has a
    place."""
    days = Tally.objects.filter(
        bots=board.bots,
        shape=board.shape,
        metric=board.metric,
        period=board.period,
        amount__gt=0,
    )
    before = days.filter(first_day__lt=board.first_day).order_by("-first_day")
    after = days.filter(first_day__gt=board.first_day).order_by("first_day")
    first_days = [found.values_list("first_day", flat=True).first() for found in (before, after)]
    return first_days[0], first_days[1]


def around(*, board: Board, player_id: int) -> Around:
    """A player's own row with those just above and below."""
    found, target = window_of(board, player_id, above=NEIGHBOURS, below=NEIGHBOURS + 1)
    if not found:
        return Around(None, (), (), None)
    at = next(number for number, row in enumerate(found) if row.player_id == player_id)
    rows = rows_of(board, found)
    return Around(
        me=rows[at],
        above=rows[:at],
        below=rows[at + 1 :],
        missing=None if target is None else abs(target - rows[at].value),
    )


def rank(*, board: Board, player_id: int) -> int | None:
    """A player's rank; None for somebody without a place."""
    return ranked(board).filter(player=player_id).values_list(rank_in_row(), flat=True).first()


def best(*, player_id: int, shape: str) -> int:
    """Anybody's best score of all time, guests' too; 0 before the first."""
    held = Best.objects.filter(player=player_id, shape=shape, metric=Best.Metric.SCORE)
    values_held = held.filter(period=Best.Period.ALL).values_list("value", flat=True)
    return values_held.first() or 0


def place_for(*, shape: str, score: int, bots: bool = False) -> int:
    """The rank that a score would take on the board of all time."""
    return rank_of(Board(shape, bots=bots), score)


def standings(*, player_id: int) -> tuple[Standing, ...]:
    """A player's best score of all time on each shape that they have one on."""
    bests = Best.objects.filter(player=player_id, metric=Best.Metric.SCORE, period=Best.Period.ALL)
    found = {best.shape: best for best in bests.annotate(rank=rank_in_row())}
    return tuple(
        Standing(
            shape=shape,
            value=found[shape].value,
            rank=found[shape].rank if found[shape].ranked else None,
            game=found[shape].game_id,
            at=found[shape].at,
        )
        for shape in SHAPES
        if shape in found
    )


def rows_of(board: Board, found: Sequence[Placed]) -> tuple[Row, ...]:
    """Rows as they are shown. Never with a seed, which a running game keeps to itself."""
    shape = None if board.shape == DAILY else SHAPES[board.shape]
    return tuple(
        Row(
            rank=row.rank,
            player=row.player,
            bot=board.bots,
            value=row.value,
            game=row.game,
            at=row.at,
            largest=1 << max(row.cells),
            board=values(shape, row.cells) if shape else [],
        )
        for row in found
    )
