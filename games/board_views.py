"""The pages of boards and players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.guests import member
from games import history, leaderboards
from games.cursors import BoardCursor, Cursor, HistoryCursor, from_text
from games.errors import Malformed, NoSuchPlayer
from games.leaderboards import Row
from games.ranking import Board
from games.rules.board import SHAPES

ROWS = 25


@require_safe
def leaderboard(request: HttpRequest, shape: str) -> HttpResponse:
    """The scores of all time on a shape, of people or of bots, and the reader's own place where
    they have one."""
    if shape not in SHAPES:
        raise Http404
    board = Board(shape, bots=request.GET.get("bots") == "1")
    page = leaderboards.page(board=board, after=_place(request, BoardCursor), limit=ROWS)
    reader = member(request)
    mine = leaderboards.around(board=board, player_id=reader.pk) if reader else None
    context = {
        "shape": shape,
        "shapes": list(SHAPES),
        "page": page,
        "mine": mine,
        "bots": board.bots,
        "pinned": _side(page.rows, mine.me) if mine else None,
    }
    return render(request, "leaderboard.html", context)


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's figures, bests and games."""
    try:
        found = history.find_player(name)
    except NoSuchPlayer as error:
        raise Http404 from error
    context = {
        "player": found,
        "figures": history.figures(player_id=found.pk),
        "bests": leaderboards.standings(player_id=found.pk),
        "page": history.page(player_id=found.pk, after=_place(request, HistoryCursor), limit=ROWS),
    }
    return render(request, "player.html", context)


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
