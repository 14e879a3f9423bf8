"""Sockets by hand, for clients that do what no library does: never read, never pong, any bytes."""

import asyncio
import os

from tests.site import Site

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
HELLO = (
    "GET /ws/games/{game}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\nOrigin: {origin}\r\nCookie: {cookies}\r\n\r\n"
)


def frame(payload: bytes, kind: int = TEXT, *, head: int = 0x80, masked: bool = True) -> bytes:
    """As a client sends it; `head` holds the bits for the end of a message and those reserved."""
    size, mask = len(payload), 0x80 if masked else 0
    if size < 126:
        lengths = bytes((mask | size,))
    elif size < 1 << 16:
        lengths = bytes((mask | 126,)) + size.to_bytes(2)
    else:
        lengths = bytes((mask | 127,)) + size.to_bytes(8)
    key = os.urandom(4) if masked else b""
    body = bytes(byte ^ key[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return bytes((head | kind,)) + lengths + key + body


class Raw:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def hear(self) -> tuple[int, bytes]:
        """The next frame; raises IncompleteReadError at the end."""
        kind, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2))
        return kind & 0x0F, await self.reader.readexactly(size)

    async def close_code(self, within_s: float = 10) -> int | None:
        """Read to the end: what it was closed with, None for nothing."""
        try:
            async with asyncio.timeout(within_s):
                while (heard := await self.hear())[0] != CLOSE:
                    pass
        except (OSError, EOFError):
            return None
        return int.from_bytes(heard[1][:2]) if heard[1] else 1005

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        self.writer.write(frame(payload, kind))

    def cut(self) -> None:
        self.writer.transport.abort()


async def open_raw(site: Site, game: str, cookies: str = "") -> Raw:
    """Past the handshake, with nothing read of what follows; raises OSError where it is refused."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=1 << 16)
    hello = HELLO.format(game=game, port=site.port, origin=site.address, cookies=cookies)
    writer.write(hello.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head:
        writer.close()
        raise ConnectionError(head.decode())
    return Raw(reader, writer)
