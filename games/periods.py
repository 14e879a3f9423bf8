"""When a board begins: every period starts at a UTC midnight, weeks on Monday (ISO 8601)."""

from datetime import UTC, date, datetime, timedelta

from games.models import Best

Period = Best.Period
ALL_TIME = date(1970, 1, 1)  # the first day of the one period that never ends


def first_day(period: Period, moment: datetime) -> date:
    """The first day of the period that `moment` lies in; a naive one is taken as UTC."""
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC)
    return first_day_around(period, moment.date())


def first_day_around(period: Period, day: date) -> date:
    """The first day of the period that the UTC day lies in."""
    match period:
        case Period.ALL:
            return ALL_TIME
        case Period.YEAR:
            return day.replace(month=1, day=1)
        case Period.MONTH:
            return day.replace(day=1)
        case Period.WEEK:
            return day - timedelta(days=day.weekday())
        case Period.DAY:
            return day


def next_first_day(period: Period, first: date) -> date | None:
    """The first day of the period after the one that begins on `first`; None after all time."""
    match period:
        case Period.ALL:
            return None
        case Period.YEAR:
            return first.replace(year=first.year + 1)
        case Period.MONTH:
            return (first + timedelta(days=31)).replace(day=1)
        case Period.WEEK:
            return first + timedelta(days=7)
        case Period.DAY:
            return first + timedelta(days=1)
