"""A line that drops, doubles, delays and cuts what goes through it, one message at a time."""

import asyncio
import random
from collections import Counter
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.faults.client import AWAY
from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome
from tests.site import Site, free_port

DROPPED, DOUBLED, CUT = 0.04, 0.04, 0.02  # of all messages, either way
MOST_LATE_S = 0.3
End = ClientConnection | ServerConnection


class BadLine:
    """Between players and a site; HTTP goes around it."""

    def __init__(self, site: Site) -> None:
        self.site, self.port = site, free_port()
        self.done: Counter[str] = Counter()

    async def carry(self, player: ServerConnection) -> None:
        assert player.request
        headers = player.request.headers
        far = connect(
            f"ws://127.0.0.1:{self.site.port}{player.request.path}",
            additional_headers={"Cookie": headers["Cookie"]},
            origin=headers["Origin"],  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
        )
        with suppress(*AWAY):
            async with far as server:
                ways = [self.relay(player, server), self.relay(server, player)]
                tasks = [asyncio.create_task(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                player.transport.abort()
                server.transport.abort()

    async def relay(self, source: End, target: End) -> None:
        """In order, each message by its own luck; returns when the line is cut or has ended."""
        with suppress(ConnectionClosed):
            async for message in source:
                luck = random.random()
                if luck < CUT:
                    self.done["cut"] += 1
                    return
                if luck < CUT + DROPPED:
                    self.done["dropped"] += 1
                    continue
                await asyncio.sleep(MOST_LATE_S * random.random() ** 4)
                await target.send(message)
                if luck > 1 - DOUBLED:
                    self.done["doubled"] += 1
                    await target.send(message)


async def proxy(
    house: House, site: Site, *, players: int = 60, seconds: float = 30, at_least: int = 100
) -> Outcome:
    """Whatever happens to messages: the final state is the oracle's."""
    outcome, line = Outcome("a proxy that drops, doubles, delays and cuts"), BadLine(site)
    crowd = Crowd(house, [site], players, pace_s=0.1)
    for player in crowd.players:
        player.through, player.patience_s = line.port, 1.5
    async with serve(line.carry, "127.0.0.1", line.port, compression=None, ping_interval=None):
        await crowd.start()
        await asyncio.sleep(seconds)
        outcome.add(await crowd.compare())
        await crowd.leave(outcome)
    for what in ("dropped", "doubled", "cut"):
        outcome.at_least(what, line.done[what], at_least)
    return outcome
