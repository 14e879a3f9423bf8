"""The calendar of a year: which days it has, and how dark they are."""

from datetime import date, timedelta

from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games import activity

TODAY = date(2026, 11, 30)  # a Monday
days = st.dates(date(2025, 11, 1), TODAY)


@settings(deadline=None)
@given(st.dictionaries(days, st.integers(1, 99)), st.sampled_from(["en", "fa"]))
def test_every_day_of_the_year_is_in_it_once_with_its_games(
    played: dict[date, int], language: str
) -> None:
    with translation.override(language):
        year = activity.year(played, TODAY)
    cells = [cell for week in year.weeks for cell in week.cells]
    first = cells[0].day
    assert [cell.day for cell in cells] == [first + timedelta(days=n) for n in range(53 * 7)]
    assert first <= TODAY - timedelta(days=364)
    assert [cell.games for cell in cells if cell.day <= TODAY] == [
        played.get(cell.day, 0) for cell in cells if cell.day <= TODAY
    ]
    assert all(cell.games is None for cell in cells if cell.day > TODAY)
    assert year.active == sum(first <= day for day in played)


@settings(deadline=None)
@given(st.dictionaries(days, st.integers(1, 99), min_size=1))
def test_a_day_with_more_games_is_never_paler(played: dict[date, int]) -> None:
    cells = [cell for week in activity.year(played, TODAY).weeks for cell in week.cells]
    shown = sorted((cell.games or 0, cell.level) for cell in cells)
    levels = [level for _, level in shown]
    assert levels == sorted(levels)
    assert all(1 <= level <= activity.LEVELS for games, level in shown if games)
    assert all(level == 0 for games, level in shown if not games)


def test_weeks_and_months_begin_as_the_language_has_them() -> None:
    assert activity.week_of(date(2026, 11, 29)) == date(2026, 11, 23)  # a Sunday
    assert activity.month_of(date(2026, 11, 29)) == date(2026, 11, 1)
    with translation.override("fa"):
        assert activity.week_of(date(2026, 11, 29)) == date(2026, 11, 28)
        assert activity.month_of(date(2026, 11, 29)) == date(2026, 11, 22)  # 1 Azar
        weeks = activity.year({}, TODAY).weeks
        assert [week.month for week in weeks if week.month][-1] == "آذر"
    assert [week.month for week in activity.year({}, date(2026, 11, 8)).weeks][-2] == "Nov"
