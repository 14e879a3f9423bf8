"""Durable moves a second, beside the bare echo that the same server could do at most.

500 players at once, each asking again as soon as they are answered, in one server process. Moves
and echoes take turns within one run, and the medians of the rounds are compared: a message each,
JSON both ways. Every counted move is legal, committed and acknowledged. Then the same players move
at a pace of their own that makes half of those moves a second, as on a site that is well filled.
"""

import asyncio
import json
import random
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, site, sockets
from games.rules.board import SHAPES, Direction, slide

SOCKETS, ROUNDS, SECONDS = 500, 5, 4.0
WARM_UP = 50  # sockets before memory is measured: what the first ones load is nobody's share
SHAPE = SHAPES["4x4"]
Round = tuple[float, float, int]  # answers a second, their p99 in milliseconds, errors


class Load:
    """What all clients of a round count together, and how they go on."""

    def __init__(self, per_second: float | None = None) -> None:
        """All clients together ask that often; without it each as soon as it is answered."""
        self.running, self.answers, self.errors = True, 0, 0
        self._period_s = SOCKETS / per_second if per_second else None
        self._due: dict[sockets.Client, float] = {}

    def echoed(self, client: sockets.Client, text: bytes) -> None:
        """An echo came back: the next."""
        self.answers += 1
        if self.running:
            client.ask(text)

    def moved(self, client: sockets.Client, text: bytes) -> None:
        """A move was made, or the game's state came: the next legal move."""
        message = json.loads(text)
        if message["t"] == "moved" and len(message["steps"]) == 1:
            self.answers += 1
        elif message["t"] not in ("state", "ended"):
            self.errors += 1
        if self.running and message.get("status") == "playing":
            self._ask(client, next_move(message))

    def _ask(self, client: sockets.Client, text: bytes) -> None:
        if self._period_s is None:
            client.ask(text)
            return
        loop = asyncio.get_running_loop()
        if client in self._due:
            self._due[client] += self._period_s
        else:
            self._due[client] = loop.time() + random.uniform(0, self._period_s)
        loop.call_at(self._due[client], client.ask, text)


def next_move(message: dict[str, Any]) -> bytes:
    """Any legal move; there is one, since the game is not over."""
    cells = bytes(v.bit_length() - 1 if v else 0 for row in message["board"] for v in row)
    ways = random.sample(tuple(Direction), 4)
    way = next(way for way in ways if slide(SHAPE, cells, way)[0] != cells)
    return b'{"t":"move","ply":%d,"moves":"%s","ms":[180]}' % (message["ply"], way.encode())


async def run_round(servers: list[site.Server], of: str, per_second: float | None = None) -> Round:
    """One round, its sockets spread over the servers; a closed socket counts as an error."""
    load, clients = Load(per_second), []
    for server in servers:
        await server.rests()
        amount = SOCKETS // len(servers)
        if of == "moves":
            clients += await sockets.connect(server.port, site_games(amount), load.moved)
        else:
            paths = [("/ws/echo/", "")] * amount
            clients += await sockets.connect(server.port, paths, load.echoed)
    if of == "echo":
        for client in clients:
            client.ask(b'{"t":"move","ply":17,"moves":"L","ms":[180]}')
    await asyncio.sleep(1)  # all are in their stride
    before = load.answers
    for client in clients:
        client.latencies_ms.clear()
    await asyncio.sleep(SECONDS)
    rate = (load.answers - before) / SECONDS
    load.running = False
    await asyncio.sleep(0.5)
    latencies = [ms for client in clients for ms in client.latencies_ms]
    closed = sum(client.closed_with is not None for client in clients)
    for client in clients:
        client.transport.close()
    return rate, quantiles(latencies, n=100)[98], load.errors + closed


def prepare(amount: int) -> None:
    """Make games before a loop begins: the ORM does not belong into one."""
    _pool.extend(site.games(amount))


def site_games(amount: int) -> list[tuple[str, str]]:
    """From those made before."""
    taken = _pool[:amount]
    del _pool[:amount]
    return taken


_pool: list[tuple[str, str]] = []


async def memory_kb(server: site.Server, of: str) -> float:
    """What one more socket costs a fresh server, in kilobytes."""
    load, path = Load(), [("/ws/echo/", "")]
    load.running = False

    async def open_(amount: int) -> list[sockets.Client]:
        wanted = site_games(amount) if of == "moves" else path * amount
        opened = await sockets.connect(server.port, wanted, load.moved)
        await asyncio.sleep(2)
        return opened

    kept = await open_(WARM_UP)
    before = server.resident_kb
    kept += await open_(SOCKETS)
    cost = (server.resident_kb - before) / SOCKETS
    for client in kept:
        client.transport.close()
    return cost


def main() -> None:
    """Print each figure on a line of its own."""
    with site.database():
        prepare(2 * ROUNDS * SOCKETS + WARM_UP + SOCKETS)
        rounds: dict[str, list[Round]] = {"echo": [], "moves": []}
        with site.server() as server:
            for _ in range(ROUNDS):
                for of, results in rounds.items():
                    results.append(asyncio.run(run_round([server], of)))
                    print(f"# {of}: {results[-1]}", file=sys.stderr)
            half = median(r[0] for r in rounds["moves"]) / 2
            rounds["half"] = [
                asyncio.run(run_round([server], "moves", half)) for _ in range(ROUNDS)
            ]
        memory = {}
        for of in ("echo", "moves"):
            with site.server() as server:
                memory[of] = asyncio.run(memory_kb(server, of))
    show(rounds, memory)


def show(rounds: dict[str, list[Round]], memory: dict[str, float]) -> None:
    """The medians; ratios are of neighbouring rounds, so that a machine that slows down halfway
    slows down both sides."""
    pairs = zip(rounds["moves"], rounds["echo"], strict=True)
    figures.show("moves_ratio_to_echo", [ours[0] / echo[0] for ours, echo in pairs], digits=3)
    figures.show("moves_per_second", [r[0] for r in rounds["moves"]])
    figures.show("echo_per_second", [r[0] for r in rounds["echo"]])
    figures.show("p99_ms", [r[1] for r in rounds["moves"]], digits=1)
    figures.show("echo_p99_ms", [r[1] for r in rounds["echo"]], digits=1)
    figures.show("half_load_per_second", [r[0] for r in rounds["half"]])
    figures.show("p99_half_load_ms", [r[1] for r in rounds["half"]], digits=1)
    figures.show("memory_ratio_to_echo", [memory["moves"] / memory["echo"]], digits=2)
    figures.show("memory_kb_a_socket", [memory["moves"]], digits=1)
    figures.show("echo_memory_kb_a_socket", [memory["echo"]], digits=1)
    figures.show("errors", [sum(r[2] for kind in rounds.values() for r in kind)])


if __name__ == "__main__":
    main()
