"""The pages of boards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.guests import member
from games import leaderboards
from games.cursors import BoardCursor, Cursor, from_text
from games.errors import Malformed
from games.leaderboards import Row
from games.ranking import Board
from games.rules.board import SHAPES

ROWS = 25


@require_safe
def leaderboard(request: HttpRequest, shape: str) -> HttpResponse:
    """The scores of all time on a shape, and the reader's own place where they have one."""
    if shape not in SHAPES:
        raise Http404
    board = Board(shape)
    page = leaderboards.page(board=board, after=_place(request, BoardCursor), limit=ROWS)
    reader = member(request)
    mine = leaderboards.around(board=board, player_id=reader.pk) if reader else None
    context = {
        "shape": shape,
        "shapes": list(SHAPES),
        "page": page,
        "mine": mine,
        "pinned": _side(page.rows, mine.me) if mine else None,
    }
    return render(request, "leaderboard.html", context)


def _side(rows: tuple[Row, ...], mine: Row | None) -> str | None:
    """On which side of the rows one's own lies; None where it is among them or nowhere."""
    if not rows or mine is None or mine in rows:
        return None
    return "above" if (mine.rank, mine.at) < (rows[0].rank, rows[0].at) else "below"


def _place(request: HttpRequest, kind: type[Cursor]) -> Cursor | None:
    """The cursor in the address; one that leads nowhere is an address that leads nowhere."""
    text = request.GET.get("cursor")
    try:
        return from_text(text, kind) if text else None
    except Malformed as error:
        raise Http404 from error
