"""kill -9, of the server and of all of PostgreSQL, while everybody plays."""

import asyncio
import random
import signal
import time

from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome, percentile
from tests.site import Site


async def server(
    house: House,
    *,
    kills: int = 20,
    players: int = 100,
    acknowledged: int = 50_000,
    every_s: tuple[float, float] = (3, 5),
    back_s: float = 5,
    site: Site | None = None,
) -> Outcome:
    """The server dies and is started again."""
    outcome, site, back = Outcome("kill -9 of the server"), site or house.site(), list[float]()
    crowd = Crowd(house, [site], players, pace_s=0.4)
    await crowd.start()
    while not crowd.stuck and (kills > 0 or outcome.counts.acknowledged < acknowledged):
        kills -= 1
        await asyncio.sleep(random.uniform(*every_s))
        since = time.monotonic()
        site.stop(signal.SIGKILL)
        await asyncio.to_thread(site.start)
        back += await crowd.all_back(since, new_line=True)
        outcome.add(await crowd.compare(looks=5))
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    outcome.at_least("acknowledged", outcome.counts.acknowledged, acknowledged)
    outcome.at_most("back in play p95 s", percentile(back, 95), back_s)
    return outcome


async def postgres(
    house: House,
    *,
    kills: int = 10,
    players: int = 100,
    every_s: tuple[float, float] = (2, 3),
    back_s: float = 3,
    site: Site | None = None,
) -> Outcome:
    """Every process of PostgreSQL dies, its buffers with them; its keeper starts it again."""
    outcome, site, back = Outcome("SIGKILL of PostgreSQL"), site or house.site(), list[float]()
    crowd = Crowd(house, [site], players)
    await crowd.start()
    for _ in range(kills):
        await asyncio.sleep(random.uniform(*every_s))
        house.signal_postgres(signal.SIGKILL)
        await asyncio.to_thread(house.wait_until_up)
        up = time.monotonic()
        back += await crowd.all_back(up, new_line=False)
        outcome.add(await crowd.compare(looks=5))
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    closed = sum(len(player.closings) for player in crowd.players)
    outcome.at_most("back in play after it is up, worst s", percentile(back, 100), back_s)
    outcome.at_most("sockets closed", closed, 0)
    return outcome
