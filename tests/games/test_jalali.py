"""The calendar of Persian readers."""

from datetime import date, timedelta

import pytest

from games.jalali import jalali


@pytest.mark.parametrize(
    ("day", "year"),
    [
        (date(1996, 3, 20), 1375),
        (date(2020, 3, 20), 1399),
        (date(2021, 3, 21), 1400),
        (date(2024, 3, 20), 1403),
        (date(2025, 3, 21), 1404),
        (date(2026, 3, 21), 1405),
        (date(2030, 3, 21), 1409),  # five years after the last leap year, not four
    ],
)
def test_the_year_begins_at_nowruz(day: date, year: int) -> None:
    assert jalali(day) == (year, 1, 1)
    assert jalali(day - timedelta(days=1))[:2] == (year - 1, 12)


def test_days_follow_each_other_without_a_gap() -> None:
    day, before = date(2000, 1, 1), (1378, 10, 11)
    assert jalali(day) == before
    while day.year < 2060:
        day += timedelta(days=1)
        year, month, number = jalali(day)
        tomorrow = [
            (before[0], before[1], before[2] + 1),
            (before[0], before[1] + 1, 1),
            (before[0] + 1, 1, 1),
        ]
        assert (year, month, number) in tomorrow
        assert 1 <= number <= (31 if month <= 6 else 30)
        before = (year, month, number)


def test_a_leap_year_has_thirty_days_in_its_last_month() -> None:
    assert jalali(date(2025, 3, 20)) == (1403, 12, 30)
    assert jalali(date(2026, 3, 20)) == (1404, 12, 29)
