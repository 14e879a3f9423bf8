"""What the page of a board shows."""

from hashlib import sha256
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.guests import member
from games import jumps, leaderboards
from games.board_address import Asked, address, fields, read_address, today
from games.board_links import choices, time_of
from games.cursors import Page
from games.errors import NoSuchPlace, NoSuchPlayer
from games.leaderboards import Row
from games.models import Best
from games.ranking import Board

ROWS = 25
ABOVE = 8  # the row that somebody jumped to stands that far down its page


def board_page(request: HttpRequest, shape: str) -> dict[str, Any]:
    """The context of `leaderboard.html`; raises Http404."""
    asked = read_address(shape, request.GET)
    board, reader = asked.board, member(request)
    page, found, trouble = _read(asked)
    mine = leaderboards.around(board=board, player_id=reader.pk) if reader else None
    seen = (reader and reader.pk, page, mine, found and found.game_id, trouble)
    place = {"to": asked.to, "cursor": request.GET.get("cursor")}
    more = {name: text for name, text in place.items() if text}
    return {
        "board": board,
        "page": page,
        "mine": mine,
        "pinned": _side(page.rows, mine.me) if mine else None,
        "found": found.game_id if found else None,
        "to": asked.to,
        "trouble": trouble or asked.trouble,
        "fields": fields(board),
        "today": today(),
        "own_url": address(board, to=reader.username) if reader and mine and mine.me else None,
        "rows_url": address(board, page="leaderboard_rows", **more),
        "version": sha256(repr(seen).encode()).hexdigest()[:32],
        **choices(board),
        **time_of(board),
    }


def _read(asked: Asked) -> tuple[Page[Row], Best | None, str | None]:
    """The page, the row that was looked for, and what to say where it is not the one wanted."""
    board, after = asked.board, asked.after
    found, trouble = _find(board, asked.to) if asked.to else (None, None)
    if found is None:
        return leaderboards.page(board=board, after=after, limit=ROWS), None, trouble
    page = leaderboards.page_at(board=board, best=found, limit=ROWS, above=ABOVE)
    return page, found, trouble


def _find(board: Board, to: str) -> tuple[Best | None, str | None]:
    rank = jumps.as_rank(to)
    try:
        if rank is None:
            return jumps.to_name(board=board, name=to), None
        return jumps.to_rank(board=board, rank=rank), None
    except NoSuchPlayer:
        return None, gettext("There is no player with this name. These are the first places.")
    except NoSuchPlace:
        if rank is None:
            return None, gettext("They have no place on this board. These are the first places.")
    if rank == 0:
        return None, gettext("Places begin with the first.")
    last = jumps.last(board=board)
    return last, gettext("The board has fewer places. This is the last.") if last else None


def _side(rows: tuple[Row, ...], mine: Row | None) -> str | None:
    """On which side of the rows one's own lies; None where it is among them or nowhere."""
    if not rows or mine is None or mine in rows:
        return None
    return "above" if (mine.rank, mine.at) < (rows[0].rank, rows[0].at) else "below"
