"""The order of a board: best value first, then who reached it first.

Guests and closed accounts have bests but no place; hidden games have no bests (`games.bests`).
A rank is never counted through: PostgreSQL keeps tallies of how many stand in each span of values,
in the transaction that changes a best, and a rank is a few sums of them.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet, Sum

from games.cursors import BoardCursor
from games.models import Best, Tally
from games.periods import ALL_TIME

LEVELS = (18, 12, 7, 2)  # how coarse the tallies are, as bits of a value: 0005_finer_tallies.py

COLUMNS = ("bots", "shape", "value", "at", "game", "player")  # of a best, for a row of a board


@dataclass(frozen=True, slots=True)
class Board:
    """Which board: of what shape, by what, over which time; of people or of bots."""

    shape: str
    metric: Best.Metric = Best.Metric.SCORE
    period: Best.Period = Best.Period.ALL
    first_day: date = ALL_TIME
    bots: bool = False

    @property
    def more_is_better(self) -> bool:
        """Whether a greater value stands higher."""
        return self.metric == Best.Metric.SCORE


def ranked(board: Board) -> QuerySet[Best]:
    """Whoever has a place on the board, in no order."""
    return Best.objects.filter(
        bots=board.bots,
        shape=board.shape,
        metric=board.metric,
        period=board.period,
        first_day=board.first_day,
        ranked=True,
    )


def ahead(board: Board, value: int) -> QuerySet[Best]:
    """Those at a strictly better value, the nearest first."""
    better = Q(value__gt=value) if board.more_is_better else Q(value__lt=value)
    return ranked(board).filter(better).order_by("value" if board.more_is_better else "-value")


def rank_of(board: Board, value: int) -> int:
    """The rank that a value has or would have: one more than what the tallies hold ahead of it,
    from coarse to fine, and the few rows ahead of it within its finest span."""
    coarse = tallies_ahead(board, value).aggregate(sum=Sum("amount"))
    near = ahead(board, value).filter(_within(value >> LEVELS[-1]))
    return 1 + (coarse["sum"] or 0) + near.count()


def at_rank(board: Board, rank: int) -> Best | None:
    """The row at a place from the top, 1 being the first; None past the last."""
    before, bucket = rank - 1, 0
    for parent, level in zip((None, *LEVELS), LEVELS, strict=False):
        inside = Q() if parent is None else _children(bucket, parent - level)
        order = "-bucket" if board.more_is_better else "bucket"
        tallies = _tallies(board).filter(inside, level=level, amount__gt=0).order_by(order)
        for at, amount in tallies.values_list("bucket", "amount"):
            if before < amount:
                bucket = at
                break
            before -= amount
        else:
            return None
    value = "-value" if board.more_is_better else "value"
    rows = ranked(board).filter(_within(bucket)).order_by(value, "at", "id")
    return rows[before : before + 1].first()


def _tallies(board: Board) -> QuerySet[Tally]:
    return Tally.objects.filter(
        bots=board.bots,
        shape=board.shape,
        metric=board.metric,
        period=board.period,
        first_day=board.first_day,
    )


def tallies_ahead(board: Board, value: int) -> QuerySet[Tally]:
    """The coarse spans ahead of the value, and the finer ones that share its coarser one."""
    spans = Q()
    for parent, level in zip((None, *LEVELS), LEVELS, strict=False):
        own = value >> level
        better = Q(bucket__gt=own) if board.more_is_better else Q(bucket__lt=own)
        inside = Q() if parent is None else _children(value >> parent, parent - level)
        spans |= Q(level=level) & better & inside
    return _tallies(board).filter(spans)


def _children(bucket: int, bits: int) -> Q:
    return Q(bucket__gte=bucket << bits, bucket__lt=(bucket + 1) << bits)


def _within(bucket: int) -> Q:
    """The values of a finest span."""
    first = bucket << LEVELS[-1]
    return Q(value__gte=first, value__lt=first + (1 << LEVELS[-1]))


def start(board: Board, best: Best) -> tuple[int, int]:
    """The rank of a row and its place, which among equal values is further down."""
    rank = rank_of(board, best.value)
    equal = ranked(board).filter(_level_beyond(mark(best, True)))
    return rank, rank + equal.count()


def mark(best: Best, upwards: bool) -> BoardCursor:
    """The place of a row, to read on from."""
    return BoardCursor(upwards, best.value, best.at, best.pk)


def read(board: Board, after: BoardCursor | None, count: int) -> list[Best]:
    """Rows in the direction of reading: from the top, or on from a place."""
    return list(reading(board, after, count))


def reading(board: Board, after: BoardCursor | None, count: int) -> QuerySet[Best]:
    """The same before it is asked. Who is level with the place and who is farther are two
    questions, each of which the index answers from its first row on; one with an OR in it would
    pass over all who are level."""
    upwards = after is not None and after.upwards
    value = "-value" if board.more_is_better != upwards else "value"
    order = (value, "-at", "-id") if upwards else (value, "at", "id")
    rows = ranked(board).only(*COLUMNS).order_by(*order)
    if after is None:
        return rows[:count]
    level = rows.filter(_level_beyond(after))[:count]
    farther = rows.filter(_farther(board, after))[:count]
    return level.union(farther, all=True).order_by(*order)[:count]


def _farther(board: Board, place: BoardCursor) -> Q:
    """What is at another value in the direction of reading."""
    less = board.more_is_better != place.upwards
    return Q(value__lt=place.value) if less else Q(value__gt=place.value)


def _level_beyond(place: BoardCursor) -> Q:
    """What follows a place at the same value. The first bound is implied by the rest, and is what
    lets the index find the place."""
    if place.upwards:
        beyond = Q(at__lte=place.at) & (Q(at__lt=place.at) | Q(id__lt=place.id))
    else:
        beyond = Q(at__gte=place.at) & (Q(at__gt=place.at) | Q(id__gt=place.id))
    return Q(value=place.value) & beyond
