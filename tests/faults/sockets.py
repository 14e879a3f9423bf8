"""Clients that hang, never read, or flood; and what a server process holds."""

import asyncio
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from tests.faults.crowd import Crowd, acks_ms
from tests.faults.house import House
from tests.faults.outcome import Outcome, patience, percentile
from tests.faults.raw import Raw, open_raw
from tests.site import CHECKOUT, Site

FREED_S, GROWTH_MB = 60.0, 5.0
POOL = 8  # sessions of the database may have been opened meanwhile, and are kept

LASTING = ("5x5",)  # no game ends, so nobody but those in question comes and goes


def descriptors(site: Site) -> int:
    assert site.process
    return len(list(Path(f"/proc/{site.process.pid}/fd").iterdir()))


def memory_mb(site: Site) -> float:
    assert site.process
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def freed(site: Site, baseline: int, patience_s: float = FREED_S + 30) -> float:
    """After how many seconds no descriptor more than at first is open."""
    began = time.monotonic()
    async for _ in patience(patience_s):
        if descriptors(site) <= baseline + POOL:
            break
    return time.monotonic() - began


async def half_open(house: House, site: Site, *, amount: int = 200, players: int = 30) -> Outcome:
    """The other side is gone without a word: nothing is read, no ping is answered."""
    outcome, crowd = Outcome("half-open sockets"), Crowd(house, [site], players, shapes=LASTING)
    await crowd.start()
    baseline, games = descriptors(site), [player.ledger.id for player in crowd.players]
    gone = [await open_raw(site, games[number % players]) for number in range(amount)]
    for raw in gone:
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    outcome.at_least("opened", descriptors(site) - baseline, amount)
    outcome.at_most("freed after s", await freed(site, baseline), FREED_S)
    for raw in gone:
        raw.cut()
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    return outcome


async def never_reading(
    house: House, site: Site, *, amount: int = 20, players: int = 30
) -> Outcome:
    """It asks and asks, and reads no answer."""
    outcome, crowd = (
        Outcome("senders that never read"),
        Crowd(house, [site], players, shapes=LASTING),
    )
    await crowd.start()
    await asyncio.sleep(3)
    before, baseline = memory_mb(site), descriptors(site)
    games = [player.ledger.id for player in crowd.players]
    senders = [await open_raw(site, games[number % players]) for number in range(amount)]
    tasks = [asyncio.create_task(_ask_for_ever(sender)) for sender in senders]
    most, began = before, time.monotonic()
    async for _ in patience(FREED_S):
        most = max(most, memory_mb(site))
        if descriptors(site) <= baseline + POOL:
            break
    outcome.at_most("closed after s", time.monotonic() - began, 30)
    outcome.at_most("memory MB", most - before, GROWTH_MB)
    for task in tasks:
        task.cancel()
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    return outcome


async def _ask_for_ever(raw: Raw) -> None:
    raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    with suppress(OSError):
        while True:
            raw.send(b'{"t":"state"}')
            await raw.writer.drain()
            await asyncio.sleep(0.02)


async def flood(house: House, site: Site, *, seconds: float = 10, players: int = 30) -> Outcome:
    """Three that send forty times what a person does, and come back when they are closed."""
    outcome, crowd = Outcome("a flood"), Crowd(house, [site], players, shapes=LASTING)
    await crowd.start()
    await asyncio.sleep(8)
    calm, before, began = acks_ms(crowd, time.monotonic() - 6), memory_mb(site), time.monotonic()
    game = crowd.players[0].ledger.id
    command = [sys.executable, "-m", "tests.faults.flood", str(site.port), game, str(seconds)]
    process = await asyncio.create_subprocess_exec(*command, cwd=CHECKOUT, env=os.environ)
    most = before
    while process.returncode is None:
        most = max(most, memory_mb(site))
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 0.1)
    stormy = acks_ms(crowd, began)
    outcome.at_most("flooder's exit code", process.returncode, 0)
    outcome.at_most("memory MB", most - before, GROWTH_MB)
    outcome.figures.append(f"others' p95 ms {percentile(calm, 95):.3g}")
    outcome.at_most("in the flood against calm", percentile(stormy, 95) / percentile(calm, 95), 2)
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    return outcome
