"""From a rank or a name to a row of a board."""

from games import history
from games.errors import NoSuchPlace
from games.models import Best
from games.ranking import Board, at_rank, ranked

MOST_DIGITS = 12  # no board is that long


def to_rank(*, board: Board, rank: int) -> Best:
    """The row at a place from the top; raises NoSuchPlace past the last."""
    best = at_rank(board, rank) if rank > 0 else None
    if best is None:
        raise NoSuchPlace
    return best


def to_name(*, board: Board, name: str) -> Best:
    """Somebody's row; raises NoSuchPlayer, or NoSuchPlace for who is not on the board."""
    best = ranked(board).filter(player=history.find_player(name)).first()
    if best is None:
        raise NoSuchPlace
    return best


def last(*, board: Board) -> Best | None:
    """The lowest row."""
    return ranked(board).order_by("-sort_value", "-at", "-id").first()


def as_rank(text: str) -> int | None:
    """The rank that somebody wrote, in any digits, grouped or not; None for a name, which has a
    letter in it."""
    figures = "".join(sign for sign in text if sign not in " ,٬،#")
    return int(figures[:MOST_DIGITS]) if figures.isdecimal() else None
