"""uvicorn on uvloop instead of Daphne, for sites that want more moves from each core: `SERVER`.

What config/doors.py refuses at Daphne's door, bodies of more than a megabyte and more messages than
the application takes in, uvicorn leaves to the proxy and to the kernel: it stops reading.
"""

import sys
from collections.abc import Awaitable, Callable
from socket import socket
from typing import Any

from config.serving import BACKLOG, LARGEST_MESSAGE, PATIENCE, settle_the_collector

try:
    import uvicorn
    import uvloop  # noqa: F401 - uvicorn would say so less clearly
except ImportError:
    sys.exit("SERVER=uvicorn needs uvicorn and uvloop: .venv/bin/pip install '.[uvicorn]'")


class Server:
    """Runs until a signal; then `drain`, which tells everybody and finishes what was promised."""

    def __init__(
        self,
        application: Any,
        *,
        host: str,
        port: int,
        drain: Callable[[], Awaitable[None]],
        ready: Callable[[], None],
    ) -> None:
        config = uvicorn.Config(
            application,
            host=host,
            port=port,
            backlog=BACKLOG,
            loop="uvloop",
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # boards are too short to gain by it
            lifespan="off",
            proxy_headers=False,  # TRUSTED_PROXIES counts them, for every server alike
            server_header=False,
            log_config=None,  # config/log.py has said how
            access_log=False,
            timeout_graceful_shutdown=PATIENCE,
        )
        self._uvicorn = _Uvicorn(config, drain, ready)

    def serve(self) -> None:
        """Returns once the server has ended."""
        self._uvicorn.run()


class _Uvicorn(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        drain: Callable[[], Awaitable[None]],
        ready: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.drain, self.ready = drain, ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        settle_the_collector()
        self.ready()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        await self.drain()
        await super().shutdown(sockets)
