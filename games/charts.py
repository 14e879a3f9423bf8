"""A player's figures as pictures: drawn by pygal, coloured and mirrored by css/charts.css.

A picture holds no colour, no direction and no style of its own, so one serves both themes, and a
page from right to left shows its mirror image with the texts turned back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from pygal import XY, Bar, Graph, HorizontalBar
from pygal.etree import etree
from pygal.style import Style

from games.figures import Band, Reached, Span
from games.templatetags.kashi import day, digits, number, percent

MOST_TILES = 9  # the highest ones; every game reached those below
FEW = 20  # points that are still told apart
MOST_STEPS = 5
TICKS = 3  # days written below a time
SHARES = (0, 25, 50, 75, 100)
# Sizes in units of the picture, which the page scales: a unit is about a pixel.
FRAME: dict[str, Any] = {
    "width": 320,
    "height": 220,
    "margin": 2,
    "margin_right": 12,
    "show_legend": False,
    "truncate_label": -1,
    "js": (),
    "css": (),
    "style": Style(label_font_size=12, major_label_font_size=12),
    "max_scale": 5,
}
DROPPED = {"defs", "title", "desc"}  # styles, scripts and tooltips for the scripts


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, what it shows in words, and its figures as a table."""

    name: str
    title: str
    text: str
    svg: SafeString
    lines: tuple[str, ...]  # what each line stands for, where there is more than one
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def of_tiles(reached: Sequence[Reached]) -> Chart:
    """How many games came to each tile."""
    shown = reached[-MOST_TILES:]
    graph = HorizontalBar(**FRAME, y_labels=SHARES, value_formatter=_percent)
    graph.x_labels = [f"{digits(row.tile)} · {percent(row.share)}" for row in shown]
    bars = [{"value": row.share * 100, "node": {"data-v": row.tile}} for row in shown]
    graph.add("", bars)
    title = _("Tiles reached")
    text = _("In %(share)s of the games the largest tile was %(tile)s or more.")
    top = shown[-1]
    text %= {"share": percent(top.share), "tile": digits(top.tile)}
    return Chart(
        name="tiles",
        title=title,
        text=text,
        svg=_picture(graph, "tiles", title, text),
        lines=(),
        head=(_("Tile"), _("Games"), _("Share")),
        rows=tuple((digits(row.tile), number(row.games), percent(row.share)) for row in reached),
    )


def of_bands(bands: Sequence[Band]) -> Chart:
    """How the scores spread."""
    most = max(bands, key=lambda band: band.games)
    graph = Bar(**FRAME, value_formatter=_number, y_labels=_steps(most.games))
    graph.x_labels = [number(band.low) for band in bands]
    _thin_out(graph, len(bands), 4)
    graph.add("", [band.games for band in bands])
    title = _("Distribution of scores")
    text = _("Most games ended with a score in the range %(range)s.") % {"range": _range(most)}
    return Chart(
        name="scores",
        title=title,
        text=text,
        svg=_picture(graph, "scores", title, text),
        lines=(),
        head=(_("Score"), _("Games")),
        rows=tuple((_range(band), number(band.games)) for band in bands),
    )


def of_spans(
    spans: Sequence[Span], first_day: Callable[[date], date], label: Callable[[date], str]
) -> Chart:
    """The scores over time; `first_day` is that of a day's span, and `label` writes it."""
    heights = _steps(max(span.best for span in spans))
    graph = XY(**FRAME | {"margin_right": 30}, value_formatter=_number, y_labels=heights)
    graph.show_dots, graph.dots_size = len(spans) <= FEW, 2
    begin, end = spans[0].first.toordinal(), spans[-1].first.toordinal()
    graph.xrange = (begin, end) if begin < end else (begin - 1, end + 1)
    graph.x_labels = [
        {"value": first.toordinal(), "label": label(first)} for first in _ticks(spans, first_day)
    ]
    lines = (_("Average"), _("Best"))
    graph.add(lines[0], [(span.first.toordinal(), span.average) for span in spans])
    graph.add(lines[1], [(span.first.toordinal(), span.best) for span in spans])
    title = _("Score over time")
    text = _("The best score and the average of the games, from %(first)s to %(last)s.")
    text %= {"first": day(spans[0].first), "last": day(spans[-1].first)}
    return Chart(
        name="time",
        title=title,
        text=text,
        svg=_picture(graph, "time", title, text),
        lines=lines,
        head=(_("From"), _("Games"), *lines),
        rows=tuple(
            (day(span.first), number(span.games), number(span.average), number(span.best))
            for span in reversed(spans)
        ),
    )


def _steps(most: int) -> range:
    """Whole and round figures from zero, or a line says more than the figures do, up to one that
    nothing stands above."""
    power = 10 ** (len(str(most)) - 1)
    steps = (max(1, power * tenths // 10) for tenths in (2, 5, 10, 20))
    step = next(step for step in steps if MOST_STEPS * step >= most)
    return range(0, max(1, most) + step, step)


def _ticks(spans: Sequence[Span], first_day: Callable[[date], date]) -> list[date]:
    """Days as far from each other as they stand in the picture, whether they had games or not."""
    first, whole = spans[0].first, spans[-1].first - spans[0].first
    return sorted({first_day(first + whole * number // (TICKS - 1)) for number in range(TICKS)})


def _range(band: Band) -> str:
    if band.high is None:
        return _("%(low)s or more") % {"low": number(band.low)}
    return f"{number(band.low)}–{number(band.high - 1)}"


def _thin_out(graph: Graph, labels: int, most: int) -> None:
    """Write under the picture no more labels than have room."""
    graph.x_labels_major_every = -(-labels // most)
    graph.show_minor_x_labels = False


def _number(value: float) -> str:
    return number(round(value))


def _percent(value: float) -> str:
    return percent(value / 100)


def _picture(graph: Graph, name: str, title: str, text: str) -> SafeString:
    """The graph as SVG for the inside of a page, named and described for who does not see it."""
    root = graph.render_tree()
    for parent in list(root.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag in DROPPED or _is_tooltip(child):
                parent.remove(child)
    root.attrib.pop("id")  # made up by chance
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-text")
    for tag, id_, words in (("desc", "text", text), ("title", "title", title)):
        element = etree.Element(tag, id=f"{name}-{id_}")
        element.text = words
        root.insert(0, element)
    return SafeString(etree.tostring(root, encoding="unicode"))


def _is_tooltip(element: Any) -> bool:
    return "tooltip-overlay" in element.get("class", "")
