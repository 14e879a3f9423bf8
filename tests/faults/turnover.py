"""Clients that come and go by the thousand."""

import asyncio
import time
from contextlib import suppress

from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome
from tests.faults.raw import CLOSE, open_raw
from tests.faults.sockets import FREED_S, GROWTH_MB, LASTING, POOL, descriptors, freed, memory_mb
from tests.site import Site


def sessions(house: House) -> int:
    [(found,)] = house.ask("SELECT count(*) FROM pg_stat_activity WHERE datname = 'kashi'")
    return int(found)


async def come_and_go(house: House, site: Site, *, amount: int = 10_000) -> Outcome:
    """Thousands connect, hear the state, and leave, by a close or by a cut."""
    outcome, crowd = Outcome("connects and disconnects"), Crowd(house, [site], 10, shapes=LASTING)
    await crowd.start()
    games = [player.ledger.id for player in crowd.players]
    await _wave(site, games, min(amount, 1_000))
    await asyncio.sleep(5)
    memory, baseline, before = memory_mb(site), descriptors(site), sessions(house)
    began = time.monotonic()
    starts = range(0, amount, 500)
    again = sum([await _wave(site, games, min(500, amount - start)) for start in starts])
    rate = amount / (time.monotonic() - began)
    outcome.figures.append(f"connects a second {rate:.0f}, tried again {again}")
    outcome.at_most("freed after s", await freed(site, baseline), FREED_S)
    await asyncio.sleep(3)
    outcome.at_most("memory MB more", memory_mb(site) - memory, GROWTH_MB)
    outcome.at_most("database sessions more", sessions(house) - before, POOL)
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    return outcome


async def _wave(site: Site, games: list[str], amount: int) -> int:
    """How many had to try again: a server that is very busy lets go of a handshake."""

    async def one(number: int) -> int:
        tries = 0
        while True:
            with suppress(OSError, EOFError):
                raw = await open_raw(site, games[number % len(games)])
                await raw.hear()
                break
            tries += 1
        if number % 2:
            raw.send((1000).to_bytes(2), CLOSE)
            await raw.close_code()
        raw.cut()
        return tries

    return sum(await asyncio.gather(*(one(number) for number in range(amount))))
