"""A whole game as data: how its moves are packed, and how anybody checks it.

The format is docs/fairness.md, "A game's record". Run as a program (`manage.py verify`) it needs
nothing but Python.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.rules import tiles
from games.rules.board import Direction, Shape, values
from games.rules.position import Position

MOVE_BYTES = 2
_WAYS = tuple(Direction)
_THINK_BITS = 14
_COARSE = 1 << (_THINK_BITS - 1)  # from here on a think time is kept in units of 64 ms
MAX_THINK_MS = (_COARSE - 1) * 64  # 8 min 44 s; a longer pause is kept as this one

_DIGITS = 4000  # of a number that is read; Python takes 4,300


class Move(NamedTuple):
    """One move as it is kept. `think_ms` is the server's time before it: exact below 8,192 ms,
    a multiple of 64 above."""

    direction: Direction
    think_ms: int


def pack(moves: Iterable[Move]) -> bytes:
    """Two bytes a move: two bits of direction, fourteen of think time."""
    return b"".join(
        (way.code << _THINK_BITS | _packed(max(0, think_ms))).to_bytes(MOVE_BYTES)
        for way, think_ms in moves
    )


def _packed(think_ms: int) -> int:
    return think_ms if think_ms < _COARSE else _COARSE + min(_COARSE - 1, think_ms // 64)


def unpack(packed: bytes) -> Iterator[Move]:
    """The moves of `pack`, in order."""
    for at in range(0, len(packed), MOVE_BYTES):
        word = int.from_bytes(packed[at : at + MOVE_BYTES])
        think = word & ((1 << _THINK_BITS) - 1)
        think_ms = think if think < _COARSE else (think - _COARSE) * 64
        yield Move(_WAYS[word >> _THINK_BITS], think_ms)


class Broken(Exception):
    """What does not hold, and at which ply: 0 for what was fixed before the first move."""

    def __init__(self, ply: int, what: str) -> None:
        """Keeps both in one sentence."""
        super().__init__(f"ply {ply}: {what}")
        self.ply = ply


def verify(record: Any) -> Position:
    """Replay a record from its seed and compare all that it claims; raises Broken at the first
    thing that does not hold. Returns the final position."""
    if not isinstance(record, dict):
        raise Broken(0, "a record is a JSON object")
    shape, fair = _promise(record)
    position = _replay(Position.start(shape, fair), record, fair)
    claims = {
        "board": values(shape, position.cells),
        "score": position.score,
        "largest": position.largest,
        "won_at_move": position.won_at_ply,
        "over": position.over,
    }
    for name, true in claims.items():
        if name not in record or not _same(record[name], true):
            claimed = json.dumps(record.get(name))[:80]
            raise Broken(position.ply, f"{name} is {json.dumps(true)}, the record says {claimed}")
    return position


def _promise(record: dict[str, Any]) -> tuple[Shape, tiles.Tiles]:
    """What was fixed before the first move: shape, seed, commitment, the player's part."""
    if record.get("scheme") != tiles.SCHEME:
        raise Broken(0, f"the scheme is not {tiles.SCHEME}")
    game_id, client_seed = _text(record, "game_id"), _text(record, "client_seed")
    if not tiles.GAME_ID.fullmatch(game_id):
        raise Broken(0, "game_id is not 1 to 64 letters, digits and hyphens")
    if tiles.DAILY_ID.fullmatch(game_id):
        if client_seed != tiles.NO_CLIENT_SEED:
            raise Broken(0, f"the client_seed of a daily challenge is {tiles.NO_CLIENT_SEED}")
    elif not tiles.CLIENT_SEED.fullmatch(client_seed):
        raise Broken(0, "client_seed is not 32 lower-case hex digits")
    try:
        shape = Shape.parse(_text(record, "shape"))
    except ValueError as error:
        raise Broken(0, str(error)) from None
    if record.get("seed") is None:
        raise Broken(0, "the seed is not published yet; it is when the game has ended")
    seed = _seed(_text(record, "seed"))
    if tiles.commitment(seed, game_id) != _text(record, "commitment"):
        raise Broken(0, "the seed is not the one that was committed to")
    return shape, tiles.Tiles(seed=seed, game_id=game_id, client_seed=client_seed)


def _seed(text: str) -> bytes:
    if len(text) != 2 * tiles.SEED_BYTES or text.strip("0123456789abcdef"):
        raise Broken(0, "seed is not 64 lower-case hex digits")
    return bytes.fromhex(text)


def _replay(position: Position, record: dict[str, Any], fair: tiles.Tiles) -> Position:
    moves, think_ms = _text(record, "moves"), record.get("think_ms")
    _check_times(think_ms, len(moves))
    for ply, letter in enumerate(moves, start=1):
        if letter not in _WAYS:
            raise Broken(ply, f"{letter!a} is none of U, R, D and L")
        pushed = position.push(Direction(letter), fair)
        if pushed is None:
            why = "the game was over" if position.over else "it changes nothing"
            raise Broken(ply, f"{letter} is not a valid move: {why}")
        position, _step = pushed
    return position


def _check_times(think_ms: Any, moves: int) -> None:
    if not isinstance(think_ms, list) or len(think_ms) != moves:
        raise Broken(0, "think_ms does not hold one time for each move")
    for ply, time in enumerate(think_ms, start=1):
        if type(time) is not int or not 0 <= time <= MAX_THINK_MS:
            raise Broken(ply, f"its think time is not a whole number from 0 to {MAX_THINK_MS}")


def _text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise Broken(0, f"{name} is not there, or is not text")
    return value


def _whole(digits: str) -> int:
    """The number, or its beginning where it is so long that Python refuses it: what no claim can
    truly be, whatever the rest of it is."""
    return int(digits[:_DIGITS])


def _same(claimed: Any, true: Any) -> bool:
    """Equal, and of one type all through: 1.0 and True are not 1."""
    if isinstance(true, list):
        same_length = isinstance(claimed, list) and len(claimed) == len(true)
        return same_length and all(map(_same, claimed, true))
    return type(claimed) is type(true) and bool(claimed == true)


def main(arguments: list[str]) -> int:
    """`verify RECORD.json`, or `-` for standard input: one line, and 0 when all of it holds."""
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print("usage: manage.py verify RECORD.json (or - for standard input)", file=sys.stderr)
        return 2
    try:
        [name] = arguments
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        position = verify(json.loads(text, parse_int=_whole))
    except OSError as error:
        print(f"cannot read {name!a}: {error.strerror}")
    except (ValueError, RecursionError):
        print(f"{name!a} is not JSON")
    except Broken as broken:
        print(f"does not hold: {broken}")
    else:
        print(f"all of it holds: {position.ply} moves, {position.score} points")
        return 0
    return 1
