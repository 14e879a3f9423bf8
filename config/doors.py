"""What each connection passes on its way in: Daphne's protocols, less what a client could abuse."""

import json
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.utils.translation import override
from twisted.internet.interfaces import IAddress
from twisted.python.failure import Failure
from twisted.web.http import RESPONSES

from games.errors import TooLarge
from games.live.languages import wished

LARGEST_BODY = 1 << 20  # bytes; what the site reads is far below, and refused with a sentence
REFUSAL = (
    b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
)
LONGEST_QUEUE = 256  # messages of one socket that the application has not taken yet
RESPONSES.setdefault(429, b"Too Many Requests")  # to Twisted an "Unknown Status"


class Request(WebRequest):
    """An HTTP request, or the one that asks for a WebSocket: both pass here first."""

    refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's
        super().gotLength(length)
        if length is not None and length > LARGEST_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's
        """Daphne would take in all of it, whoever sends it, before anybody is asked."""
        if not self.refused and self.content.tell() + len(data) > LARGEST_BODY:
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        self.refused = True
        headers = {
            name.lower(): values[0] for name, values in self.requestHeaders.getAllRawHeaders()
        }
        with override(wished(b"", headers)):
            said = {"code": TooLarge.code, "detail": str(TooLarge())}
        body = json.dumps(said, ensure_ascii=False).encode()
        self.channel.transport.write(REFUSAL % (len(body), body))
        self.channel.loseConnection()

    def process(self) -> Any:
        if self.refused:
            return None
        if self.requestHeaders.hasHeader(b"transfer-encoding"):
            # It came in chunks and is whole now; Django's parsers read what has a length.
            self.requestHeaders.removeHeader(b"transfer-encoding")
            length = self.content.seek(0, 2)
            self.content.seek(0)
            self.requestHeaders.setRawHeaders(b"content-length", [str(length).encode()])
        # Meant for a proxy that serves us under a path; from anybody else it would put links of
        # their choice into our pages.
        self.requestHeaders.removeHeader(b"daphne-root-path")
        for value in self.requestHeaders.getRawHeaders(b"sec-websocket-protocol", []):
            if not value.isascii():  # Daphne takes it for ASCII and would stumble
                return self.basic_error(400, b"Bad Request", "Invalid header value")
        transport, done = self.transport, super().process()
        if isinstance(socket := getattr(transport, "protocol", None), Socket):
            socket.hello = self
        return done


class Socket(WebSocketProtocol):
    """A WebSocket that cannot fill our memory faster than the application empties it."""

    hello: Request | None = None  # the request that asked for it

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - Autobahn's
        if self.state != self.STATE_OPEN:
            return
        if self.application_queue.qsize() >= LONGEST_QUEUE:
            self.serverClose(1008)
            return
        super().onMessage(payload, isBinary)

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802 - Twisted's
        """Let go of what holds us: ten thousand sockets that came and went would be 160 MB of
        garbage that only the collector can find, and it comes by seldom."""
        super().connectionLost(reason)
        self.is_open = self.is_closed = None
        hello, self.hello = self.hello, None
        if hello is not None:
            hello.channel.requests.clear()
            hello.channel = None

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's
        """Autobahn's own first words a line for a log that nobody keeps, each time."""
        self._dataReceived(data)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """At once, where nothing waits before it. Twisted would ask the kernel to say when the
        line takes something, come back for that, and ask it to say no more."""
        line = self.transport
        if self.state == self.STATE_OPEN and not (line.dataBuffer or line._tempDataBuffer):
            sent = line.writeSomeData(data)
            if sent == len(data):
                return
            if isinstance(sent, int):  # else the line is lost, as Twisted will find out
                data = data[sent:]
        super().sendData(data, sync, chopsize)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        if self.state == self.STATE_OPEN:  # else nobody is there any more to hear it
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - Daphne's
        # Autobahn's `sendClose` knows no code below 3000 but 1000; 1008 and 1012 are ours to say.
        self.sendCloseFrame(code=code or 1000)


class Requests(HTTPFactory):
    """Makes each request one of ours."""

    def buildProtocol(self, addr: IAddress) -> Any:  # noqa: N802 - Twisted's
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        return protocol


class Sockets(WebSocketFactory):
    """Makes each socket one of ours."""

    protocol = Socket

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setProtocolOptions(
            failByDrop=False,  # say 1009 and 1007 before the line is cut
            closeHandshakeTimeout=10,  # after one second a slow line is reset and never hears why
        )
