"""A game's record, from its rows: docs/fairness.md says what it holds."""

from typing import Any

from games.models import ENDED, SEGMENT_MOVES, Game, Segment
from games.rules.board import values
from games.rules.record import unpack
from games.rules.tiles import SCHEME


def record_of(game: Game) -> dict[str, Any]:
    """Enough to replay and check a game; its seed is None until the game has ended, and that of a
    daily challenge until its day has closed."""
    position, told = game.position, game.status in ENDED and not game.is_sealed
    moves = list(unpack(packed_moves(game)))
    return {
        "scheme": SCHEME,
        "game_id": game.tiles_id,
        "shape": game.shape,
        "commitment": game.commitment,
        "client_seed": game.client_seed or None,
        "seed": bytes(game.seed).hex() if told else None,
        "moves": "".join(move.direction for move in moves),
        "think_ms": [move.think_ms for move in moves],
        "board": values(position.shape, position.cells),
        "score": position.score,
        "largest": position.largest,
        "won_at_move": position.won_at_ply,
        "over": game.status == Game.Status.OVER,
    }


def think_times(game: Game) -> list[int]:
    """The milliseconds before each move."""
    return [move.think_ms for move in unpack(packed_moves(game))]


def packed_moves(game: Game) -> bytes:
    """The moves up to where this copy of the row stands: a segment that was filled since it was
    read holds moves that are in its tail as well."""
    tail = bytes(game.tail)
    full = game.ply // SEGMENT_MOVES
    behind = sorted((one for one in game.segments.all() if one.number < full), key=_number)
    return b"".join(bytes(one.moves) for one in behind) + tail


def _number(segment: Segment) -> int:
    return segment.number
