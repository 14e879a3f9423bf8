"""What one push does to a board.

A board is `bytes`, one exponent a cell, row by row from the top left: 0 is an empty cell, 1 a tile
of 2, 11 a tile of 2048. A byte a cell because four bits end at 32768.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import itemgetter
from typing import TypeVar

T = TypeVar("T")
Cells = bytes
Cut = Callable[[Cells], tuple[Cells, ...]]  # a board, cut into lines
MAX_SIDE = 8


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
    ways: tuple[tuple[Cut, Cut], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse single rows, which two directions would never move; lay out the four ways."""
        if not (2 <= self.rows <= MAX_SIDE and 2 <= self.columns <= MAX_SIDE):
            raise ValueError(f"a board has 2 to {MAX_SIDE} rows and columns, not {self}")
        ways = tuple(_way_of(self.rows, self.columns, direction) for direction in Direction)
        object.__setattr__(self, "ways", ways)

    def __str__(self) -> str:
        """Rows by columns, as everywhere: `3x4` is three rows of four."""
        return f"{self.rows}x{self.columns}"

    @classmethod
    def parse(cls, text: str) -> "Shape":
        """The shape of its text; raises ValueError where the text is not one."""
        rows, x, columns = text.partition("x")
        if x and len(rows) == len(columns) == 1 and rows in "2345678" and columns in "2345678":
            return cls(int(rows), int(columns))
        raise ValueError(f"not the shape of a board: {text[:20]!r}")

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def win_exponent(self) -> int:
        """The tile that wins; the rules name it for each shape that is played for rank."""
        return _WIN_EXPONENTS.get((self.rows, self.columns), 11)


def _way_of(rows: int, columns: int, direction: Direction) -> tuple[Cut, Cut]:
    """How to cut a board into lines, each from the edge that it is pushed towards, and how to cut
    the joined lines into the rows of a board again."""
    across = direction in (Direction.LEFT, Direction.RIGHT)
    order = list(range(rows * columns))
    if not across:
        order = [cell for column in range(columns) for cell in order[column::columns]]
    if direction in (Direction.RIGHT, Direction.DOWN):
        order.reverse()
    back = sorted(range(rows * columns), key=order.__getitem__)
    return _cut(order, columns if across else rows), _cut(back, columns)


def _cut(order: list[int], length: int) -> Cut:
    """Cut into runs of `length` evenly spaced cells: one call in C for the whole board."""
    slices = []
    for start in range(0, len(order), length):
        first, step = order[start], order[start + 1] - order[start]
        stop = first + step * length
        slices.append(slice(first, stop if stop >= 0 else None, step))
    return itemgetter(*slices)


_WIN_EXPONENTS = {(2, 4): 7, (3, 3): 9, (3, 4): 10, (4, 4): 11, (5, 5): 13}
SHAPES = {name: Shape.parse(name) for name in ("4x4", "3x3", "3x4", "2x4", "5x5")}


def slide_line(line: Cells) -> tuple[Cells, int]:
    """Push one line towards its first cell: the line after, and the points of its merges.
    rules.md, "Merging: three exact rules"."""
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
    """What is known of lines that were met; forgets all at a size that play on 4x4 never sees."""

    def __init__(self, of: Callable[[Cells], T]) -> None:
        self._of = of

    def __missing__(self, line: Cells) -> T:
        if len(self) >= 1 << 16:
            self.clear()
        self[line] = known = self._of(line)
        return known


_after = _Lines(lambda line: slide_line(line)[0]).__getitem__
_points = _Lines(lambda line: slide_line(line)[1]).__getitem__
_join = b"".join


def slide(shape: Shape, cells: Cells, direction: Direction) -> tuple[Cells, int]:
    """Push all tiles: the board before the new tile, and the points. A valid move is one whose
    board differs from before. All loops run in C, twice as fast as the plain ones."""
    cut, back = shape.ways[direction.code]
    lines = cut(cells)
    return _join(back(_join(map(_after, lines)))), sum(map(_points, lines))


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
