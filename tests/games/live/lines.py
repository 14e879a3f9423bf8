"""Sockets inside the test's own event loop: the application without a server around it."""

import json
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from games.live.consumer import GameConsumer
from games.live.process import Process

PATIENCE_S = 10.0


class Line:
    """One open socket."""

    def __init__(
        self, game_id: str, session: str | None = None, *, token: str = "", origin: str = ""
    ) -> None:
        """As a page opens it, or with a token as a program does."""
        if not token:
            origin = settings.SITE_ORIGINS[0]
        headers = [(b"origin", origin.encode())] if origin else []
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        if session:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        self._socket = WebsocketCommunicator(application, f"/ws/games/{game_id}/", headers)

    async def open(self) -> dict[str, Any]:
        """The first message."""
        assert await self.is_let_in()
        return await self.hear()

    async def is_let_in(self) -> bool:
        """Whether the handshake succeeds."""
        connected, _ = await self._socket.connect(timeout=PATIENCE_S)
        return bool(connected)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        text = await self._socket.receive_from(timeout=PATIENCE_S)
        message: dict[str, Any] = json.loads(text)
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send, and hear the answer."""
        await self.say(message)
        return await self.hear()

    async def say(self, message: dict[str, Any]) -> None:
        await self._socket.send_to(text_data=json.dumps(message))

    async def close_code(self) -> int:
        """Read to the end: the code it was closed with."""
        while (said := await self._socket.receive_output(timeout=PATIENCE_S))["type"] != (
            "websocket.close"
        ):
            pass
        code: int = said["code"]
        return code

    async def nothing(self) -> bool:
        """Whether nothing more is said."""
        quiet: bool = await self._socket.receive_nothing(timeout=0.2, interval=0.02)
        return quiet

    async def close(self) -> None:
        """Leave."""
        await self._socket.disconnect(timeout=PATIENCE_S)

    def cut(self) -> None:
        """As Daphne ends an application that does not come to an end."""
        self._socket.future.cancel()


def consumer_of(process: Process, game_id: str) -> GameConsumer:
    """The only consumer on a game."""
    [found] = [socket for socket in process.sockets if socket.game_id == game_id]
    return found
