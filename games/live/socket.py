"""A WebSocket that speaks the protocol's frames: decodes, limits, refuses. It knows no game."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import translation

from accounts import credentials
from games import errors, metrics
from games.live import languages, limits, messages

log = logging.getLogger(__name__)
Message = dict[str, Any]
Source = Callable[[], Awaitable[Message]]
RESTART = 1012
UNABLE = 1013
CLOSE_CODES = {  # of the refusals after which there is nothing left to say
    errors.SessionEnded: 4401,
    errors.BadToken: 4401,
    errors.NotAllowed: 4403,
    errors.Sealed: 4403,
    errors.NoSpectators: 4403,
    errors.NoSuchGame: 4404,
    errors.TooFast: 4408,
}


async def in_turn(dispatch: Callable[[Message], Awaitable[None]], *sources: Source) -> None:
    """Dispatch what comes from any of the sources, one after the other. Channels' own makes a new
    task, and a wait for all of them, for every message."""
    turn = asyncio.Lock()

    async def listen(source: Source) -> None:
        while True:
            message = await source()
            async with turn:
                await dispatch(message)

    async with asyncio.TaskGroup() as all_:
        for source in sources:
            all_.create_task(listen(source))


class Socket(AsyncConsumer):
    """Frames in, frames out. Subclasses open, hear messages and hints, and leave."""

    decode = staticmethod(messages.decode)

    def __init__(self) -> None:
        """Nothing is known before the connection asks to be opened."""
        self.is_open = False
        self.language = settings.LANGUAGE_CODE
        self.credential: credentials.Credential | None = None
        self._bucket = limits.TokenBucket()
        self._unread = 0

    async def opened(self) -> None:
        """The socket was accepted."""
        raise NotImplementedError

    async def heard(self, message: messages.Incoming) -> None:
        """A message came; may raise Refused."""
        raise NotImplementedError

    async def left(self) -> None:
        """The socket is gone."""
        raise NotImplementedError

    async def __call__(self, scope: Any, receive: Source, send: Any) -> None:
        """However it ends it is left: Daphne cuts short whoever is still busy ten seconds after
        the other side went, waiting for a database that is away, say."""
        self.scope, self.base_send = scope, send
        layer = self.channel_layer = get_channel_layer()
        self.channel_name = await layer.new_channel()
        try:
            await in_turn(self.dispatch, receive, partial(layer.receive, self.channel_name))
        except* StopConsumer:
            pass
        finally:
            await self.left()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own tidies database connections before every message, in the one thread that
        all of a process's queries share: a move would wait for somebody else's page."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def websocket_connect(self, _: dict[str, Any]) -> None:
        """Accept pages of this site, and programs with a token, which come from no page; close
        with a code where there is no way in."""
        headers = dict(self.scope["headers"])
        self.credential = credentials.shown(self.scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        is_program = not origin and self.credential is not None and self.credential.token
        if origin not in settings.SITE_ORIGINS and not is_program:
            log.warning("socket refused: its origin is %r", origin[:200])
            await self.send({"type": "websocket.close"})
            return
        self.language = languages.wished(self.scope["query_string"], headers)
        self.is_open = True
        await self.send({"type": "websocket.accept"})
        try:
            await self.opened()
        except errors.Refused as refused:
            await self.refuse(refused)
            await self.close(UNABLE)  # where the refusal itself did not close it

    async def websocket_receive(self, frame: dict[str, Any]) -> None:
        """Decode and hand on; whatever is refused is answered."""
        if not self.is_open:
            return
        try:
            await self.heard(self._read(frame.get("text")))
        except errors.Refused as refused:
            await self.refuse(refused)

    def _read(self, text: str | None) -> messages.Incoming:
        """One charge a message, so that refusals in a row are counted as such."""
        try:
            message = self.decode(text)
        except errors.Refused:
            self._charge(1)
            raise
        self._charge(messages.cost(message))
        return message

    async def websocket_disconnect(self, _: dict[str, Any]) -> None:
        """The other side went."""
        self.is_open = False
        raise StopConsumer

    def _charge(self, credits_: int) -> None:
        if not self._bucket.take(credits_):
            raise errors.TooFast

    @property
    def flooding(self) -> bool:
        """Whether it goes on sending after many refusals in a row."""
        return self._bucket.refused > limits.FORGIVEN

    def has_read(self) -> None:
        """The other side has shown that it reads what it is sent."""
        self._unread = 0

    @property
    def reads(self) -> bool:
        """Whether it is not far from being closed because it does not."""
        return self._unread < limits.UNREAD // 2

    async def say(self, text: str) -> None:
        """Send one frame; closes a socket that does not read, before it fills the memory."""
        if not self.is_open:
            return
        self._unread += 1
        if self._unread > limits.UNREAD:
            await self.close(CLOSE_CODES[errors.TooFast])
            return
        await self.send({"type": "websocket.send", "text": text})

    async def refuse(self, refused: errors.Refused, *, state: dict[str, Any] | None = None) -> None:
        """Answer with code and sentence, in the reader's language; close after the last word."""
        metrics.refused("socket", refused)
        with translation.override(self.language):
            answer: dict[str, Any] = {"t": "refused", "code": refused.code, "text": str(refused)}
        if state is not None:
            answer["state"] = state
        await self.say(messages.encode(answer))
        code = CLOSE_CODES.get(type(refused))
        if code and (self.flooding or not isinstance(refused, errors.TooFast)):
            await self.close(code)

    async def send(self, message: Message) -> None:
        """uvicorn raises where the other side has gone; it will say so in a moment."""
        with suppress(OSError):
            await super().send(message)

    async def go_away(self) -> None:
        """The server restarts: say so, close."""
        await self.say(messages.encode({"t": "closing", "why": "restart"}))
        await self.close(RESTART)

    async def close(self, code: int) -> None:
        """Say nothing more."""
        if self.is_open:
            self.is_open = False
            await self.send({"type": "websocket.close", "code": code})


class Nowhere(Socket):
    """Every other address: a close with a code, where Channels would leave a traceback."""

    async def opened(self) -> None:
        """There is nothing here."""
        raise errors.NoSuchGame

    async def left(self) -> None:
        """There was nothing here."""
