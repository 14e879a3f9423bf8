"""How fast the rules are: pushes and whole steps a second, beside two packages from PyPI.

`python -m bench.rules` counts, on boards and directions met in random play on 4x4, in one process:

- a push: the board after all tiles slid and merged, before the new tile. Ours also says the points
  and is compared with the board before; `apply_action` of gymnasium-2048 does the same.
  py2048-engine has no push without a check for the end and a new tile, so both are taken out of
  its `left()` and the like; it counts no points.
- a game step: a push in a random direction, the new tile, the check for the end, and a new game
  after it, with tiles from a plain generator for each of the three. gymnasium-2048 is spared its
  observation. `fair_game_steps_per_second` is ours with fair tiles, an HMAC each, as the server
  plays; nothing of the others compares with it.

The three take turns, and the medians of all rounds are printed; a ratio is the median of what it
was in each round. Seconds are those that this process had a processor, so that whatever else the
machine does is not measured.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, peers
from games.rules.board import SHAPES, Direction, slide
from games.rules.position import Position, Spawner
from games.rules.tiles import Tiles

SHAPE = SHAPES["4x4"]
ROUNDS = 15
OUR_COUNT, THEIR_COUNT = 20_000, 2_000  # a round of each then takes about as long


class Plain:
    """Tiles like those of the others."""

    def spawn(self, number: int, empties: Sequence[int]) -> tuple[int, int]:
        """Any cell; a 4 once in ten."""
        return random.choice(empties), 1 if random.random() < 0.9 else 2


def met_in_random_play(count: int) -> peers.Met:
    """Boards of many games and a direction for each, as they come."""
    met: peers.Met = []
    while len(met) < count:
        position = Position.start(SHAPE, Plain())
        while not position.over:
            direction = random.choice(tuple(Direction))
            met.append((position.cells, direction))
            pushed = position.push(direction, Plain())
            position = pushed[0] if pushed else position
    return met[:count]


def our_pushes(met: peers.Met) -> int:
    """How many of them were valid."""
    valid = 0
    for cells, direction in met:
        after, _points = slide(SHAPE, cells, direction)
        if after != cells:
            valid += 1
    return valid


def our_steps(count: int, tiles_of_a_game: Callable[[], Spawner]) -> None:
    """Games one after another."""
    ways, tiles = tuple(Direction), tiles_of_a_game()
    position = Position.start(SHAPE, tiles)
    for _ in range(count):
        pushed = position.push(random.choice(ways), tiles)
        if pushed:
            position, _step = pushed
            if position.over:
                tiles = tiles_of_a_game()
                position = Position.start(SHAPE, tiles)


def fair_tiles() -> Tiles:
    """As the server deals them."""
    return Tiles(seed=random.randbytes(32), game_id="bench", client_seed="0" * 32)


def check_that_all_push_alike(met: peers.Met) -> None:
    """The same work is measured, or none is."""
    for cells, direction in met:
        after, points = slide(SHAPE, cells, direction)
        theirs = peers.pushed(SHAPE, cells, direction)
        assert theirs == ((after, points), peers.lists(SHAPE, after)), (cells, direction)


def per_second(count: int, run: peers.Run) -> float:
    """What one round gives."""
    began = time.process_time()
    run()
    return count / (time.process_time() - began)


def measure() -> dict[str, list[list[float]]]:
    """Of each unit a row a round: ours, gymnasium-2048's, py2048-engine's."""
    met = met_in_random_play(OUR_COUNT)
    few = met[:THEIR_COUNT]
    check_that_all_push_alike(few)
    units: dict[str, list[list[float]]] = {"pushes": [], "game_steps": [], "fair_game_steps": []}
    for _ in range(ROUNDS):
        theirs: list[peers.Run] = [
            peers.gymnasium_pushes(SHAPE, few),
            peers.py2048_pushes(SHAPE, few),
        ]
        ours = per_second(OUR_COUNT, lambda: our_pushes(met))
        units["pushes"].append([ours, *(per_second(THEIR_COUNT, run) for run in theirs)])
        theirs = [
            lambda: peers.gymnasium_steps(THEIR_COUNT),
            lambda: peers.py2048_steps(THEIR_COUNT),
        ]
        ours = per_second(OUR_COUNT, lambda: our_steps(OUR_COUNT, Plain))
        units["game_steps"].append([ours, *(per_second(THEIR_COUNT, run) for run in theirs)])
        ours = per_second(OUR_COUNT, lambda: our_steps(OUR_COUNT, fair_tiles))
        units["fair_game_steps"].append([ours])
    return units


def main() -> None:
    """Print each figure on a line of its own."""
    units = measure()
    for unit, rows in units.items():
        figures.show(f"{unit}_per_second", [row[0] for row in rows])
    for prefix, rows in (("", units["pushes"]), ("game_steps_", units["game_steps"])):
        for other, name in enumerate(("gymnasium_2048", "py2048_engine"), start=1):
            figures.show(
                f"{prefix}ratio_to_{name}", [row[0] / row[other] for row in rows], digits=2
            )


if __name__ == "__main__":
    main()
