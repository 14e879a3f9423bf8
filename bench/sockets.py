"""A WebSocket client that costs as little as can be, so that what is measured is the server."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

Answered = Callable[["Client", bytes], None]


class Client(asyncio.Protocol):
    """One socket in a closed loop: whoever is answered asks again. Text frames below 64 KiB."""

    def __init__(self, path: str, headers: dict[str, str], answered: Answered) -> None:
        """`answered` is called with each text frame, and may `ask` again."""
        self.open = asyncio.get_running_loop().create_future()
        self.latencies_ms: list[float] = []
        self.closed_with: bytes | None = None
        self._answered, self._asked_at, self._buffer = answered, 0.0, b""
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        self._hello = "\r\n".join([*lines, "", ""]).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._hello)

    def ask(self, text: bytes) -> None:
        """Send one text frame; its mask is zeros, so that it is sent as it is."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2)
        self._asked_at = time.perf_counter()
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        """Take frames apart; the first block is the answer to the hello."""
        self._buffer += data
        if not self.open.done():
            head, found, self._buffer = self._buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head:
                self.open.set_exception(ConnectionError(head.decode()))
                return
            self.open.set_result(None)
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 4:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4]), 4
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[0] & 0x0F, buffer[start : start + size]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            if self._asked_at:
                self.latencies_ms.append((time.perf_counter() - self._asked_at) * 1000)
            self._answered(self, payload)
        elif kind == 9:  # a ping
            self.transport.write(b"\x8a\x80\0\0\0\0")
        else:
            self.closed_with = payload


def _same(client: Client) -> Client:
    return client


async def connect(
    port: int, paths_and_cookies: list[tuple[str, str]], answered: Answered
) -> list[Client]:
    """Open many sockets, some dozens at a time."""
    loop, origin = asyncio.get_running_loop(), f"http://127.0.0.1:{port}"
    common = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        "Origin": origin,
    }
    clients: list[Client] = []
    for start in range(0, len(paths_and_cookies), 50):
        some = [
            Client(path, common | {"Cookie": cookie}, answered)
            for path, cookie in paths_and_cookies[start : start + 50]
        ]
        for client in some:
            await loop.create_connection(partial(_same, client), "127.0.0.1", port)
        await asyncio.gather(*(client.open for client in some))
        clients += some
    return clients
