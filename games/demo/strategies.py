"""How the demo's players choose a move: three ways that differ as people do."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from random import Random

from games.rules.board import Cells, Direction, Shape, empties, legal, slide
from games.rules.position import Position

Strategy = Callable[[Position, Random], Direction]
FAVOURITES = (Direction.DOWN, Direction.LEFT, Direction.RIGHT, Direction.UP)
TIGHT = 3  # empty cells and fewer are worth a second thought; on a large board a fifth of all
LOST = -1e6
SLIPS = 0.01  # of the moves of somebody good are made without a look


def at_random(position: Position, chance: Random) -> Direction:
    """Any valid move."""
    return chance.choice(legal(position.shape, position.cells))


def into_a_corner(position: Position, chance: Random) -> Direction:
    """Down or left as they come, right only if neither goes, up as the last way out."""
    ways = legal(position.shape, position.cells)
    sides = [way for way in ways if way in FAVOURITES[:2]]
    return chance.choice(sides) if sides else next(way for way in FAVOURITES if way in ways)


def looking_ahead(position: Position, chance: Random) -> Direction:
    """The move after which the board looks best."""
    shape, cells = position.shape, position.cells
    ways = legal(shape, cells)
    if chance.random() < SLIPS:
        return chance.choice(ways)
    return max(ways, key=lambda way: _worth(shape, slide(shape, cells, way)[0]))


def thinking_twice(position: Position, chance: Random) -> Direction:
    """The same, but where room is short what may appear is weighed as well."""
    shape, cells = position.shape, position.cells
    ways = legal(shape, cells)
    if cells.count(0) > max(TIGHT, len(cells) // 5):
        return max(ways, key=lambda way: _worth(shape, slide(shape, cells, way)[0]))
    return max(ways, key=lambda way: _prospect(shape, slide(shape, cells, way)[0]))


def _prospect(shape: Shape, cells: Cells) -> float:
    """What a board is worth after a 2 on any of its empty cells and the best answer to it."""
    prospects = []
    for cell in empties(cells):
        spawned = cells[:cell] + b"\1" + cells[cell + 1 :]
        after = (slide(shape, spawned, way)[0] for way in Direction)
        prospects.append(max((_worth(shape, to) for to in after if to != spawned), default=LOST))
    return sum(prospects) / len(prospects)


def _worth(shape: Shape, cells: Cells) -> float:
    lines = map(cells.__getitem__, _lines(shape.rows, shape.columns))
    return sum(map(_line_worth, lines))


@lru_cache
def _lines(rows: int, columns: int) -> tuple[slice, ...]:
    """Where the rows and the columns of a board lie."""
    size = rows * columns
    across = (slice(start, start + columns) for start in range(0, size, columns))
    return (*across, *(slice(start, size, columns) for start in range(columns)))


@lru_cache(maxsize=1 << 17)
def _line_worth(line: Cells) -> float:
    """Empty cells and neighbours that can merge are good, a line that goes up and down is not,
    and neither are many high tiles apart."""
    pairs = list(pairwise(line))
    merges = sum(a == b != 0 for a, b in pairs)
    falls = sum(a**4 - b**4 for a, b in pairs if a > b)
    rises = sum(b**4 - a**4 for a, b in pairs if b > a)
    crowd: float = sum(tile**3.5 for tile in line)
    return 270 * line.count(0) + 700 * merges - 47 * min(falls, rises) - 11 * crowd


STRATEGIES: dict[str, Strategy] = {
    "random": at_random,
    "corner": into_a_corner,
    "greedy": looking_ahead,
    "thoughtful": thinking_twice,
}
