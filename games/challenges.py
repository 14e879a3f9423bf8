"""Reading the daily challenges: days that are over, somebody's attempts, and days in a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import OuterRef, Subquery, Sum

from games import figures
from games.daily import ONE_DAY, closes_at, ends_at
from games.figures import Streaks
from games.models import DAILY, Best, Challenge, Game, Tally
from games.ranking import rank_in_row

BOARDS = {  # all of them, of whatever day
    "bots": False,
    "shape": DAILY,
    "metric": Best.Metric.SCORE,
    "period": Best.Period.DAY,
}
TOP_LEVEL = 18  # of the tallies: the fewest rows hold all places there


@dataclass(frozen=True, slots=True)
class Told:
    """What anybody may know of a day's challenge. An attempt may be begun until `ends_at`, and
    finished until `closes_at`; `players` have a place on its board."""

    day: date
    game_id: str
    commitment: str
    published_at: datetime
    ends_at: datetime
    closes_at: datetime
    closed_at: datetime | None
    seed: str | None
    players: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody made of a day's challenge; no rank while it runs, and for who has none."""

    game: str
    status: str
    score: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class Past:
    """A day that is over: how many have a place on its board, who has the first, and one's own
    attempt."""

    day: date
    closed: bool
    players: int
    winner: str | None
    score: int | None
    mine: Attempt | None


def told(challenge: Challenge) -> Told:
    """A challenge without its secret."""
    day = challenge.day
    return Told(
        day=day,
        game_id=challenge.tiles_id,
        commitment=challenge.commitment,
        published_at=challenge.created_at,
        ends_at=ends_at(day),
        closes_at=closes_at(day),
        closed_at=challenge.closed_at,
        seed=challenge.public_seed,
        players=_players([day]).get(day, 0),
    )


def past(*, before: date, limit: int, player_id: int | None) -> tuple[Past, ...]:
    """The days before one, the latest first."""
    ranked = Best.objects.filter(**BOARDS, first_day=OuterRef("day"), ranked=True)
    best = ranked.order_by("sort_value", "at", "id")
    days = list(
        Challenge.objects.filter(day__lt=before)
        .defer("seed")
        .annotate(winner=Subquery(best.values("player__username")[:1]))
        .annotate(score=Subquery(best.values("value")[:1]))
        .order_by("-day")[:limit]
    )
    counts = _players([each.day for each in days])
    mine = _attempts(player_id, [each.day for each in days]) if player_id else {}
    return tuple(
        Past(
            day=each.day,
            closed=each.closed_at is not None,
            players=counts.get(each.day, 0),
            winner=each.winner,
            score=each.score,
            mine=mine.get(each.day),
        )
        for each in days
    )


def attempt(*, player_id: int, day: date) -> Attempt | None:
    """Somebody's own."""
    return _attempts(player_id, [day]).get(day)


def streaks(*, player_id: int, today: date) -> Streaks:
    """Days in a row with an attempt that has ended with points. One that still runs neither
    counts nor breaks a row, and today may still be played."""
    own = Game.objects.filter(player=player_id, kind=Game.Kind.DAILY)
    ends = list(own.values_list("challenge_id", "ended_at", "score"))
    finished = {day for day, ended_at, score in ends if ended_at is not None and score}
    running = {day for day, ended_at, _ in ends if ended_at is None}
    current = _in_a_row(finished, {today, *running}, today)
    return Streaks(current, max(current, figures.streaks(finished, today).longest))


def _in_a_row(finished: set[date], may_be: set[date], last: date) -> int:
    length, day = 0, last
    while day in finished or day in may_be:
        length += day in finished
        day -= ONE_DAY
    return length


def _attempts(player_id: int, days: Iterable[date]) -> dict[date, Attempt]:
    own = Game.objects.filter(player=player_id, challenge__in=days, kind=Game.Kind.DAILY)
    placed = Best.objects.filter(**BOARDS, player=player_id, first_day__in=days, ranked=True)
    ranks = dict(placed.values_list("first_day", rank_in_row()))
    return {
        day: Attempt(game_id, status, score, ranks.get(day))
        for day, game_id, status, score in own.values_list("challenge", "id", "status", "score")
    }


def _players(days: list[date]) -> dict[date, int]:
    """A few sums of the tallies, however many have played."""
    counted = Tally.objects.filter(**BOARDS, first_day__in=days, level=TOP_LEVEL)
    return dict(counted.values_list("first_day").annotate(all=Sum("amount")))
