"""The order of a board: best value first, then who reached it first.

Guests and closed accounts have bests but no place; hidden games have no bests (`games.bests`).
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from games.cursors import BoardCursor
from games.models import Best
from games.periods import ALL_TIME


@dataclass(frozen=True, slots=True)
class Board:
    """Which board: of what shape, by what, over which time."""

    shape: str
    metric: Best.Metric = Best.Metric.SCORE
    period: Best.Period = Best.Period.ALL
    first_day: date = ALL_TIME

    @property
    def more_is_better(self) -> bool:
        """Whether a greater value stands higher."""
        return self.metric == Best.Metric.SCORE


def ranked(board: Board) -> QuerySet[Best]:
    """Whoever has a place on the board, in no order."""
    return Best.objects.filter(
        shape=board.shape,
        metric=board.metric,
        period=board.period,
        first_day=board.first_day,
        player__is_active=True,
        player__is_guest=False,
    )


def ahead(board: Board, value: int) -> QuerySet[Best]:
    """Those at a strictly better value, the nearest first."""
    better = Q(value__gt=value) if board.more_is_better else Q(value__lt=value)
    return ranked(board).filter(better).order_by("value" if board.more_is_better else "-value")


def rank_of(board: Board, value: int) -> int:
    """The rank that a value has or would have."""
    return ahead(board, value).count() + 1


def start(board: Board, best: Best) -> tuple[int, int]:
    """The rank of a row and its place, which among equal values is further down."""
    before = ranked(board).filter(_beyond(board, mark(best, True)))
    counts = before.aggregate(all=Count("id"), ahead=Count("id", filter=~Q(value=best.value)))
    return counts["ahead"] + 1, counts["all"] + 1


def mark(best: Best, upwards: bool) -> BoardCursor:
    """The place of a row, to read on from."""
    return BoardCursor(upwards, best.value, best.at, best.pk)


def read(board: Board, after: BoardCursor | None, count: int) -> list[Best]:
    """Rows in the direction of reading: from the top, or on from a place."""
    bests = ranked(board) if after is None else ranked(board).filter(_beyond(board, after))
    upwards = after is not None and after.upwards
    value = "-value" if board.more_is_better != upwards else "value"
    order = (value, "-at", "-id") if upwards else (value, "at", "id")
    return list(with_game(bests).order_by(*order)[:count])


def with_game(bests: QuerySet[Best]) -> QuerySet[Best]:
    """With what a row shows; never the seed, which a running game keeps to itself."""
    return bests.select_related("player", "game").only(
        "shape", "value", "at", "game_id", "player__username", "game__cells"
    )


def _beyond(board: Board, place: BoardCursor) -> Q:
    """What follows a place in the direction of its reading. The bound on `value` alone is implied
    by the rest, and is what lets the index find the place."""
    if board.more_is_better != place.upwards:
        bound, farther = Q(value__lte=place.value), Q(value__lt=place.value)
    else:
        bound, farther = Q(value__gte=place.value), Q(value__gt=place.value)
    if place.upwards:
        tie = Q(at__lt=place.at) | Q(at=place.at, id__lt=place.id)
    else:
        tie = Q(at__gt=place.at) | Q(at=place.at, id__gt=place.id)
    return bound & (farther | tie)
