"""Figures, days and small boards as the reader of the page writes them."""

from datetime import UTC, date, datetime

from django import template
from django.utils import formats
from django.utils.translation import get_language

from games.jalali import MONTHS, jalali

register = template.Library()
PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
HIGHEST_NAMED = 131_072  # the last tile with a colour of its own; above it two looks take turns


@register.filter
def digits(value: object) -> str:
    """The text with its figures in the digits of the language: for tiles, shapes and days."""
    return str(value).translate(PERSIAN_DIGITS) if get_language() == "fa" else str(value)


@register.filter
def number(value: int) -> str:
    """A figure in groups of three: for scores, ranks and counts."""
    return digits(f"{value:,}".replace(",", "٬" if get_language() == "fa" else ","))


@register.filter
def stopwatch(milliseconds: int) -> str:
    """As in 4:10.500, with hours where there are any."""
    seconds, rest = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return digits(f"{clock}{'٫' if get_language() == 'fa' else '.'}{rest:03}")


@register.filter
def measured(value: int, metric: str) -> str:
    """What stands on a board, as its metric is written."""
    return stopwatch(value) if metric == "fastest" else number(value)


@register.filter
def day(moment: date) -> str:
    """A day, or that of a moment (UTC), in the calendar of the language."""
    on = moment.astimezone(UTC).date() if isinstance(moment, datetime) else moment
    if get_language() != "fa":
        return formats.date_format(on, "j F Y")
    year, month, number_in_month = jalali(on)
    return digits(f"{number_in_month} {MONTHS[month - 1]} {year}")


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
