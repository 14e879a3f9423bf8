"""What the sockets of one process share, and what looks after them."""

import asyncio
import logging
from collections.abc import Coroutine
from contextvars import Context
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import Error

from games import metrics, play
from games.errors import Refused
from games.live import broadcast, messages
from games.live.audience import Audience
from games.live.database import Database
from games.live.journal import Journal
from games.live.loader import Loader
from games.live.reporter import Reporter

if TYPE_CHECKING:
    from games.live.consumer import GameConsumer

log = logging.getLogger(__name__)
SWEEP_S = 10  # a screen that missed a hint, or whose session has ended, learns it within twice that


class Process:
    """The journal, the loader and the open sockets of one event loop."""

    _of_loop: ClassVar["WeakKeyDictionary[asyncio.AbstractEventLoop, Process]"] = (
        WeakKeyDictionary()
    )

    def __init__(self) -> None:
        """Connects to nothing before a socket needs it."""
        self.databases = Database(), Database()
        self.journal = Journal(self.databases[0])
        self.loader = Loader(self.databases[1])
        self.sockets: set[GameConsumer] = set()
        self.audiences: dict[str, Audience] = {}  # by the games that somebody watches here
        self.reporter = Reporter(self, self.databases[1])
        self._sweeper: asyncio.Task[None] | None = None

    @classmethod
    def here(cls) -> "Process":
        """The one of the running loop, made when it is first asked for."""
        loop = asyncio.get_running_loop()
        if loop not in cls._of_loop:
            cls._of_loop[loop] = cls()
        return cls._of_loop[loop]

    def join(self, socket: "GameConsumer") -> None:
        """Look after this socket."""
        self.sockets.add(socket)
        self.reporter.wake()
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(
                self._sweep_while_open(),
                context=Context(),  # it is nobody's in the log
            )

    def leave(self, socket: "GameConsumer") -> bool:
        """No longer; False where it had never joined."""
        was_here = socket in self.sockets
        self.sockets.discard(socket)
        return was_here

    def audience(self, game_id: str) -> Audience:
        """Those who watch a game here, also where nobody does yet."""
        if game_id not in self.audiences:
            is_busy, empty = self.journal.is_writing, self.audiences.pop
            self.audiences[game_id] = Audience(game_id, self.loader, is_busy, empty)
        return self.audiences[game_id]

    def measure(self) -> None:
        """Look at what is not counted as it happens."""
        metrics.sockets.set(len(self.sockets))
        metrics.game_watchers.set(sum(len(each.watchers) for each in self.audiences.values()))
        metrics.list_watchers.set(len(self.reporter.viewers))
        metrics.writes_waiting.set(self.journal.waiting)
        metrics.loads_waiting.set(self.loader.waiting)

    async def drain(self) -> None:
        """The process is about to end: every commit under way is answered, every socket told."""
        open_ = [*self.sockets, *self.reporter.viewers]
        await asyncio.gather(*(socket.go_away() for socket in open_))
        await self.reporter.end()
        for database in self.databases:
            await database.close()

    async def _sweep_while_open(self) -> None:
        try:
            while self.sockets:
                await asyncio.sleep(SWEEP_S)
                try:
                    await self.sweep()
                except (Refused, Error):
                    log.warning("PostgreSQL is away; the sockets are looked at again later")
        finally:
            self._sweeper = None

    async def sweep(self) -> None:
        """What no hint has to be trusted with: sessions that ended, boards that moved on, days of
        the daily challenge that are over, and games whose end was saved by a process that died
        before it settled them."""
        sockets = set(self.sockets)  # of one that opens meanwhile the answers say nothing
        readers = await self.loader.readers({s.credential for s in sockets if s.credential})
        game_ids = {s.game_id for s in sockets}
        plies = await self.loader.plies(game_ids)
        late: list[Coroutine[None, None, None]] = []
        for socket in self.sockets & sockets:
            if socket.has_lost(readers.get(socket.credential)):
                late.append(socket.end_session())
            elif not socket.is_told_with_others and socket.missed(plies.get(socket.game_id)):
                late.append(socket.catch_up())
        for game_id in self.audiences.keys() & game_ids:
            late.append(self.audiences[game_id].look_after(plies.get(game_id)))
        await asyncio.gather(*late)
        for game_id in await database_sync_to_async(play.keep_days, thread_sensitive=False)():
            await broadcast.tell(game_id, {"type": "game.changed"}, besides=0)
        settle = database_sync_to_async(play.settle_left_behind, thread_sensitive=False)
        for game_id, settled in (await settle()).items():
            event = {"type": "game.ended", "text": messages.ended(settled)}
            await broadcast.tell(game_id, event, besides=0)
