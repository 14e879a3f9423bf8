"""The address of a board page: what it asks for, and how it is written.

`/en/leaderboards/4x4/?period=week&metric=fastest&on=2026-11-02`, and then `cursor=` for a place to
read on from or `to=` for a rank or a name. What is usual is left out: all time, scores, and the day
of a period that still runs, so that such an address always leads to the running one.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from games.cursors import BoardCursor, from_text
from games.errors import Malformed
from games.models import Best
from games.periods import ALL_TIME, Period, first_day_around
from games.ranking import Board
from games.rules.board import SHAPES

Metric = Best.Metric


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for; `trouble` is said where it cannot be had, and something near it
    is shown."""

    board: Board
    to: str
    after: BoardCursor | None
    trouble: str | None


def today() -> date:
    """By the clock of the boards."""
    return datetime.now(UTC).date()


def read_address(shape: str, query: QueryDict) -> Asked:
    """Raises Http404 for what no link and no form of ours leads to."""
    period, metric = query.get("period", Period.ALL.value), query.get("metric", Metric.SCORE.value)
    cursor = query.get("cursor", "")
    if shape not in SHAPES or period not in Period.values or metric not in Metric.values:
        raise Http404
    try:
        after = from_text(cursor, BoardCursor) if cursor else None
    except Malformed as error:
        raise Http404 from error
    on = _day(query.get("on") or today().isoformat())
    trouble = gettext("No board is kept for this day. This is the running one.")
    bots = query.get("bots") == "1"
    return Asked(
        board=board_of(shape, metric, period, on or today(), bots=bots),
        to=query.get("to", "").strip(),
        after=after,
        trouble=trouble if on is None else None,
    )


def board_of(shape: str, metric: str, period: str, on: date, *, bots: bool) -> Board:
    """The board whose period a day lies in."""
    first_day = first_day_around(Period(period), on)
    return Board(shape, Metric(metric), Period(period), first_day, bots)


def running(board: Board) -> bool:
    """Whether its period still goes on."""
    return board.first_day == first_day_around(board.period, today())


def fields(board: Board) -> dict[str, str]:
    """What of an address names the board, but for its shape."""
    named: dict[str, str] = {"bots": "1"} if board.bots else {}
    if board.period != Period.ALL:
        named["period"] = board.period.value
    if board.metric != Metric.SCORE:
        named["metric"] = board.metric.value
    if not running(board):
        named["on"] = board.first_day.isoformat()
    return named


def address(board: Board, *, page: str = "leaderboard", **more: str) -> str:
    """The address of a board's page, at the place that `cursor` or `to` name."""
    query = urlencode(fields(board) | more)
    return reverse(page, args=[board.shape]) + (f"?{query}" if query else "")


def _day(text: str) -> date | None:
    """None for what is no day, or none that a board is kept for."""
    try:
        on = date.fromisoformat(text)
    except ValueError:
        return None
    return on if ALL_TIME <= on <= today() else None
