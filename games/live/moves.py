"""What a request to move does to a game: pure, so that it can be read and tested by itself."""

from dataclasses import dataclass, replace
from itertools import pairwise

from games.live.journal import Write
from games.models import SEGMENT_MOVES, Game
from games.rules.board import Direction
from games.rules.position import Position, Step
from games.rules.record import MOVE_BYTES, Move, pack
from games.rules.tiles import Tiles

_DIRECTIONS = {way.value: way for way in Direction}
SEGMENT_BYTES = SEGMENT_MOVES * MOVE_BYTES


@dataclass(frozen=True, slots=True)
class Standing:
    """A socket's copy of a game, as good as the row until another screen moves."""

    game_id: str
    position: Position
    status: Game.Status
    tail: bytes

    @classmethod
    def of(cls, game: Game) -> "Standing":
        """Where the row stands."""
        return cls(game.id, game.position, Game.Status(game.status), bytes(game.tail))


@dataclass(frozen=True, slots=True)
class Pushed:
    """What came of a request: the position after it, the moves that were made, and for each the
    milliseconds that the browser claims passed before it."""

    position: Position
    steps: list[Step]
    claims_ms: list[int]


def push_all(start: Position, letters: str, claims_ms: list[int], tiles: Tiles) -> Pushed:
    """Push in turn. Letters that change nothing are skipped, and those after the winning merge
    (the banner asks first) or the end are dropped."""
    pushed = Pushed(start, steps := [], claims := [])
    position, waited_ms = start, 0
    for letter, claim_ms in zip(letters, claims_ms or [0] * len(letters), strict=True):
        waited_ms += claim_ms
        made = position.push(_DIRECTIONS[letter], tiles)
        if made is None:
            continue
        position, step = made
        steps.append(step)
        claims.append(waited_ms)
        waited_ms = 0
        if position.won_at_ply == position.ply:
            break
    return replace(pushed, position=position)


def share(elapsed_ms: int, claims: list[int]) -> list[int]:
    """The server's time since the last answer, split among the moves of one request in proportion
    to what the browser claims: their sum is ours, whatever is claimed."""
    total = sum(claims)
    if not total:
        claims, total = [1] * len(claims), len(claims)
    ends, so_far = [0], 0
    for claim in claims:
        so_far += claim
        ends.append(elapsed_ms * so_far // total)
    return [end - start for start, end in pairwise(ends)]


def write_of(before: Standing, pushed: Pushed, elapsed_ms: int) -> tuple[Standing, Write]:
    """The copy after the moves, and what the journal has to write for it."""
    think_ms = share(elapsed_ms, pushed.claims_ms)
    kept = (Move(step.direction, ms) for step, ms in zip(pushed.steps, think_ms, strict=True))
    tail, segment = before.tail + pack(kept), None
    if len(tail) >= SEGMENT_BYTES:
        segment, tail = tail[:SEGMENT_BYTES], tail[SEGMENT_BYTES:]
    after = Standing(before.game_id, pushed.position, _status(pushed.position), tail)
    from_ply = before.position.ply
    return after, Write(after.game_id, from_ply, after.position, after.status, tail, segment)


def _status(position: Position) -> Game.Status:
    if position.over:
        return Game.Status.OVER
    return Game.Status.WON if position.won_at_ply == position.ply else Game.Status.PLAYING
