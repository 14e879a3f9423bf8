"""Boards to begin at, and what the rules say about keys."""

from collections.abc import Iterable

from games.models import Game
from games.rules.board import SHAPES, Cells, slide
from games.rules.board import Direction as Way
from games.rules.position import Position

KEYS = {Way.LEFT: "ArrowLeft", Way.DOWN: "ArrowDown", Way.RIGHT: "ArrowRight", Way.UP: "ArrowUp"}
ALMOST_OVER = ([8, 16, 32, 64], [2, 2, 64, 16])  # a push to the left is the last one, here
END_OF_4X4 = ([2, 2, 8, 16], [16, 4, 2, 64], [2, 128, 256, 4], [4, 8, 2, 32])  # and here
# A push to the left makes a 2048, another one a second 2048.
NEAR_WIN = ([1024, 1024, 0, 0], [1024, 512, 512, 0], [0, 0, 0, 0], [0, 0, 0, 0])


def cells_of(values: Iterable[int]) -> Cells:
    """The server's form of a board."""
    return bytes(max(value.bit_length() - 1, 0) for value in values)


def valid_ways(shape: str, values: Iterable[int]) -> list[Way]:
    """Which pushes change a board."""
    cells = cells_of(values)
    return [way for way in KEYS if slide(SHAPES[shape], cells, way)[0] != cells]


def moves_of(game: Game, ways: Iterable[Way]) -> str:
    """The moves that these pushes are from the opening on: those that change the board."""
    position, moves = Position.start(game.position.shape, game.tiles), ""
    for way in ways:
        pushed = position.push(way, game.tiles)
        if pushed:
            position, moves = pushed[0], moves + way
    return moves
