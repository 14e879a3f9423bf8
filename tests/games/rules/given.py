"""What the tests of the rules start from: the vectors that ship, and boards and games at random."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.rules.board import Cells, Direction, Shape, values
from games.rules.position import Position, Spawner
from games.rules.tiles import Tiles, commitment

ROOT = Path(__file__).parents[3]
RULES: dict[str, Any] = json.loads((ROOT / "seeds/rules-vectors.json").read_text())
FAIRNESS: dict[str, Any] = json.loads((ROOT / "seeds/fairness-vectors.json").read_text())
Record = dict[str, Any]
WAYS = dict(zip(("up", "right", "down", "left"), Direction, strict=True))

WON = "RURLDDLDULRRURRRRRDRRRDDUDLLDLUDRRDRRUDDLURRLDRDRRRRDRLLDRRRRRRRRDRRLRD"

shapes = st.builds(Shape, st.integers(2, 8), st.integers(2, 8))
directions = st.sampled_from(Direction)
pushes = st.lists(directions, max_size=150)
# Few different tiles, so that they meet; the highest because they must not wrap.
exponents = st.sampled_from([0, 0, 1, 1, 2, 2, 3, 15, 16, 17])
seeds = st.binary(min_size=32, max_size=32)


@st.composite
def boards(
    draw: st.DrawFn,
    shapes: st.SearchStrategy[Shape] = shapes,
    exponents: st.SearchStrategy[int] = exponents,
) -> tuple[Shape, Cells]:
    """Any board of any shape, reachable or not."""
    shape = draw(shapes)
    size = st.lists(exponents, min_size=shape.size, max_size=shape.size)
    return shape, bytes(draw(size))


# Full, and so small that a pair across, a pair down and none at all are all likely.
full_boards = boards(
    st.builds(Shape, st.integers(2, 3), st.integers(2, 3)), st.sampled_from([1, 2, 3, 4])
)


class Logged:
    """Spawns as another spawner does, and keeps what appeared: (number, cell, tile value)."""

    def __init__(self, spawner: Spawner) -> None:
        """Nothing has appeared yet."""
        self._spawner = spawner
        self.log: list[tuple[int, int, int]] = []

    def spawn(self, number: int, empties: Sequence[int]) -> tuple[int, int]:
        """Pass on, and keep."""
        cell, exponent = self._spawner.spawn(number, empties)
        self.log.append((number, cell, 1 << exponent))
        return cell, exponent


def fair(seed: bytes) -> Logged:
    """Fair tiles of some game, logged."""
    return Logged(Tiles(seed=seed, game_id="k3T9xQ2b", client_seed="0" * 32))


def play(position: Position, spawner: Spawner, tried: Sequence[Direction]) -> list[Position]:
    """Every position of a game, first and last included; what changes nothing is skipped."""
    positions = [position]
    for direction in tried:
        if pushed := positions[-1].push(direction, spawner):
            positions.append(pushed[0])
    return positions


def record_of(shape: Shape, seed: bytes, tried: str, game_id: str = "k3T9xQ2b") -> Record:
    """The honest record of a game in which these directions were tried."""
    client_seed = "-" if game_id.startswith("daily-") else "0" * 32
    tiles = Tiles(seed=seed, game_id=game_id, client_seed=client_seed)
    position, moves = Position.start(shape, tiles), ""
    for letter in tried:
        if pushed := position.push(Direction(letter), tiles):
            position, moves = pushed[0], moves + letter
    return {
        "scheme": "kashi/1",
        "game_id": game_id,
        "shape": str(shape),
        "commitment": commitment(seed, game_id),
        "client_seed": client_seed,
        "seed": seed.hex(),
        "moves": moves,
        "think_ms": [300 + 7 * ply for ply in range(len(moves))],
        "board": values(shape, position.cells),
        "score": position.score,
        "largest": position.largest,
        "won_at_move": position.won_at_ply,
        "over": position.over,
    }


def won() -> Record:
    """A finished game on 2x4, won with its 68th move of 71."""
    return record_of(Shape(2, 4), bytes(32), WON)
