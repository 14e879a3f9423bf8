"""Days in the calendar of Persian readers."""

from datetime import date

MONTHS = (
    *("فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور"),
    *("مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"),
)
CYCLE, FOUR_YEARS, YEAR = 12053, 1461, 365  # days; 33 years have eight leap years


def jalali(day: date) -> tuple[int, int, int]:
    """Year, month and day of the solar Hijri calendar, as browsers reckon it (1950 to 2090)."""
    cycles, days = divmod(day.toordinal() + 356_032, CYCLE)
    leaps, days = divmod(days, FOUR_YEARS)
    year = 33 * cycles + 4 * leaps - 1595
    if days > YEAR:
        years, days = divmod(days - 1, YEAR)
        year += years
    if days < 6 * 31:
        return year, days // 31 + 1, days % 31 + 1
    days -= 6 * 31
    return year, days // 30 + 7, days % 30 + 1
