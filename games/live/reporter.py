"""Once a second: what is played here is told to the other processes, what they tell is read, and
those who look for a game to watch, or are watched, hear what has changed.

It looks at the sockets that are open, and is never asked by a move.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable
from contextvars import Context
from typing import TYPE_CHECKING

import psycopg

from games import showing, watching
from games.live import messages
from games.live.audience import spread
from games.live.database import Database
from games.models import OPEN, Game
from games.rules.board import values
from games.showing import MOST, Shown, Told, Wish

if TYPE_CHECKING:
    from games.live.consumer import GameConsumer
    from games.live.lobby import Lobby
    from games.live.process import Process

EVERY_S = 1.0
COUNTS_EVERY = 2  # beats: how many watch is told that often, at most
LATELY_S = 60  # who has not moved for so long does not play now

EXCHANGE = f"""
WITH told AS (
    INSERT INTO games_report (process, at, text) VALUES (%b, now(), %b)
    ON CONFLICT (process) DO UPDATE SET at = excluded.at, text = excluded.text
)
SELECT text FROM games_report
WHERE process <> %b AND at > now() - interval '{showing.FRESH_S} seconds'"""  # noqa: S608 - a constant


class Reporter:
    """One for each process; it lives while a socket is open."""

    def __init__(self, process: "Process", database: Database) -> None:
        """Knows nothing before its first beat."""
        self.viewers: set[Lobby] = set()
        self.told = Told()  # by all processes, a moment ago
        self._me = secrets.token_hex(4)
        self._process, self._database = process, database
        self.beats, self._looked_at = 0, float("-inf")
        self._listed: set[str] = set()  # games of this process that may be shown
        self._looking, self._is_over = asyncio.Lock(), False
        self._texts: dict[Wish, tuple[list[Shown], str]] = {}
        self._heart: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """A socket was opened."""
        if self._heart is None:
            self._heart = asyncio.create_task(self._beat(), context=Context())

    async def end(self) -> None:
        """The process is about to end: no look any more, since the database is given back."""
        self._is_over = True
        async with self._looking:
            if self._heart is not None:
                self._heart.cancel()

    async def _beat(self) -> None:
        try:
            while self._process.sockets or self.viewers:
                await self.look()
                await self._tell_viewers()
                self.beats += 1
                if self.beats % COUNTS_EVERY == 0:
                    await self._tell_counts()
                await asyncio.sleep(EVERY_S)
        finally:
            self._heart = None

    async def look(self) -> None:
        """Exchange what there is to know, unless that has just been done. While the database is
        away, this process knows its own, of those that it was last told may be shown."""
        async with self._looking:
            if self._is_over or time.monotonic() - self._looked_at < EVERY_S / 2:
                return
            mine, others = Told(self._playing(), self._watched()), list[Told]()
            try:
                self._listed = await self._may_be_shown(mine)
                mine = self._only_listed(mine)
                text = showing.written(mine)
                rows = await self._database.fetch(EXCHANGE, [self._me, text, self._me])
                others = showing.read(text for (text,) in rows)
            except psycopg.Error:  # the sweep says so in the log
                mine = self._only_listed(mine)
            self.told = showing.together([mine, *others])
            self._looked_at = time.monotonic()

    def text(self, wish: Wish) -> str:
        """The message for all who wish the same; another one only where something has changed."""
        games = wish.of(self.told)
        if wish not in self._texts or self._texts[wish][0] != games:
            self._texts[wish] = games, messages.games(self.beats, games)
        return self._texts[wish][1]

    async def _tell_viewers(self) -> None:
        is_busy = self._process.journal.is_writing
        wishes = {viewer.wish for viewer in self.viewers}
        self._texts = {wish: self._texts[wish] for wish in wishes & self._texts.keys()}
        for wish in wishes:
            text = self.text(wish)
            late = [each for each in self.viewers if each.wish == wish and each.shown != text]
            await spread(late, lambda each, text=text: each.show(text), is_busy)  # type: ignore[misc]

    async def _tell_counts(self) -> None:
        counts = self.told.watchers
        late = [
            each for each in self._process.sockets if each.counted != counts.get(each.game_id, 0)
        ]
        is_busy = self._process.journal.is_writing
        await spread(late, lambda each: each.count(counts.get(each.game_id, 0)), is_busy)

    # --- what there is to tell -------------------------------------------------------------------
    def _watched(self) -> dict[str, int]:
        return {game_id: each.count for game_id, each in self._process.audiences.items()}

    def _playing(self) -> list[Shown]:
        """The best of those who have moved lately, of each board."""
        boards: dict[tuple[str, bool], dict[str, GameConsumer]] = {}
        lately = time.monotonic() - LATELY_S
        for socket in self._process.sockets:
            if socket.is_player and socket.moved_at > lately and socket.standing.status in OPEN:
                game = socket.seat.game
                games = boards.setdefault((game.shape, game.kind == Game.Kind.BOT), {})
                known = games.get(game.id)
                if known is None or known.standing.position.ply < socket.standing.position.ply:
                    games[game.id] = socket
        return [_shown(socket) for games in boards.values() for socket in _best(games.values())]

    async def _may_be_shown(self, told: Told) -> set[str]:
        """As the rows say at this moment; whatever a socket remembers may be over."""
        ids = [game.id for game in told.games]
        found = await self._database.fetch(watching.LISTED, [ids]) if ids else []
        return {game_id for (game_id,) in found}

    def _only_listed(self, told: Told) -> Told:
        return Told([game for game in told.games if game.id in self._listed], told.watchers)


def _best(sockets: Iterable["GameConsumer"]) -> list["GameConsumer"]:
    return sorted(sockets, key=lambda each: each.standing.position.score, reverse=True)[:MOST]


def _shown(socket: "GameConsumer") -> Shown:
    game, position = socket.seat.game, socket.standing.position
    return Shown(
        id=game.id,
        shape=game.shape,
        kind=game.kind,
        player=game.player.shown_name,
        score=position.score,
        largest=position.largest,
        ply=position.ply,
        board=values(position.shape, position.cells),
    )
