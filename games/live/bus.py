"""The channel layer: hints to the sockets of this process, and by Redis to those of others.

Channels' own for one process goes through all groups with every message, and forgets whoever
joined a day ago by a clock that may step; its own for Redis lets no socket in while Redis is away.
"""

import asyncio
import secrets
from typing import Any
from weakref import WeakValueDictionary

from games.live.others import Others

Event = dict[str, Any]  # nobody changes one: all sockets are given the same
MOST_WAITING = 100  # hints of one socket; what comes after is lost, as hints may be


class Bus:
    """As much of a channel layer as sockets need: a channel each, and groups."""

    def __init__(self, *, url: str = "") -> None:
        """Of a Redis, where more than one process runs."""
        self._queues: WeakValueDictionary[str, asyncio.Queue[Event]] = WeakValueDictionary()
        self._groups: dict[str, dict[str, asyncio.Queue[Event]]] = {}
        self._others = Others(url, groups=self._groups, heard=self._deliver) if url else None

    @property
    def reaches_others(self) -> bool:
        """Whether other processes are told as well."""
        return self._others is not None

    async def new_channel(self) -> str:
        """The name of one socket's own."""
        return secrets.token_hex(8)

    async def receive(self, channel: str) -> Event:
        """The next event."""
        return await self._queue(channel).get()

    async def receive_all(self, channel: str) -> list[Event]:
        """All events that wait, once there is one."""
        queue = self._queue(channel)
        events = [await queue.get()]
        while not queue.empty():
            events.append(queue.get_nowait())
        return events

    async def group_add(self, group: str, channel: str) -> None:
        """Send a group's events to this channel, too."""
        members = self._groups.setdefault(group, {})
        members[channel] = self._queue(channel)
        if self._others and len(members) == 1:
            self._others.changed(group)

    async def group_discard(self, group: str, channel: str) -> None:
        """No longer; it need not have been in it."""
        members = self._groups.get(group, {})
        members.pop(channel, None)
        if not members and self._groups.pop(group, None) is not None and self._others:
            self._others.changed(group)

    async def group_send(self, group: str, event: Event) -> None:
        """To all who are in the group, wherever; never waits for Redis."""
        self._deliver(group, event)
        if self._others:
            self._others.tell(group, event)

    def _queue(self, channel: str) -> asyncio.Queue[Event]:
        """It lives for as long as somebody waits for it, or a group holds it."""
        queue = self._queues.get(channel)
        if queue is None:
            queue = self._queues[channel] = asyncio.Queue(MOST_WAITING)
        return queue

    def _deliver(self, group: str, event: Event) -> None:
        for queue in self._groups.get(group, {}).values():
            if not queue.full():
                queue.put_nowait(event)
