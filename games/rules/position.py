"""A game at a ply."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from games.rules.board import Cells, Direction, Shape, empties, is_over, slide


class Spawner(Protocol):
    """Whatever says where the next tile appears; `tiles.Tiles` in every real game."""

    def spawn(self, number: int, empties: Sequence[int]) -> tuple[int, int]:
        """Cell and exponent of spawn `number`, on one of the empty cells."""


class Step(NamedTuple):
    """A move that was made: the push, and the tile that appeared."""

    direction: Direction
    cell: int
    exponent: int


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules need to know of a game in progress. `ply` counts valid moves only, and
    `won_at_ply` is the first after which the winning tile stood on the board."""

    shape: Shape
    cells: Cells
    score: int = 0
    ply: int = 0
    won_at_ply: int | None = None

    @classmethod
    def start(cls, shape: Shape, tiles: Spawner) -> "Position":
        """The opening: two tiles, numbers 0 and 1."""
        cells = bytes(shape.size)
        for number in (0, 1):
            cells = _put(cells, *tiles.spawn(number, empties(cells)))
        return cls(shape, cells)

    def push(self, direction: Direction, tiles: Spawner) -> "tuple[Position, Step] | None":
        """The position after a move and what happened in it; None where nothing would change."""
        cells, points = slide(self.shape, self.cells, direction)
        if cells == self.cells:
            return None
        ply, won_at_ply = self.ply + 1, self.won_at_ply
        if won_at_ply is None and self.shape.win_exponent in cells:
            won_at_ply = ply  # no such tile stood here before, and none spawns: a merge made it
        cell, exponent = tiles.spawn(ply + 1, empties(cells))
        after = _put(cells, cell, exponent)
        step = Step(direction, cell, exponent)
        return Position(self.shape, after, self.score + points, ply, won_at_ply), step

    @property
    def over(self) -> bool:
        """Whether no direction is left."""
        return is_over(self.shape, self.cells)

    @property
    def largest(self) -> int:
        """The value of the highest tile; 0 on an empty board."""
        highest = max(self.cells, default=0)
        return 1 << highest if highest else 0


def _put(cells: Cells, cell: int, exponent: int) -> Cells:
    return cells[:cell] + bytes((exponent,)) + cells[cell + 1 :]
