"""Days of the daily challenge that were over before the demo began."""

import secrets
from datetime import date, timedelta

from games.daily import AHEAD, ONE_DAY, closes_at, ends_at
from games.models import Challenge
from games.rules.tiles import SEED_BYTES

FIRST, LAST = 9, 2  # days ago; yesterday may not have closed yet


def closed(today: date) -> list[Challenge]:
    """The challenges of these days, drawn where they are not there."""
    days = [today - number * ONE_DAY for number in range(FIRST, LAST - 1, -1)]
    Challenge.objects.bulk_create(
        [
            Challenge(
                day=day,
                seed=secrets.token_bytes(SEED_BYTES),
                created_at=ends_at(day) - timedelta(days=AHEAD + 1),
                closed_at=closes_at(day),
            )
            for day in days
        ],
        ignore_conflicts=True,
    )
    return list(Challenge.objects.filter(day__in=days, closed_at__isnull=False).order_by("day"))
