"""Playing one demo game by the rules, with fair tiles and think times a hand could have."""

import secrets
from dataclasses import dataclass
from math import log
from random import Random

from games.demo.strategies import Strategy, into_a_corner
from games.models import Challenge, new_game_id
from games.rules.board import SHAPES
from games.rules.position import Position
from games.rules.record import Move
from games.rules.tiles import NO_CLIENT_SEED, SEED_BYTES, Tiles

SHORTEST_MS, LONGEST_MS = 90, 8000
PAUSES = 0.012  # of the moves come after a look out of the window
# After so many moves the rest is played as it comes, to an end that is soon there: seeding a site
# has a minute, and a game by somebody good can go on for thousands of moves.
ATTENTION = 1800
LONGEST_ATTENTION = {"5x5": 5000}  # where a win takes 3,900 of them


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays: by which strategy, how fast, and how often a win is enough."""

    strategy: Strategy
    pace_ms: int
    stops_at_win: float


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played."""

    id: str
    seed: bytes
    client_seed: str
    position: Position
    moves: tuple[Move, ...]


def play(
    shape: str,
    habits: Habits,
    chance: Random,
    patience: int | None,
    challenge: Challenge | None = None,
) -> Played:
    """A game until it is over, its player is content with the win or out of patience; with the
    tiles of a daily challenge where it is an attempt at one."""
    game_id, seed = new_game_id(), secrets.token_bytes(SEED_BYTES)
    tiles_id, client_seed = game_id, secrets.token_hex(16)
    if challenge:
        seed, tiles_id, client_seed = bytes(challenge.seed), challenge.tiles_id, NO_CLIENT_SEED
    tiles = Tiles(seed=seed, game_id=tiles_id, client_seed=client_seed)
    position = Position.start(SHAPES[shape], tiles)
    moves: list[Move] = []
    content = chance.random() < habits.stops_at_win
    attention = LONGEST_ATTENTION.get(shape, ATTENTION)
    while not position.over and len(moves) != patience and not (content and position.won_at_ply):
        strategy = habits.strategy if len(moves) < attention else into_a_corner
        way = strategy(position, chance)
        pushed = position.push(way, tiles)
        if pushed is None:
            raise ValueError(f"{way} is not a valid move")
        position = pushed[0]
        moves.append(Move(way, _think_ms(habits.pace_ms, chance)))
    return Played(game_id, seed, client_seed, position, tuple(moves))


def _think_ms(pace_ms: int, chance: Random) -> int:
    if chance.random() < PAUSES:
        return chance.randint(1500, LONGEST_MS)
    think = int(chance.lognormvariate(log(pace_ms), 0.45))
    return min(max(think, SHORTEST_MS), LONGEST_MS)
