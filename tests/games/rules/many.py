"""A thousand games by chance, and as many false ones, for verifiers that have to agree on them.
The seed of the chance is fixed, so that a failure can be looked at."""

import copy
import json
from functools import cache
from random import Random

from games.rules.board import MAX_SIDE, Shape
from games.rules.record import Broken, verify
from tests.games.rules.given import Record, record_of, won
from tests.games.rules.tampering import TAMPERED, move, one_less, one_more, swap

GAMES = 1000
LONG_ONE_IN = 25  # on a small board, to its end
LETTERS = "URDL"
SIDES = range(2, MAX_SIDE + 1)


@cache
def honest() -> list[Record]:
    """Games on every shape; every 25th is played to its end."""
    chance = Random(2048)
    return [_game(chance, number) for number in range(GAMES)]


def _game(chance: Random, number: int) -> Record:
    long = number % LONG_ONE_IN == 0
    sides = (2, 3, 4) if long else SIDES
    shape = Shape(chance.choice(sides), chance.choice(sides))
    tried = "".join(chance.choices(LETTERS, k=3000 if long else chance.randrange(40)))
    daily = number % 10 == 1
    name = f"daily-2026-10-{number % 28 + 1:02}" if daily else f"game{number}"
    return record_of(shape, chance.randbytes(32), tried, name)


@cache
def false() -> list[tuple[int, Record]]:
    """Each of them with one thing changed, and the first ply at which that can show. Other moves
    may lead to the very same end; such a record is true, and another is made in its place."""
    chance = Random(8402)
    made = []
    for record in honest():
        ply, changed = _tampered(chance, copy.deepcopy(record))
        while _is_true(changed):
            ply, changed = _tampered(chance, copy.deepcopy(record))
        made.append((ply, changed))
    return made


def _is_true(record: Record) -> bool:
    """Whether it is what a player who made these moves would have got."""
    shape = Shape.parse(record["shape"])
    other = record_of(shape, bytes.fromhex(record["seed"]), record["moves"], record["game_id"])
    return all(other[name] == record[name] for name in other if name != "think_ms")


def _tampered(chance: Random, record: Record) -> tuple[int, Record]:
    kinds = [_tile, _score, _seed, _one_more]
    if record["moves"]:
        kinds += [_direction, _one_less]
    if len(set(record["moves"])) > 1:
        kinds += [_order]
    return chance.choice(kinds)(chance, record), record


def _tile(chance: Random, record: Record) -> int:
    row = chance.choice(record["board"])
    row[chance.randrange(len(row))] += chance.choice([1, 2, 4, 2048])
    return len(record["moves"])


def _score(chance: Random, record: Record) -> int:
    record["score"] += chance.choice([-4, 4, 2**53])
    return len(record["moves"])


def _seed(chance: Random, record: Record) -> int:
    record[chance.choice(["seed", "commitment"])] = chance.randbytes(32).hex()
    return 0


def _one_more(chance: Random, record: Record) -> int:
    one_more(chance.choice(LETTERS))(record)
    return len(record["moves"])


def _one_less(chance: Random, record: Record) -> int:
    one_less(record)
    return len(record["moves"])


def _direction(chance: Random, record: Record) -> int:
    ply = chance.randrange(len(record["moves"])) + 1
    others = LETTERS.replace(record["moves"][ply - 1], "")
    move(ply, chance.choice(others))(record)
    return ply


def _order(chance: Random, record: Record) -> int:
    moves = record["moves"]
    plies = [ply for ply in range(1, len(moves)) if moves[ply - 1] != moves[ply]]
    ply = chance.choice(plies)
    swap(ply)(record)
    return ply


def tampered() -> list[Record]:
    """One of each kind that tests/games/rules/tampering.py knows."""
    records = []
    for _, _, tamper in TAMPERED:
        record = won()
        tamper(record)
        records.append(record)
    return records


@cache
def lines() -> list[str]:
    """All of these as JSON lines: the thousand, the thousand false ones, one of each kind."""
    records = [*honest(), *(record for _, record in false()), *tampered()]
    return [json.dumps(record) for record in records]


@cache
def by_the_server() -> list[str]:
    """What the server's own verifier says of each line: nothing where all of it holds."""
    return [_found(json.loads(line)) for line in lines()]


def _found(record: Record) -> str:
    try:
        verify(record)
    except Broken as broken:
        return str(broken)
    return ""
