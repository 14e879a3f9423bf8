"""A Redis of its own, to be killed and started again on the same port. It keeps nothing."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.site import free_port

PROGRAM = shutil.which("redis-server")


class Redis:
    """Debian's redis-server."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Returns once it answers."""
        assert PROGRAM, "install Debian's redis-server"
        options = ["--port", str(self.port), "--save", "", "--bind", "127.0.0.1"]
        self.process = subprocess.Popen([PROGRAM, *options], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < until, "redis-server did not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def end(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def running() -> Iterator[Redis]:
    server = Redis()
    server.start()
    try:
        yield server
    finally:
        server.end()
