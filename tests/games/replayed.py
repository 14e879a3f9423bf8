"""Finished games with all their moves, and every position of them by the rules."""

import base64
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from accounts.models import User
from games.addresses import CLASSIC
from games.models import SEGMENT_MOVES, Challenge, Game, Segment
from games.records import packed_moves
from games.rules.board import Direction
from games.rules.position import Position
from games.rules.record import MOVE_BYTES, Move, pack, unpack
from games.rules.tiles import NO_CLIENT_SEED
from tests.games.cast import game

CLIENT_SEED = "1f" * 16
# 30,000 moves of one game, four a byte. Whoever played it looked a few moves ahead with the seed in
# hand, which nobody can before the end: nothing else lasts that long on a board we have.
LONG_ID, LONG_SHAPE = "Rep1ay30", "5x5"
LONG_MOVES = Path(__file__).with_name("long_game.txt")
AT_ONCE = SEGMENT_MOVES * MOVE_BYTES


def played(owner: User, shape: str, ways: Iterable[Direction], **columns: Any) -> Game:
    """A game that ended after these pushes, its moves kept as the journal keeps them."""
    made = game(owner, 0, shape=shape, **{"client_seed": CLIENT_SEED} | columns)
    position = Position.start(made.position.shape, made.tiles)
    moves = list[Move]()
    for way in ways:
        pushed = position.push(way, made.tiles)
        if pushed:
            position = pushed[0]
            moves.append(Move(way, think_ms(position.ply)))
    packed, full = pack(moves), len(moves) // SEGMENT_MOVES
    Segment.objects.bulk_create(
        Segment(game=made, number=number, moves=packed[number * AT_ONCE : (number + 1) * AT_ONCE])
        for number in range(full)
    )
    made.cells, made.score, made.ply = position.cells, position.score, position.ply
    made.tail, made.won_at_ply = packed[full * AT_ONCE :], position.won_at_ply
    made.status = Game.Status.OVER if position.over else Game.Status.GIVEN_UP
    made.save()
    return made


def played_daily(
    owner: User, ways: Iterable[Direction], challenge: Challenge, **columns: Any
) -> Game:
    """The same as an attempt at the challenge of a day."""
    given: dict[str, Any] = {"kind": Game.Kind.DAILY, "seed": bytes(challenge.seed)} | columns
    return played(owner, CLASSIC, ways, challenge=challenge, client_seed=NO_CLIENT_SEED, **given)


def think_ms(ply: int) -> int:
    """Between a tenth of a second and a second, and now and then a pause of nine."""
    return 9000 if ply % 97 == 0 else 100 + ply * 7919 % 900


def long_game(owner: User) -> Game:
    """All of the 30,000 moves."""
    return played(owner, LONG_SHAPE, long_ways(), pk=LONG_ID)


def long_ways() -> Iterator[Direction]:
    """The pushes of the long game."""
    ways = tuple(Direction)
    for byte in base64.b64decode(LONG_MOVES.read_text()):
        yield from (ways[byte >> shift & 3] for shift in (6, 4, 2, 0))


def positions(game: Game) -> Iterator[Position]:
    """From the opening to the end, by the rules alone."""
    position = Position.start(game.position.shape, game.tiles)
    yield position
    for move in unpack(packed_moves(game)):
        pushed = position.push(move.direction, game.tiles)
        assert pushed
        position = pushed[0]
        yield position
