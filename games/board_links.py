"""The ways from one board to others, and the time that its period lasts."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext

from games import leaderboards, period_names
from games.board_address import Metric, address, board_of, running, today
from games.period_names import ENDS, RUNNING, midnight
from games.periods import Period, next_first_day
from games.ranking import Board
from games.rules.board import SHAPES
from games.templatetags.kashi import shape

PERIODS = (Period.DAY, Period.WEEK, Period.MONTH, Period.YEAR, Period.ALL)  # the shortest first


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another board; `here` where one stands on it already."""

    text: str
    url: str
    here: bool = False


def choices(board: Board) -> dict[str, Any]:
    """Other shapes and metrics over the same time, and the running periods."""
    to = [
        board_of(board.shape, board.metric, period, today(), bots=board.bots) for period in PERIODS
    ]
    return {
        "shapes": [
            Link(shape(name), address(replace(board, shape=name)), name == board.shape)
            for name in SHAPES
        ],
        "metrics": [
            Link(str(metric.label), address(replace(board, metric=metric)), metric == board.metric)
            for metric in Metric
        ],
        "groups": [
            Link(text, address(replace(board, bots=bots)), bots == board.bots)
            for bots, text in ((False, gettext("People")), (True, gettext("Bots")))
        ],
        "periods": [Link(str(RUNNING[each.period]), address(each), each == board) for each in to],
    }


def time_of(board: Board) -> dict[str, Any]:
    """What its period is called, the ones beside it, and when it ends if it still runs."""
    first, ends = board.first_day, None
    after = next_first_day(board.period, first)
    if after and running(board):
        ends = midnight(after)
    return {
        "name": period_names.name(board.period, first),
        "days": period_names.days(board.period, first),
        "running": running(board),
        "countdown": period_names.countdown(ENDS[board.period], ends) if ends else None,
        **_beside(board),
    }


def _beside(board: Board) -> dict[str, Link | None]:
    """The nearest periods in which anybody has a place; after the last of them the running one."""
    if board.period == Period.ALL:
        return {"earlier": None, "later": None}
    before, after = leaderboards.kept(board=board)
    if after is None and not running(board):
        running_one = board_of(board.shape, board.metric, board.period, today(), bots=board.bots)
        after = running_one.first_day
    return {"earlier": _of(board, before), "later": _of(board, after)}


def _of(board: Board, first: date | None) -> Link | None:
    if first is None:
        return None
    name = period_names.name(board.period, first)
    return Link(name, address(replace(board, first_day=first)))
