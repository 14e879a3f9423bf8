"""Every read of a board: its pages, somebody's place and neighbours. Equal values share a rank
(1, 2, 2, 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Prefetch, prefetch_related_objects

from accounts.models import User
from games.cursors import BoardCursor, Page, cut
from games.models import Best, Game, Tally
from games.ranking import COLUMNS, Board, ahead, mark, rank_of, ranked, read, start
from games.rules.board import SHAPES, values

NEIGHBOURS = 2  # shown on either side of one's own row


@dataclass(frozen=True, slots=True)
class Row:
    """A player's place on a board, with the game that earned it as it stands now."""

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
    higher = read(board, mark(best, True), above + 1)
    after = mark(higher[above], False) if len(higher) > above else None
    return page(board=board, after=after, limit=limit)


def kept(*, board: Board) -> tuple[date | None, date | None]:
    """The first days of the nearest period before this one and after it in which anybody has a
    place."""
    days = Tally.objects.filter(
        shape=board.shape, metric=board.metric, period=board.period, amount__gt=0
    )
    before = days.filter(first_day__lt=board.first_day).order_by("-first_day")
    after = days.filter(first_day__gt=board.first_day).order_by("first_day")
    first_days = [found.values_list("first_day", flat=True).first() for found in (before, after)]
    return first_days[0], first_days[1]


def around(*, board: Board, player_id: int) -> Around:
    """A player's own row with those just above and below."""
    mine = ranked(board).filter(player=player_id).only(*COLUMNS).first()
    if mine is None:
        return Around(None, (), (), None)
    above = read(board, mark(mine, True), NEIGHBOURS)[::-1]
    below = read(board, mark(mine, False), NEIGHBOURS)
    rows = rows_of(board, [*above, mine, *below])
    target = ahead(board, mine.value).values_list("value", flat=True).first()
    return Around(
        me=rows[len(above)],
        above=rows[: len(above)],
        below=rows[len(above) + 1 :],
        missing=None if target is None else abs(target - mine.value),
    )


def rank(*, board: Board, player_id: int) -> int | None:
    """A player's rank; None for somebody without a place."""
    mine = ranked(board).filter(player=player_id).values_list("value", flat=True).first()
    return None if mine is None else rank_of(board, mine)


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
    order = list(SHAPES)
    return tuple(
        Standing(
            shape=best.shape,
            value=best.value,
            rank=rank(board=Board(best.shape, bots=best.bots), player_id=player_id),
            game=best.game_id,
            at=best.at,
        )
        for best in sorted(bests.filter(shape__in=order), key=lambda best: order.index(best.shape))
    )


def rows_of(board: Board, bests: Sequence[Best]) -> tuple[Row, ...]:
    """Neighbours on a board with their ranks: the first is counted, the rest follow from it. Never
    with a seed, which a running game keeps to itself."""
    prefetch_related_objects(
        bests,
        Prefetch("player", User.objects.only("username")),
        Prefetch("game", Game.objects.only("cells")),
    )
    rows: list[Row] = []
    for number, best in enumerate(bests):
        if number == 0:
            place, first_place = start(board, best)
        elif best.value != bests[number - 1].value:
            place = first_place + number
        rows.append(_row(best, place))
    return tuple(rows)


def _row(best: Best, place: int) -> Row:
    cells = bytes(best.game.cells)
    return Row(
        rank=place,
        player=best.player.username,
        bot=best.bots,
        value=best.value,
        game=best.game_id,
        at=best.at,
        largest=1 << max(cells),
        board=values(SHAPES[best.shape], cells),
    )
