"""A game's record, from its rows: docs/fairness.md says what it holds."""

from typing import Any

from games.models import ENDED, Game
from games.rules.board import values
from games.rules.record import unpack
from games.rules.tiles import SCHEME


def record_of(game: Game) -> dict[str, Any]:
    """Enough to replay and check a game; its seed is None until the game has ended."""
    position, ended = game.position, game.status in ENDED
    packed = b"".join(bytes(part) for part in game.segments.values_list("moves", flat=True))
    moves = list(unpack(packed + bytes(game.tail)))
    return {
        "scheme": SCHEME,
        "game_id": game.id,
        "shape": game.shape,
        "commitment": game.commitment,
        "client_seed": game.client_seed or None,
        "seed": bytes(game.seed).hex() if ended else None,
        "moves": "".join(move.direction for move in moves),
        "think_ms": [move.think_ms for move in moves],
        "board": values(position.shape, position.cells),
        "score": position.score,
        "largest": position.largest,
        "won_at_move": position.won_at_ply,
        "over": game.status == Game.Status.OVER,
    }
