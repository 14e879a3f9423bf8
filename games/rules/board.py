"""What one push does to a board.

A board is `bytes`, one exponent a cell, row by row from the top left: 0 is an empty cell, 1 a tile
of 2, 11 a tile of 2048. A byte a cell because four bits end at 32768.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import itemgetter
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
Cells = bytes
MAX_SIDE = 8
MAX_KNOWN_LINES = 1 << 16  # more than play on 4x4 ever meets
_WIN_EXPONENTS = {(2, 4): 7, (3, 3): 9, (3, 4): 10, (4, 4): 11, (5, 5): 13}


class Direction(StrEnum):
    """Where a push goes. The value is the letter that records and the wire use; `code` (0 to 3 in
    this order) is what the store and the tables below use."""

    code: int
    UP = "U"
    RIGHT = "R"
    DOWN = "D"
    LEFT = "L"


for _code, _way in enumerate(Direction):
    _way.code = _code


@dataclass(frozen=True, slots=True)
class Shape:
    """Rows and columns of a board, each 2 to 8; raises ValueError for anything else."""

    rows: int
    columns: int
    ways: "tuple[_Way, ...]" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse single rows, which two directions would never move; lay out the four ways."""
        if not (2 <= self.rows <= MAX_SIDE and 2 <= self.columns <= MAX_SIDE):
            raise ValueError(f"a board has 2 to {MAX_SIDE} rows and columns, not {self}")
        ways = tuple(_way_of(self.rows, self.columns, direction) for direction in Direction)
        object.__setattr__(self, "ways", ways)

    def __reduce__(self) -> "tuple[type[Shape], tuple[int, int]]":
        """Copies and pickles are made anew: the ways are code, not data."""
        return Shape, (self.rows, self.columns)

    def __str__(self) -> str:
        """Rows by columns, as everywhere: `3x4` is three rows of four."""
        return f"{self.rows}x{self.columns}"

    @classmethod
    def parse(cls, text: str) -> "Shape":
        """The shape of its text; raises ValueError where the text is not one."""
        rows, x, columns = text.partition("x")
        if x and len(rows) == len(columns) == 1 and rows in "2345678" and columns in "2345678":
            return cls(int(rows), int(columns))
        raise ValueError(f"not the shape of a board: {text[:20]!a}")

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def win_exponent(self) -> int:
        """The tile that wins; the rules name it for each shape that is played for rank."""
        return _WIN_EXPONENTS.get((self.rows, self.columns), 11)


def slide_line(line: Cells) -> tuple[Cells, int]:
    """Push one line towards its first cell: the line after, and the points of its merges.
    docs/rules.md, "Merging: three exact rules"."""
    tiles = [exponent for exponent in line if exponent]
    after, points, at = [], 0, 0
    while at < len(tiles):
        exponent = tiles[at]
        if at + 1 < len(tiles) and tiles[at + 1] == exponent:
            exponent += 1
            points += 1 << exponent
            at += 1
        after.append(exponent)
        at += 1
    return bytes(after).ljust(len(line), b"\0"), points


class _Lines(dict[Cells, T]):
    """What is known of the lines that were met; forgets all when they become too many."""

    def __init__(self, of: Callable[[Cells], T]) -> None:
        self._of = of

    def __missing__(self, line: Cells) -> T:
        if len(self) >= MAX_KNOWN_LINES:
            self.clear()
        self[line] = known = self._of(line)
        return known


_to_first = _Lines(lambda line: slide_line(line)[0])
_to_last = _Lines(lambda line: slide_line(line[::-1])[0][::-1])
_points = _Lines(lambda line: slide_line(line)[1])  # the same whichever end a line is pushed to
_join = b"".join

# How a board is pushed one way: cut it into lines, and what is known of them. For up and down the
# columns are laid out as rows before (`turn`) and back again after; `pad` fills a board up to the
# 256 bytes that `translate` takes: turn.translate(cells + pad) is bytes(cells[i] for i in turn).
_Way = tuple[Callable[[Cells], tuple[Cells, ...]], _Lines[Cells], bytes, bytes, bytes]


def _way_of(rows: int, columns: int, direction: Direction) -> _Way:
    size = rows * columns
    lines = _to_first if direction in (Direction.UP, Direction.LEFT) else _to_last
    if direction in (Direction.LEFT, Direction.RIGHT):
        return Struct(f"{columns}s" * rows).unpack, lines, b"", b"", b""
    turn = bytes(cell for column in range(columns) for cell in range(column, size, columns))
    back = bytes(cell for row in range(rows) for cell in range(row, size, rows))
    return Struct(f"{rows}s" * columns).unpack, lines, turn, back, bytes(256 - size)


def slide(shape: Shape, cells: Cells, direction: Direction) -> tuple[Cells, int]:
    """Push all tiles: the board before the new tile, and the points. A valid move is one whose
    board differs from before. All loops run in C: bench/rules.py says how fast."""
    cut, after, turn, back, pad = shape.ways[direction.code]
    if turn:
        lines = itemgetter(*cut(turn.translate(cells + pad)))
        return back.translate(_join(lines(after)) + pad), sum(lines(_points))
    lines = itemgetter(*cut(cells))
    return _join(lines(after)), sum(lines(_points))


SHAPES = {name: Shape.parse(name) for name in ("4x4", "3x3", "3x4", "2x4", "5x5")}


def legal(shape: Shape, cells: Cells) -> tuple[Direction, ...]:
    """The valid moves, in the order up, right, down, left; none when the game is over."""
    return tuple(way for way in Direction if slide(shape, cells, way)[0] != cells)


def is_over(shape: Shape, cells: Cells) -> bool:
    """Whether no direction is valid: `legal` is empty, told more quickly."""
    if 0 in cells:
        return not any(cells)
    return not any(slide(shape, cells, way)[1] for way in (Direction.LEFT, Direction.UP))


def empties(cells: Cells) -> Sequence[int]:
    """The empty cells, in order."""
    return [cell for cell, exponent in enumerate(cells) if not exponent]


def values(shape: Shape, cells: Cells) -> list[list[int]]:
    """Rows of tile values, 0 for an empty cell: how a board is written outside of this house."""
    flat = [1 << exponent if exponent else 0 for exponent in cells]
    return [flat[start : start + shape.columns] for start in range(0, shape.size, shape.columns)]
