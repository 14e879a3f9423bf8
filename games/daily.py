"""The days of the daily challenge: drawn ahead, and closed when all is played.

An attempt is begun on its day (UTC) and may be finished until twelve hours after it. Then the day
closes: what still runs ends as it stands, and only then the seed becomes public. Every day is told
by the database's clock.
"""

import secrets
from datetime import UTC, date, datetime, time, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Greatest, Now

from games import errors
from games.models import OPEN, Challenge, Game
from games.rules.tiles import SEED_BYTES

AHEAD = 8  # days: the last one was drawn a whole week before it begins, whenever one looks
TIME_TO_FINISH = timedelta(hours=12)
ONE_DAY = timedelta(days=1)
AT_ONCE = 500  # games that end in one transaction; while it lasts, moves in them wait


def now() -> datetime:
    """By the clock that all days are told by."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        found: datetime = cursor.fetchone()[0]
        return found


def today() -> date:
    """The running day."""
    return now().astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """When the last attempt of a day may be begun."""
    return datetime.combine(day + ONE_DAY, time(), UTC)


def closes_at(day: date) -> datetime:
    """When the last attempt of a day has to be finished."""
    return ends_at(day) + TIME_TO_FINISH


def coming(first: date) -> list[Challenge]:
    """The challenge of a running day and those drawn for the days after it. Who finds one missing
    draws it: of several at once the database takes the first, and never another."""
    days = [first + number * ONE_DAY for number in range(AHEAD + 1)]
    drawn = Challenge.objects.filter(day__in=days).order_by("day")
    found = list(drawn)
    if len(found) == len(days):
        return found
    missing = set(days) - {challenge.day for challenge in found}
    Challenge.objects.bulk_create(
        [Challenge(day=day, seed=secrets.token_bytes(SEED_BYTES)) for day in sorted(missing)],
        ignore_conflicts=True,
    )
    return list(drawn.all())


def read_day(text: str) -> date:
    """The day of an address; raises NoSuchDay for what is written in no other way."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise errors.NoSuchDay from None
    if day.isoformat() != text:
        raise errors.NoSuchDay
    return day


def find(day: date) -> Challenge:
    """The challenge of a day that has begun; raises NoSuchDay."""
    running = today()
    if day == running:
        return coming(running)[0]
    found = Challenge.objects.filter(day=day).first() if day < running else None
    if found is None:
        raise errors.NoSuchDay
    return found


def close_due() -> list[str]:
    """Close the days whose time to finish is over; the ids of the games that ended by it. Safe to
    repeat and to do twice at once: a day is marked only when nothing of it runs any more, and
    nothing of it can be begun."""
    due = now() - TIME_TO_FINISH
    last = due.astimezone(UTC).date() - ONE_DAY
    ended: list[str] = []
    for day in Challenge.objects.filter(closed_at=None, day__lte=last).order_by("day"):
        ended += _end_all(day)
        if not _running(day).exists():
            Challenge.objects.filter(pk=day.pk, closed_at=None).update(closed_at=Now())
    return ended


def _running(challenge: Challenge) -> QuerySet[Game]:
    return Game.objects.filter(challenge=challenge, ended_at=None, status__in=OPEN)


def _end_all(challenge: Challenge) -> list[str]:
    """A move that is being saved comes first, and one that comes later finds that the game takes
    none. The rows are locked in the order in which the journal locks them."""
    ended: list[str] = []
    while True:
        with transaction.atomic():
            locked = _running(challenge).select_for_update().order_by("pk")
            games = list(locked.values_list("pk", flat=True)[:AT_ONCE])
            Game.objects.filter(pk__in=games).update(
                status=Game.Status.GIVEN_UP, ended_at=Greatest(Now(), "started_at", "moved_at")
            )
        if not games:
            return ended
        ended += games
