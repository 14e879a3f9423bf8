"""PostgreSQL does not die, but does not answer: frozen, refusing, its disk full."""

import asyncio
import json
import signal
import time
from collections.abc import Callable
from threading import Event

import psycopg

from tests.faults import disk
from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome, percentile
from tests.faults.player import Player
from tests.site import Site, Visitor

MOVES_AGAIN_S = 3.0  # after it is there again


async def away(
    name: str,
    house: House,
    site: Site,
    *,
    go: Callable[[House], None],
    come: Callable[[House], None],
    seconds: float = 10,
    players: int = 60,
) -> Outcome:
    """Nothing may be acknowledged that is not kept; the page can know; play goes on by itself."""
    outcome = Outcome(f"PostgreSQL {name}")
    crowd = Crowd(house, [site], players)
    await crowd.start()
    pinging = [asyncio.create_task(ping(player)) for player in crowd.players[:5]]
    await asyncio.sleep(2)
    reading = asyncio.create_task(asyncio.to_thread(_read, site, is_up := Event()))
    await asyncio.to_thread(go, house)
    since = time.monotonic()
    await asyncio.sleep(seconds)
    during = sum(ack.at > since + 1 for player in crowd.players for ack in player.acks)
    await asyncio.to_thread(come, house)
    await asyncio.to_thread(house.wait_until_up)
    up = time.monotonic()
    is_up.set()
    back = await crowd.all_back(up, new_line=False)
    pings = [wait for each in await _end(pinging) for wait in each]
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    outcome.figures.append(f"acknowledged meanwhile {during}")
    outcome.at_most("pings answered, worst s", percentile(pings, 100), 1)
    outcome.at_most("back in play after it is up, worst s", percentile(back, 100), MOVES_AGAIN_S)
    outcome.at_most("a page after it is up, s", await reading - up, MOVES_AGAIN_S)
    closed = sum(len(player.closings) for player in crowd.players)
    outcome.at_most("sockets closed", closed, 0)
    return outcome


def _read(site: Site, is_up: Event) -> float:
    """Somebody who loads a page again and again: when it is served once the database is up."""
    visitor = Visitor(site)
    while True:
        status, _ = visitor.page("/en/leaderboards/4x4/")
        if status == 200 and is_up.is_set():
            return time.monotonic()
        time.sleep(0.05)


async def ping(player: Player) -> list[float]:
    """A screen that watches and asks every half second whether the server is there."""
    waits: list[float] = []
    async with player.line() as line:
        await line.recv()
        while True:
            began = time.monotonic()
            try:
                await line.send('{"t":"ping","n":1}')
                while json.loads(await line.recv())["t"] != "pong":
                    pass
                await line.send('{"t":"seen","ply":0}')
                waits.append(time.monotonic() - began)
                await asyncio.sleep(0.5)
            except asyncio.CancelledError:
                break
    return waits


async def _end(tasks: list[asyncio.Task[list[float]]]) -> list[list[float]]:
    for task in tasks:
        task.cancel()
    return await asyncio.gather(*tasks)


async def frozen(house: House, site: Site, *, players: int = 60, seconds: float = 10) -> Outcome:
    """Every process of it is stopped and goes on later."""
    return await away(
        "frozen",
        house,
        site,
        go=lambda house: house.signal_postgres(signal.SIGSTOP),
        come=lambda house: house.signal_postgres(signal.SIGCONT),
        players=players,
        seconds=seconds,
    )


async def refusing(house: House, site: Site, *, players: int = 60, seconds: float = 10) -> Outcome:
    """It ends all sessions and lets nobody in."""
    return await away(
        "refusing",
        house,
        site,
        go=lambda house: _let_in(house, allowed=False),
        come=lambda house: _let_in(house, allowed=True),
        players=players,
        seconds=seconds,
    )


def _let_in(house: House, *, allowed: bool) -> None:
    with psycopg.connect(house.url.removesuffix("kashi") + "postgres", autocommit=True) as session:
        session.execute(f"ALTER DATABASE kashi ALLOW_CONNECTIONS {allowed}".encode())
        if not allowed:
            session.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'kashi'"
            )


async def full(house: House, site: Site, *, players: int = 60, seconds: float = 10) -> Outcome:
    """Not a byte is left where it writes; `house` has a small disk of its own."""
    ballast = house.home.parent / "ballast"
    return await away(
        "with a full disk",
        house,
        site,
        go=lambda house: disk.fill(house, ballast),
        come=lambda _: ballast.unlink(),
        players=players,
        seconds=seconds,
    )
