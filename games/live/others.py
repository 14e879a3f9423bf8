"""Hints to and from the other server processes, by Redis's pub/sub.

Nobody waits for it: what is told is laid down here, and a task carries it. While Redis is away
the newest hints are kept for when it is back, and the sweep makes up for those that are lost.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
MOST_KEPT = 1000  # hints; by the time of more the sweep has told everybody
MOST_AT_ONCE = 500
PATIENCE_S = 2.0  # for an answer of Redis: past it the connection is given up
BEAT_S = 5.0  # without hints Redis is asked whether it is there this often
AGAIN_S = 0.5
PREFIX = "kashi:"  # of our channels, in a Redis that may serve other sites as well


class Hint(msgspec.Struct, array_like=True):
    """What goes through Redis, and from which process."""

    by: str
    event: dict[str, Any]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Hint).decode


class Others:
    """One connection to speak, one to listen; both come back by themselves."""

    def __init__(
        self,
        url: str,
        *,
        groups: Mapping[str, object],
        heard: Callable[[str, dict[str, Any]], None],
    ) -> None:
        """`groups` are those with a socket here, at any moment; `heard` is given their hints."""
        self._url, self._groups, self._heard = url, groups, heard
        self._me = secrets.token_hex(4)
        self._outbox: deque[tuple[str, bytes]] = deque(maxlen=MOST_KEPT)
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self._carrier: asyncio.Task[None] | None = None

    def tell(self, group: str, event: dict[str, Any]) -> None:
        """Lay down a hint to be sent."""
        self._outbox.append((PREFIX + group, _encode(Hint(self._me, event))))
        self._carry()

    def changed(self, group: str) -> None:
        """A group has its first socket here, or no longer one."""
        self._changed.add(group)
        self._carry()

    def _carry(self) -> None:
        """By a task that is nobody's in the log."""
        self._wake.set()
        if self._carrier is None or self._carrier.done():
            self._carrier = asyncio.create_task(self._run(), context=Context())

    async def _run(self) -> None:
        is_away = False
        while True:
            try:
                async with Redis.from_url(self._url) as redis, redis.pubsub() as ears:
                    async with asyncio.timeout(PATIENCE_S):
                        await ears.subscribe(PREFIX, *(PREFIX + group for group in self._groups))
                    if is_away:
                        log.warning("Redis is back")
                    is_away = False
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._speak(redis, ears))
                        both.create_task(self._listen(ears))
            except* (RedisError, OSError, TimeoutError) as errors:
                if not is_away:
                    log.warning("Redis is away, trying again: %r", errors.exceptions[0])
                is_away = True
            await asyncio.sleep(AGAIN_S)

    async def _speak(self, redis: Redis, ears: PubSub) -> None:
        while True:
            try:
                async with asyncio.timeout(BEAT_S):
                    await self._wake.wait()
            except TimeoutError:
                self._outbox.append((PREFIX, b""))  # heard by nobody
            self._wake.clear()
            async with asyncio.timeout(PATIENCE_S):
                await self._follow(ears)
                await self._send(redis)

    async def _follow(self, ears: PubSub) -> None:
        while self._changed:
            group = self._changed.pop()
            if group in self._groups:
                await ears.subscribe(PREFIX + group)
            else:
                await ears.unsubscribe(PREFIX + group)

    async def _send(self, redis: Redis) -> None:
        while self._outbox:
            batch = redis.pipeline(transaction=False)
            for _ in range(min(len(self._outbox), MOST_AT_ONCE)):
                batch.publish(*self._outbox.popleft())
            await batch.execute()

    async def _listen(self, ears: PubSub) -> None:
        async for message in ears.listen():
            if message["type"] == "message" and message["data"]:
                hint = _hint(message["data"])
                if hint and hint.by != self._me:
                    self._heard(message["channel"].decode().removeprefix(PREFIX), hint.event)


def _hint(data: bytes) -> Hint | None:
    """What came; None where it is nothing that a process of ours has said."""
    try:
        return _decode(data)
    except msgspec.DecodeError:
        log.warning("Redis brought what is no hint of ours: %r", data[:40])
        return None
