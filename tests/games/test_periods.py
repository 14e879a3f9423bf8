"""Which period a moment lies in."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Best
from games.periods import ALL_TIME, first_day, first_day_around, next_first_day

Period = Best.Period
TEHRAN = ZoneInfo("Asia/Tehran")


def test_the_last_day_of_2024_is_in_the_first_week_of_2025() -> None:
    day = first_day(Period.WEEK, datetime(2024, 12, 31, 12, tzinfo=UTC))
    assert day.isocalendar()[:2] == (2025, 1)
    assert day == date(2024, 12, 30)


def test_sunday_and_monday_part_at_midnight_utc() -> None:
    sunday = datetime(2026, 11, 1, 23, 59, 59, tzinfo=UTC)
    monday = datetime(2026, 11, 2, tzinfo=UTC)
    assert first_day(Period.WEEK, sunday) == date(2026, 10, 26)
    assert first_day(Period.WEEK, monday) == date(2026, 11, 2)


@pytest.mark.parametrize("period", Period)
def test_the_clock_on_the_wall_changes_nothing(period: Period) -> None:
    for moment in (
        datetime(2026, 11, 1, 23, 59, 59, tzinfo=UTC),
        datetime(2026, 11, 2, tzinfo=UTC),
        datetime(2026, 12, 31, 22, tzinfo=UTC),
    ):
        in_utc = first_day(period, moment)
        assert first_day(period, moment.astimezone(TEHRAN)) == in_utc
        assert first_day(period, moment.replace(tzinfo=None)) == in_utc


def test_each_period_begins_on_its_own_first_day() -> None:
    moment = datetime(2026, 11, 18, 15, tzinfo=UTC)  # a Wednesday
    assert [first_day(period, moment) for period in Period] == [
        ALL_TIME,
        date(2026, 1, 1),
        date(2026, 11, 1),
        date(2026, 11, 16),
        date(2026, 11, 18),
    ]


ENDING = [period for period in Period if period != Period.ALL]
LONGEST = {Period.DAY: 1, Period.WEEK: 7, Period.MONTH: 31, Period.YEAR: 366}


@given(st.sampled_from(ENDING), st.dates(date(1970, 1, 5), date(2200, 1, 1)))
def test_every_day_is_in_one_period_and_the_next_begins_where_it_ends(
    period: Period, day: date
) -> None:
    first = first_day_around(period, day)
    after = next_first_day(period, first)
    assert after is not None
    assert first <= day < after <= first + timedelta(days=LONGEST[period])
    assert first_day_around(period, after) == after
    assert first_day_around(period, after - timedelta(days=1)) == first


@given(st.sampled_from(ENDING), st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1)))  # noqa: DTZ001
def test_in_tehran_a_period_begins_and_ends_at_the_same_moment(
    period: Period, naive: datetime
) -> None:
    moment = naive.replace(tzinfo=UTC)
    assert first_day(period, moment.astimezone(TEHRAN)) == first_day(period, moment)


def test_all_time_has_no_end() -> None:
    assert next_first_day(Period.ALL, ALL_TIME) is None
