"""What a player's games add up to. PostgreSQL keeps the sums as games are settled
(migrations/0004_summaries.py), so a page reads a row a day however many games there are."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Sum

from games.models import Day, Game, Spread
from games.rules.board import SHAPES

ONE_DAY = timedelta(days=1)
# Where the ranges of a distribution begin: six to each power of ten.
BOUNDS = (0, *(step * 10**zeros for zeros in range(1, 5) for step in (10, 15, 20, 30, 50, 70)))
FEWEST_TILES, FEWEST_BANDS = 5, 7  # a single bar would say nothing

MOVE_DAYS = """
WITH brought AS (DELETE FROM games_day WHERE player_id = %s RETURNING *)
INSERT INTO games_day AS held (player_id, shape, day, games, moves, points, best)
SELECT %s, shape, day, games, moves, points, best FROM brought
ON CONFLICT (player_id, shape, day) DO UPDATE SET
    games = held.games + excluded.games,
    moves = held.moves + excluded.moves,
    points = held.points + excluded.points,
    best = greatest(held.best, excluded.best)
"""
MOVE_SPREAD = """
WITH brought AS (DELETE FROM games_spread WHERE player_id = %s RETURNING *)
INSERT INTO games_spread AS held (player_id, shape, largest, score_from, games)
SELECT %s, shape, largest, score_from, games FROM brought
ON CONFLICT (player_id, shape, largest, score_from) DO UPDATE
    SET games = held.games + excluded.games
"""


@dataclass(frozen=True, slots=True)
class Begun:
    """All that a player has begun, what runs and what was given up too: the games of each day
    (UTC), and the moves."""

    days: Counter[date]
    moves: int

    @property
    def games(self) -> int:
        """In all."""
        return self.days.total()


@dataclass(frozen=True, slots=True)
class Ended:
    """A player's settled games on a shape: how many ended with each largest tile (its exponent),
    and how many with a score in the range that begins at one of `BOUNDS`."""

    shape: str
    tiles: Counter[int]
    scores: Counter[int]

    @property
    def games(self) -> int:
        """In all."""
        return self.tiles.total()

    @property
    def largest(self) -> int:
        """The largest tile of them all."""
        return 1 << max(self.tiles)


class Daily(NamedTuple):
    """The settled games of a shape that began on a day."""

    day: date
    games: int
    points: int
    best: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """Days in a row (UTC) on each of which a game was begun. The running one may still have
    today ahead of it."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class Reached:
    """How many games came to a tile, and their share of all that ended."""

    tile: int
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class Band:
    """How many games ended with a score from `low` up to but without `high`."""

    low: int
    high: int | None
    games: int


@dataclass(frozen=True, slots=True)
class Span:
    """The games begun on some days in a row."""

    first: date
    games: int
    average: int
    best: int


def begun(*, player_id: int) -> Begun:
    """Of all shapes."""
    rows = Day.objects.filter(player=player_id).values_list("day")
    days: Counter[date] = Counter()
    moves = 0
    for day, games, made in rows.annotate(all=Sum("games"), made=Sum("moves")):
        days[day] = games
        moves += made
    running = Game.objects.filter(player=player_id, ended_at=None)
    for at, ply in running.values_list("started_at", "ply"):
        if at is not None:  # and not only prepared
            days[at.astimezone(UTC).date()] += 1
            moves += ply
    return Begun(days, moves)


def streaks(played: Iterable[date], today: date) -> Streaks:
    """Of the days on which somebody played."""
    days = sorted(set(played))
    lengths = list(accumulate(pairwise(days), _grow, initial=1)) if days else []
    running = bool(days) and today - days[-1] <= ONE_DAY
    return Streaks(current=lengths[-1] if running else 0, longest=max(lengths, default=0))


def _grow(length: int, pair: tuple[date, date]) -> int:
    before, day = pair
    return length + 1 if day - before == ONE_DAY else 1


def boards(*, player_id: int) -> tuple[Ended, ...]:
    """The shapes with a game that has ended, in the order of the site."""
    found: dict[str, Ended] = {}
    rows = Spread.objects.filter(player=player_id)
    for shape, largest, low, games in rows.values_list("shape", "largest", "score_from", "games"):
        ended = found.setdefault(shape, Ended(shape, Counter(), Counter()))
        ended.tiles[largest] += games
        ended.scores[low] += games
    return tuple(found[shape] for shape in SHAPES if shape in found)


def reached(ended: Ended) -> tuple[Reached, ...]:
    """The tiles that the games came to, from the smallest that one of them ended with; so many at
    least that their shares can be compared."""
    largest = max(ended.tiles)
    tiles = range(max(1, min(*ended.tiles, largest - FEWEST_TILES + 1)), largest + 1)
    games = [sum(ended.tiles[larger] for larger in tiles if larger >= tile) for tile in tiles]
    return tuple(
        Reached(1 << tile, count, count / ended.games)
        for tile, count in zip(tiles, games, strict=True)
    )


def bands(ended: Ended) -> tuple[Band, ...]:
    """The distribution of the scores, with no more empty ranges at its two ends than it takes to
    see where on the way up the others lie."""
    first, last = BOUNDS.index(min(ended.scores)), BOUNDS.index(max(ended.scores))
    spare = max(0, FEWEST_BANDS - (last - first + 1))
    first = max(0, min(first - spare // 2, len(BOUNDS) - FEWEST_BANDS))
    last = max(last, first + FEWEST_BANDS - 1)
    ranges = list(zip(BOUNDS, (*BOUNDS[1:], None), strict=True))
    return tuple(Band(low, high, ended.scores[low]) for low, high in ranges[first : last + 1])


def daily(*, player_id: int, shape: str) -> tuple[Daily, ...]:
    """The settled games of a shape by the day that they began on."""
    rows = Day.objects.filter(player=player_id, shape=shape).order_by("day")
    return tuple(map(Daily._make, rows.values_list("day", "games", "points", "best")))


def spans(days: Iterable[Daily], first_day: Callable[[date], date]) -> tuple[Span, ...]:
    """The scores over time: a span has all days with the same `first_day`."""
    found = []
    for first, group in groupby(days, key=lambda row: first_day(row.day)):
        rows = list(group)
        games = sum(row.games for row in rows)
        average = round(sum(row.points for row in rows) / games)
        found.append(Span(first, games, average, max(row.best for row in rows)))
    return tuple(found)


@transaction.atomic
def move(*, from_player: int, to_player: int) -> None:
    """Carry a guest's figures to an account. Settling changes figures while it holds the player's
    row, so the caller holds both."""
    with connection.cursor() as cursor:
        cursor.execute(MOVE_DAYS, [from_player, to_player])
        cursor.execute(MOVE_SPREAD, [from_player, to_player])
