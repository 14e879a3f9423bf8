"""Those who watch one game at this process: one text for all of them, told in slices.

The player's answer has left before they are told, and no move waits behind five hundred of them:
between two slices the loop does whatever else there is to do, and none is told while a move is
being written, whoever made it. What happens while they are told is told as one.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from contextvars import Context
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from channels.layers import get_channel_layer

from games import errors, watching
from games.live import broadcast, messages
from games.live.loader import Loader, Seat, Want
from games.live.threads import last_word

if TYPE_CHECKING:
    from games.live.consumer import GameConsumer

Socket = TypeVar("Socket")
PACE_S = 0.1  # from one telling of many to the next: few hands play faster
SLICES, LEAST = 50, 10  # so many slices at most, none smaller than that
BREATH_S = 0.001
LATE_S = 0.5  # nobody who has missed nothing is so far behind
PATIENCE_S = 0.05  # so long a telling gives way in all: where moves never rest it goes on, too


async def spread(
    sockets: Collection[Socket],
    tell: Callable[[Socket], Awaitable[None]],
    is_busy: Callable[[], bool],
) -> None:
    """Tell each, and let the loop breathe in between. None of them is waited for: what a socket
    may leave unread (limits.UNREAD) fits into the buffers of its line."""
    everybody, patience = list(sockets), int(PATIENCE_S / BREATH_S)
    size = max(LEAST, -(-len(everybody) // SLICES))
    for start in range(0, len(everybody), size):
        if start:
            await asyncio.sleep(BREATH_S)
        while patience and is_busy():
            patience -= 1
            await asyncio.sleep(BREATH_S)
        for socket in everybody[start : start + size]:
            await tell(socket)


class Audience:
    """The watchers of a game. To the rest of the house they are one screen."""

    def __init__(
        self,
        game_id: str,
        loader: Loader,
        is_busy: Callable[[], bool],
        empty: Callable[[str], object],
    ) -> None:
        """`is_busy` says whether somebody waits for a move to be written; `empty` is called with
        the game's id when the last one has left."""
        self.game_id = game_id
        self.watchers: set[GameConsumer] = set()
        self._loader, self._is_busy, self._empty = loader, is_busy, empty
        self._channel = ""
        self._ears: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        """How many watch; of one browser's screens all but one are left out."""
        return len({watcher.credential or watcher for watcher in self.watchers})

    async def join(self, watcher: "GameConsumer") -> None:
        """Have it told what happens from now on."""
        self.watchers.add(watcher)
        if self._ears is None:
            self._channel = await get_channel_layer().new_channel()
            await broadcast.join(self.game_id, self._channel)
            self._ears = asyncio.create_task(self._listen(), context=Context())

    async def leave(self, watcher: "GameConsumer") -> None:
        """No more of it; it may have left before."""
        self.watchers.discard(watcher)
        if not self.watchers and self._ears is not None:
            self._ears.cancel()
            self._ears = None
            self._empty(self.game_id)
            await broadcast.leave(self.game_id, self._channel)

    async def look_after(self, stood: tuple[int, str] | None) -> None:
        """Show the board to whoever has missed a hint: those who still do not know where the row
        stood a while ago. Most who are behind are just about to be told."""
        if any(each.missed(stood) for each in self.watchers):
            await asyncio.sleep(LATE_S)
            if behind := [each for each in self.watchers if each.missed(stood)]:
                await self._show(behind)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            events = await layer.receive_all(self._channel)
            began = time.monotonic()
            for kind, run in groupby(events, key=itemgetter("type")):
                await self._hear(kind, list(run))
            if len(self.watchers) > LEAST:
                await asyncio.sleep(PACE_S - (time.monotonic() - began))

    async def _hear(self, kind: str, events: list[dict[str, Any]]) -> None:
        if kind == "game.moved":
            await self._moved(events)
        elif kind == "game.ended":
            await self._spread(self.watchers, lambda each: each.tell_end(events[-1]["text"]))
        else:
            await self._show(list(self.watchers))

    async def _moved(self, events: Sequence[dict[str, Any]]) -> None:
        """Those who know where it began are told what happened; the others where it stands."""
        row = in_a_row(events)
        before, told = row[0]["before"], tuple(row[-1]["told"])
        text = messages.joined([event["text"] for event in row])
        behind: list[GameConsumer] = []

        async def tell(watcher: "GameConsumer") -> None:
            if watcher.told[0] >= told[0]:
                return
            if watcher.told[0] == before:
                await watcher.follow(told, text)
            else:
                behind.append(watcher)

        await self._spread(self.watchers, tell)
        if behind:
            await self._show(behind)

    async def _show(self, watchers: Collection["GameConsumer"]) -> None:
        """Where the game stands, read once for all of them."""
        try:
            seat = await self._loader.load(Want(self.game_id, None))
            watching.refuse(seat.game)
        except (errors.NotSaved, errors.Busy):
            return  # the sweep comes back to it
        except errors.Refused as refusal:
            refused = refusal  # of its own name Python forgets it here
            await self._spread(watchers, lambda each: each.refuse(refused))
            return
        text, end = _told(seat), None
        if seat.game.settled_at:
            with suppress(errors.NotSaved):
                end = await last_word(self.game_id)
        await self._spread(watchers, lambda each: each.show(seat, text, end))

    async def _spread(
        self,
        watchers: Collection["GameConsumer"],
        tell: Callable[["GameConsumer"], Awaitable[None]],
    ) -> None:
        await spread(watchers, tell, self._is_busy)


def in_a_row(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last moves that follow one another without a gap; what came twice or late is left out."""
    row = [events[0]]
    for event in events[1:]:
        if event["before"] == row[-1]["told"][0]:
            row.append(event)
        elif event["told"][0] > row[-1]["told"][0]:
            row = [event]
    return row


def _told(seat: Seat) -> str:
    return messages.encode(messages.state(seat.game, best=seat.best, you="watcher"))
