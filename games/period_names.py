"""What periods are called, and how long the running one lasts, for the reader of a page."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.periods import Period, next_first_day
from games.templatetags.kashi import day, digits

RUNNING = {
    Period.DAY: _("Today"),
    Period.WEEK: _("This week"),
    Period.MONTH: _("This month"),
    Period.YEAR: _("This year"),
    Period.ALL: _("All time"),
}
# {left} is one of the durations below; the browser puts them together anew as time goes by.
ENDS: dict[str, Promise] = {
    Period.DAY: _("The day ends in {left}"),
    Period.WEEK: _("The week ends in {left}"),
    Period.MONTH: _("The month ends in {left}"),
    Period.YEAR: _("The year ends in {left}"),
}
DAY = 24 * 60  # minutes


def name(period: Period, first: date) -> str:
    """As in "November 2026"; the boards' years and months are Gregorian in every language."""
    match period:
        case Period.ALL:
            return gettext("All time")
        case Period.YEAR:
            return digits(pgettext("a year of boards", "{year}").format(year=first.year))
        case Period.MONTH:
            return digits(formats.date_format(first, "F Y"))
        case Period.WEEK:
            year, week, _day = first.isocalendar()
            return digits(gettext("Week {week} of {year}").format(week=week, year=year))
        case Period.DAY:
            return day(midnight(first))


def days(period: Period, first: date) -> str:
    """The first and the last day, where the name alone does not tell a reader: of weeks, and of
    all periods in another calendar."""
    after = next_first_day(period, first)
    if after is None or period == Period.DAY:
        return ""
    if period != Period.WEEK and get_language() != "fa":
        return ""
    return gettext("{first} to {last}").format(
        first=day(midnight(first)), last=day(midnight(after - timedelta(days=1)))
    )


def durations() -> dict[str, str]:
    """How the rest of a period is told, by its largest unit."""
    return {
        "days": gettext("{days} d {hours} h"),
        "hours": gettext("{hours} h {minutes} min"),
        "minutes": gettext("{minutes} min"),
    }


def duration(left: timedelta) -> str:
    """As in "12 h 41 min", a begun minute counting as one."""
    minutes = max(1, -(-int(left.total_seconds()) // 60))
    unit = "days" if minutes >= DAY else "hours" if minutes >= 60 else "minutes"
    hours = minutes // 60
    values = {"days": hours // 24, "hours": hours % 24, "minutes": minutes % 60}
    return digits(durations()[unit].format(**values))


def countdown(sentence: Promise | str, ends: datetime) -> dict[str, Any]:
    """The words for the server and for the browser, which goes on counting; `sentence` has a place
    for what is left."""
    left = ends - datetime.now(UTC)
    return {
        "text": str(sentence).replace("{left}", duration(left)),
        "seconds": int(left.total_seconds()),
        "ends": ends,
        "sentence": sentence,
        "durations": durations(),
    }


def midnight(first: date) -> datetime:
    """Where a day begins (UTC)."""
    return datetime.combine(first, time(), UTC)
