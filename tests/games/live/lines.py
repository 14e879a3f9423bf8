"""Sockets inside the test's own event loop: the application without a server around it."""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from config.asgi import application
from games.live.consumer import GameConsumer
from games.live.process import Process

PATIENCE_S = 10.0


class Line:
    """One open socket. Not Channels' own for tests: of several at once those leave database
    connections open for good."""

    def __init__(
        self,
        game_id: str = "",
        session: str | None = None,
        *,
        token: str = "",
        origin: str = "",
        query: str = "",
    ) -> None:
        """As a page opens it, or with a token as a program does; without a game, in the lobby."""
        if not token:
            origin = settings.SITE_ORIGINS[0]
        headers = [(b"origin", origin.encode())] if origin else []
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        if session:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        path = f"/ws/games/{game_id}/" if game_id else "/ws/watch/"
        address = {"path": path, "query_string": query.encode()}
        scope = {"type": "websocket", "headers": headers, "subprotocols": [], **address}
        untyped: Any = ApplicationCommunicator
        self._socket = untyped(application, scope)

    async def open(self) -> dict[str, Any]:
        """The first message."""
        assert await self.is_let_in()
        return await self.hear()

    async def is_let_in(self) -> bool:
        """Whether the handshake succeeds."""
        await self._socket.send_input({"type": "websocket.connect"})
        said = await self._socket.receive_output(PATIENCE_S)
        return bool(said["type"] == "websocket.accept")

    async def hear(self) -> dict[str, Any]:
        """The next message, passing over how many watch."""
        while (message := await self.next())["t"] == "watchers":
            pass
        return message

    async def hear_a(self, kind: str) -> dict[str, Any]:
        """The next message of a kind, passing over others."""
        while (message := await self.next())["t"] != kind:
            pass
        return message

    async def next(self) -> dict[str, Any]:
        """The next message of any kind."""
        said = await self._socket.receive_output(PATIENCE_S)
        assert said["type"] == "websocket.send", said
        message: dict[str, Any] = json.loads(said["text"])
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send, and hear the answer."""
        await self.say(message)
        return await self.hear()

    async def say(self, message: dict[str, Any]) -> None:
        await self._socket.send_input({"type": "websocket.receive", "text": json.dumps(message)})

    async def close_code(self) -> int:
        """What it is closed with, as the next thing that happens."""
        said = await self._socket.receive_output(PATIENCE_S)
        assert said["type"] == "websocket.close", said
        code: int = said["code"]
        return code

    async def nothing(self) -> bool:
        """Whether nothing more is said."""
        quiet: bool = await self._socket.receive_nothing(timeout=0.2, interval=0.02)
        return quiet

    async def close(self) -> None:
        """Leave."""
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait(PATIENCE_S)

    def cut(self) -> None:
        """As Daphne ends an application that does not come to an end."""
        self._socket.future.cancel()


def consumer_of(process: Process, game_id: str) -> GameConsumer:
    """The only consumer on a game."""
    [found] = [socket for socket in process.sockets if socket.game_id == game_id]
    return found
