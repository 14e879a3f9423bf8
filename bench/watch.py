"""What five hundred watchers cost the player whom they watch, and how late they see a move.

A game is moved twenty times a second, which is faster than anybody plays. Rounds with and without
watchers take turns within one run, and the p99 of neighbours is compared. The watchers have a
process of their own, so that what they take to read is not laid to the server.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, site, sockets
from games.rules.board import SHAPES, Direction, slide

WATCHERS, ROUNDS, SECONDS, PER_SECOND = 500, 3, 7.5, 20
SEEN_EVERY = 32
SHAPE = SHAPES["5x5"]  # no game on it ends within a round
Times = dict[int, float]  # of the monotonic clock, which all processes share, by the ply


class Player:
    """Moves at a steady pace, and keeps when each move was acknowledged."""

    def __init__(self) -> None:
        self.acknowledged: Times = {}
        self.latencies_ms: list[float] = []
        self.errors, self._state = 0, dict[str, Any]()
        self._asked_at, self._answered = 0.0, asyncio.Event()

    async def play(self, port: int, game: tuple[str, str]) -> None:
        """One round; the first moves are for warming up."""
        [client] = await sockets.connect(port, [game], self.heard)
        await asyncio.sleep(0.5)  # its first message tells where the game stands
        loop = asyncio.get_running_loop()
        began = loop.time()
        for move in range(int(SECONDS * PER_SECOND)):
            await asyncio.sleep(began + move / PER_SECOND - loop.time())
            if move == PER_SECOND // 2:
                self.acknowledged, self.latencies_ms = {}, []
            await self._answered.wait()  # as a browser does: one request at a time
            self._answered.clear()
            self._asked_at = time.monotonic()
            client.ask(self._next_move())
        await asyncio.sleep(0.5)
        client.transport.close()

    def heard(self, _: sockets.Client, text: bytes) -> None:
        """The state at first, then answers."""
        now, message = time.monotonic(), json.loads(text)
        if message["t"] == "moved":
            self.latencies_ms.append((now - self._asked_at) * 1000)
            self.acknowledged[message["ply"]] = now
        elif message["t"] not in ("state", "watchers"):
            self.errors += 1
        stands = message.get("state", message)
        if "board" in stands:
            self._state = stands
        if message["t"] != "watchers":
            self._answered.set()

    def _next_move(self) -> bytes:
        board = self._state["board"]
        cells = bytes(value.bit_length() - 1 if value else 0 for row in board for value in row)
        turn = self._state["ply"] % 2  # two ways by turns last longer than any at random
        ways = ("LDRU", "DLRU")[turn]
        way = next(way for way in map(Direction, ways) if slide(SHAPE, cells, way)[0] != cells)
        return b'{"t":"move","ply":%d,"moves":"%s"}' % (self._state["ply"], way.encode())


class Watchers:
    """Each keeps when it saw a ply, and says now and then that it reads."""

    def __init__(self) -> None:
        self.seen: dict[sockets.Client, list[tuple[int, float]]] = {}

    async def watch(self, port: int, path: str, pipe: Connection) -> None:
        """Until the pipe says that it is enough."""
        clients = await sockets.connect(port, [(path, "")] * WATCHERS, self.heard)
        await asyncio.sleep(0.5)
        pipe.send(len(clients))
        await asyncio.to_thread(pipe.recv)
        dropped = sum(client.closed_with is not None for client in clients)
        pipe.send((list(self.seen.values()), dropped))

    def heard(self, client: sockets.Client, text: bytes) -> None:
        """A state, moves, or how many watch."""
        now, message = time.monotonic(), json.loads(text)
        if "ply" in message:
            plies = self.seen.setdefault(client, [])
            plies.append((message["ply"], now))
            if len(plies) % SEEN_EVERY == 0:
                client.ask(b'{"t":"seen","ply":%d}' % message["ply"])


def watch(port: int, path: str, pipe: Connection) -> None:
    """What the process of the watchers does. They would be on other machines, so it leaves the
    processor to those whose time is taken."""
    os.nice(10)
    asyncio.run(Watchers().watch(port, path, pipe))


@contextmanager
def watched(port: int, path: str) -> Iterator[list[Any]]:
    """Five hundred watch inside; afterwards the list holds what each saw, and how many were
    dropped."""
    said: list[Any] = []
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=watch, args=(port, path, theirs))
    process.start()
    ours.recv()
    yield said
    ours.send("enough")
    said += ours.recv()
    process.join()


def delays_ms(acknowledged: Times, seen: list[list[tuple[int, float]]]) -> list[float]:
    """From the acknowledgement of each move until each watcher saw it; a move that somebody never
    saw fails the run."""
    found = []
    for plies in seen:
        coming = iter(plies)
        ply, at = next(coming)
        for move, told in sorted(acknowledged.items()):
            while ply < move:
                ply, at = next(coming)
            found.append((at - told) * 1000)
    return found


def main() -> None:
    """Print each figure on a line of its own."""
    ratios, alone_ms, watched_ms, delays, errors = [], [], [], list[float](), 0
    with site.database():
        games = site.games(2 * ROUNDS, SHAPE)
        with site.server() as server:
            for _ in range(ROUNDS):
                alone, among = Player(), Player()
                asyncio.run(alone.play(server.port, games.pop()))
                game = games.pop()
                with watched(server.port, game[0]) as said:
                    asyncio.run(among.play(server.port, game))
                seen, dropped = said
                alone_ms.append(p99(alone.latencies_ms))
                watched_ms.append(p99(among.latencies_ms))
                ratios.append(watched_ms[-1] / alone_ms[-1])
                delays.append(p99(delays_ms(among.acknowledged, seen)))
                errors += alone.errors + among.errors + dropped + WATCHERS - len(seen)
    figures.show("watch_p99_ratio", ratios, digits=2)
    figures.show("watch_delay_p99_ms", delays, digits=1)
    figures.show("watched_p99_ms", watched_ms, digits=1)
    figures.show("alone_p99_ms", alone_ms, digits=1)
    figures.show("errors", [errors])


def p99(values: list[float]) -> float:
    """What 99 of 100 stay below."""
    return quantiles(values, n=100)[98]


if __name__ == "__main__":
    main()
