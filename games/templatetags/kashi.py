"""Figures, days and small boards as the reader of the page writes them."""

from datetime import UTC, date, datetime

from django import template
from django.utils import formats
from django.utils.translation import get_language, gettext

from games.check_words import check_words
from games.jalali import MONTHS, jalali

register = template.Library()
PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
HIGHEST_NAMED = 131_072  # the last tile with a colour of its own; above it two looks take turns

register.simple_tag(check_words)


@register.filter
def digits(value: object) -> str:
    """The text with its figures in the digits of the language: for tiles, shapes and days."""
    return str(value).translate(PERSIAN_DIGITS) if get_language() == "fa" else str(value)


@register.filter
def number(value: int) -> str:
    """A figure in groups of three: for scores, ranks and counts."""
    return digits(f"{value:,}".replace(",", "٬" if get_language() == "fa" else ","))


@register.filter
def file_size(octets: int) -> str:
    """In megabytes, the unit that a download is judged by; a small one is not shown as nothing."""
    megabytes = max(0.1, octets / 1_000_000)
    figure = f"{megabytes:,.1f}" if megabytes < 10 else f"{megabytes:,.0f}"
    if get_language() == "fa":
        figure = digits(figure.replace(",", "٬").replace(".", "٫"))
    return gettext("{figure} MB").format(figure=figure)


@register.filter
def stopwatch(milliseconds: int) -> str:
    """As in 4:10.500, with hours where there are any."""
    point = "٫" if get_language() == "fa" else "."
    return clock(milliseconds) + digits(f"{point}{milliseconds % 1000:03}")


@register.filter
def clock(milliseconds: int) -> str:
    """The same to the second: 4:10."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return digits(f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}")


@register.filter
def measured(value: int, metric: str) -> str:
    """What stands on a board, as its metric is written."""
    return stopwatch(value) if metric == "fastest" else number(value)


@register.filter
def percent(share: float) -> str:
    """A share of one; a small one with a decimal, so that what happened is not shown as nothing."""
    figure = f"{share:.1%}" if 0 < share < 0.1 else f"{share:.0%}"
    return digits(figure.replace(".", "٫").replace("%", "٪") if get_language() == "fa" else figure)


@register.filter
def day(moment: date) -> str:
    """A day, or that of a moment (UTC), in the calendar of the language."""
    on = moment.astimezone(UTC).date() if isinstance(moment, datetime) else moment
    if get_language() != "fa":
        return formats.date_format(on, "j F Y")
    year, month, number_in_month = jalali(on)
    return digits(f"{number_in_month} {MONTHS[month - 1]} {year}")


@register.filter
def month(on: date) -> str:
    """The name of the month, in short where the language has a short one."""
    return MONTHS[jalali(on)[1] - 1] if get_language() == "fa" else formats.date_format(on, "M")


@register.filter
def day_in_short(on: date) -> str:
    """Day and month."""
    number_in_month = jalali(on)[2] if get_language() == "fa" else on.day
    return f"{digits(number_in_month)} {month(on)}"


@register.filter
def month_in_short(on: date) -> str:
    """Month and year."""
    return f"{month(on)} {digits(jalali(on)[0] if get_language() == 'fa' else on.year)}"


@register.filter
def weekday(on: date) -> str:
    """Its name, in short where the language has a short one."""
    return formats.date_format(on, "l" if get_language() == "fa" else "D")


@register.filter
def shape(name: str) -> str:
    """`3x4` as it is read, with a multiplication sign."""
    return digits(name.replace("x", "\N{MULTIPLICATION SIGN}"))


@register.filter
def beyond(tile: int) -> str:
    """Which of the two looks a tile above the named ones has; nothing for the others."""
    if tile <= HIGHEST_NAMED:
        return ""
    return "even" if tile.bit_length() % 2 else "odd"  # of the exponent, one less than the length
