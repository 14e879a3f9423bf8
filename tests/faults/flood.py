"""A client that sends far too much: python -m tests.faults.flood PORT GAME SECONDS

A process of its own, so that the honest players beside it are not slowed by their own harness.
"""

import asyncio
import random
import sys
import time
from typing import Any

from tests.faults.raw import frame, open_raw

SOCKETS = 3
A_SECOND = 200  # messages of each; a person sends five
PIECES = 10  # of a second
PIECE = frame(b'{"t":"ping","n":1}') * (A_SECOND // PIECES)


async def one(site: Any, game: str, until: float) -> None:
    """Again on a new socket where it was closed; those of one second do not all come at once."""
    await asyncio.sleep(random.random() / PIECES)
    while time.monotonic() < until:
        raw = await open_raw(site, game)
        reading = asyncio.create_task(raw.close_code(60))
        while not reading.done() and time.monotonic() < until:
            raw.writer.write(PIECE)
            await asyncio.sleep(1 / PIECES)
        reading.cancel()
        raw.cut()


class Where:
    """As much of a site as a raw socket needs."""

    def __init__(self, port: int) -> None:
        self.port, self.address = port, f"http://127.0.0.1:{port}"


async def main(port: int, game: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(one(Where(port), game, until) for _ in range(SOCKETS)))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
