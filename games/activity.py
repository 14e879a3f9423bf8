"""A year of playing, as a calendar of the reader's language: weeks, and the days in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import get_language

from games.jalali import jalali
from games.templatetags.kashi import month

WEEKS = 53
LEVELS = 4  # shades of a day with games
DARKEST = 0.9  # the share of such days that are not yet in the last shade
MONDAY, SATURDAY = 0, 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A day; `games` is None for the days to come."""

    day: date
    games: int | None
    level: int


@dataclass(frozen=True, slots=True)
class Week:
    """Seven days, and the month that begins among them, if one does."""

    first: date
    month: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Year:
    """The weeks up to the running one, and on how many of their days there was a game."""

    weeks: tuple[Week, ...]
    active: int


def year(days: Mapping[date, int], today: date) -> Year:
    """The year up to today; `days` holds the games of each day."""
    last = week_of(today)
    firsts = [last - timedelta(weeks=back) for back in reversed(range(WEEKS))]
    counts = sorted(games for day, games in days.items() if firsts[0] <= day <= today)
    full = counts[int(DARKEST * (len(counts) - 1))] if counts else 1
    weeks = tuple(_week(first, days, today, full) for first in firsts)
    return Year(weeks, active=len(counts))


def _week(first: date, days: Mapping[date, int], today: date, full: int) -> Week:
    seven = [first + timedelta(days=number) for number in range(7)]
    begins = [day for day in seven if month_of(day) == day]
    return Week(
        first=first,
        month=month(begins[0]) if begins and first < week_of(today) else "",
        cells=tuple(_cell(day, days.get(day, 0) if day <= today else None, full) for day in seven),
    )


def _cell(day: date, games: int | None, full: int) -> Cell:
    """A day, a shade darker for each quarter of a `full` one."""
    return Cell(day, games, min(LEVELS, -(-LEVELS * (games or 0) // full)))


def week_of(day: date) -> date:
    """The first day of its week: Monday, or Saturday in Persian."""
    start = SATURDAY if get_language() == "fa" else MONDAY
    return day - timedelta(days=(day.weekday() - start) % 7)


def month_of(day: date) -> date:
    """The first day of its month."""
    number = jalali(day)[2] if get_language() == "fa" else day.day
    return day - timedelta(days=number - 1)
