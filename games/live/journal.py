"""Group commit: the moves of many games in one statement.

What a socket is told has been committed before. A row is written only where it still stands at
the ply that the move began at, so a write that is sent twice, after a lost connection or by two
screens, counts once.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import psycopg

from games import metrics
from games.errors import NotSaved
from games.live.batches import Batches
from games.live.database import Database
from games.models import SEGMENT_MOVES, Game
from games.rules.position import Position

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Write:
    """A game after some moves. `tail` holds the packed moves since the last full segment, and
    `segment` the 128 moves that these ones filled up, if they did."""

    game_id: str
    from_ply: int
    position: Position
    status: Game.Status
    tail: bytes
    segment: bytes | None

    @property
    def row(self) -> tuple[object, ...]:
        """The columns of `want` in the statements below, in order."""
        position = self.position
        return (
            *(self.game_id, self.from_ply, position.ply, position.cells, position.score),
            *(self.status.value, position.won_at_ply, self.tail, self.segment),
        )


_WANT = """want (id, from_ply, ply, cells, score, status, won_at_ply, tail, segment) AS (
    SELECT * FROM unnest(%b::text[], %b::int[], %b::int[], %b::bytea[], %b::bigint[],
                         %b::text[], %b::int[], %b::bytea[], %b::bytea[]))"""

# A clock that is set back must not make a game end before it began.
_CLOCK = "greatest(now(), game.started_at, game.moved_at)"

WRITE = f"""
WITH {_WANT}, written AS (
    UPDATE games_game game SET
        ply = want.ply, cells = want.cells, score = want.score, tail = want.tail,
        status = want.status, moved_at = {_CLOCK},
        first_moved_at = coalesce(game.first_moved_at, {_CLOCK}),
        won_at_ply = want.won_at_ply,
        won_at = CASE WHEN want.won_at_ply IS NOT NULL THEN coalesce(game.won_at, {_CLOCK}) END,
        ended_at = CASE WHEN want.status = 'over' THEN {_CLOCK} END
    FROM want
    WHERE game.id = want.id AND game.ply = want.from_ply AND game.status = 'playing'
    RETURNING game.id
), segments AS (
    INSERT INTO games_segment (game_id, number, moves)
    SELECT id, from_ply / {SEGMENT_MOVES}, segment
    FROM want JOIN written USING (id) WHERE segment IS NOT NULL
)
SELECT id FROM written"""  # noqa: S608 - a constant

# After a lost connection: what stands exactly as it was to be written has been written.
STANDS = f"""
WITH {_WANT}
SELECT game.id FROM games_game game JOIN want USING (id)
WHERE game.ply = want.ply AND game.cells = want.cells AND game.score = want.score
  AND game.tail = want.tail"""  # noqa: S608 - a constant


class Journal:
    """Writes moves; one for each process."""

    def __init__(self, database: Database) -> None:
        """The database is the process's own; nobody else's statement comes in between."""
        self._database = database
        self._batches = Batches(self._write_all)
        self._under_way: dict[str, asyncio.Future[bool]] = {}

    async def write(self, write: Write) -> bool:
        """True once the moves are on disk, False where another screen moved first; raises Busy or
        NotSaved, after which only the row itself can tell."""
        # Of two writes of one game in one statement PostgreSQL would apply one, and report it once.
        while (other := self._under_way.get(write.game_id)) is not None:
            await asyncio.wait([other])
        answer = self._under_way[write.game_id] = self._batches.put(write)
        try:
            return await asyncio.shield(answer)  # a socket that goes away takes nothing with it
        finally:
            if answer.done():
                del self._under_way[write.game_id]
            else:
                answer.add_done_callback(lambda _: self._under_way.pop(write.game_id))

    def is_writing(self) -> bool:
        """Whether somebody waits to be answered."""
        return bool(self._under_way)

    @property
    def waiting(self) -> int:
        """How many writes go into the next statements."""
        return self._batches.waiting

    async def _write_all(self, batch: list[Write]) -> Sequence[bool | Exception]:
        try:
            written = await self._write(list(batch))
        except psycopg.Error as error:
            if len(batch) == 1:
                known = isinstance(error, psycopg.OperationalError)  # a full disk, a locked row
                told, id_ = str(error).split("\n")[0], batch[0].game_id
                log.error("game %s is not saved: %s", id_, told, exc_info=None if known else error)
                return [NotSaved()]
            # One bad row fails the statement for all: each on its own, the good ones get through.
            return [(await self._write_all([write]))[0] for write in batch]
        return [write.game_id in written for write in batch]

    async def _write(self, batch: list[Write]) -> set[str]:
        batch.sort(key=attrgetter("game_id"))  # two processes lock the rows they share in one order
        columns = [list(column) for column in zip(*(write.row for write in batch), strict=True)]
        began = time.monotonic()
        rows, again = await self._database.fetch_surely(WRITE, columns)
        if again:
            stands, _ = await self._database.fetch_surely(STANDS, columns)
            rows += stands
        metrics.commit_seconds.observe(time.monotonic() - began)
        metrics.commit_games.observe(len(batch))
        written = {game_id for (game_id,) in rows}
        metrics.moves.inc(
            sum(each.position.ply - each.from_ply for each in batch if each.game_id in written)
        )
        return written
