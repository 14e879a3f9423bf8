"""Daphne as Kashi needs it: small frames, bounded queues, an orderly end."""

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import daphne.server  # before anything else of Twisted's: it chooses the event loop
from twisted.internet.interfaces import IListeningPort
from twisted.python.failure import Failure

from config.doors import Requests, Sockets
from config.serving import BACKLOG, LARGEST_MESSAGE, PATIENCE, settle_the_collector

logger = logging.getLogger(__name__)

# Daphne takes its factories from its own module and asks nobody.
daphne.server.HTTPFactory = Requests
daphne.server.WebSocketFactory = Sockets


class Server(daphne.server.Server):
    """Runs until a signal; then no new connection, `drain`, and out. A second signal ends at once.

    `drain` tells everybody who is connected, and comes back when all they were promised is done.
    """

    def __init__(
        self,
        application: Any,
        *,
        host: str,
        port: int,
        drain: Callable[[], Awaitable[None]],
        ready: Callable[[], None],
    ) -> None:
        super().__init__(
            application,
            endpoints=[f"tcp:port={port}:interface={quoted(host)}:backlog={BACKLOG}"],
            signal_handlers=False,
            websocket_timeout=-1,  # by the wall clock, which may step; a game has no time limit
            websocket_max_frame_size=LARGEST_MESSAGE,
            websocket_max_message_size=LARGEST_MESSAGE,
            server_name="kashi",
        )
        self.drain, self.ready = drain, ready
        self.connections: dict[Any, dict[str, Any]] = {}
        self.ports: list[IListeningPort] = []
        self.failed = ""
        self.ending: asyncio.Task[None] | None = None

    def serve(self) -> None:
        """Returns once the server has ended; exits with a sentence where it cannot listen."""
        settle_the_collector()
        for number in (signal.SIGINT, signal.SIGTERM):
            daphne.server.twisted_loop.add_signal_handler(number, self.begin_to_end)
        self.run()
        if self.failed:
            sys.exit(self.failed)

    def listen_success(self, port: IListeningPort) -> None:
        super().listen_success(port)
        self.ports.append(port)
        self.ready()

    def listen_error(self, failure: Failure) -> None:
        self.failed = failure.getErrorMessage()
        self.stop()

    def begin_to_end(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            daphne.server.twisted_loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        self.ending = asyncio.ensure_future(self.end())

    async def end(self) -> None:
        for port in self.ports:
            port.stopListening()  # type: ignore[misc] # an interface, of which mypy knows nothing
        try:
            async with asyncio.timeout(PATIENCE):
                await self.drain()
                while under_way := self.under_way():
                    await asyncio.wait(under_way)
        except TimeoutError:
            logger.warning("Ended after %s seconds with requests still under way.", PATIENCE)
        except Exception:
            logger.exception("Ended without being sure that all was done.")
        finally:
            self.stop()

    def under_way(self) -> list[asyncio.Future[None]]:
        instances = (each.get("application_instance") for each in self.connections.values())
        return [instance for instance in instances if instance and not instance.done()]

    def kill_all_applications(self) -> Any:
        # Daphne expects an application on every connection; one that has only been opened has none.
        self.connections = {
            protocol: details
            for protocol, details in self.connections.items()
            if "application_instance" in details
        }
        return super().kill_all_applications()


def quoted(host: str) -> str:
    """Of an IPv6 address the colons, which part the description of an endpoint."""
    return host.replace(":", "\\:")
