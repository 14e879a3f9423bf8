"""The channel layer: groups within a process, and over a Redis that comes and goes."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis as AnyRedis

from games.live.bus import MOST_WAITING, Bus
from tests import redis_server
from tests.redis_server import Redis

HINT = {"type": "game.moved", "told": [3, "playing"]}


async def sit(bus: Bus, group: str = "game.1") -> str:
    """A channel in a group."""
    channel = await bus.new_channel()
    await bus.group_add(group, channel)
    return channel


async def hears(bus: Bus, channel: str, within_s: float = 5) -> dict[str, Any]:
    async with asyncio.timeout(within_s):
        return await bus.receive(channel)


async def hears_nothing(bus: Bus, channel: str) -> bool:
    try:
        await hears(bus, channel, within_s=0.2)
    except TimeoutError:
        return True
    return False


async def test_all_in_a_group_hear_what_is_sent_to_it_and_nobody_else() -> None:
    bus = Bus()
    one, two, other = await sit(bus), await sit(bus), await sit(bus, "game.2")
    await bus.group_send("game.1", HINT)
    assert [await hears(bus, channel) for channel in (one, two)] == [HINT, HINT]
    assert await hears_nothing(bus, other)


async def test_whoever_left_hears_nothing_more() -> None:
    bus = Bus()
    channel = await sit(bus)
    await bus.group_discard("game.1", channel)
    await bus.group_send("game.1", HINT)
    assert await hears_nothing(bus, channel)
    await bus.group_discard("game.1", channel)  # twice is as well


async def test_a_step_of_the_clock_ends_no_membership(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = Bus()
    channel, now = await sit(bus), time.time()
    monkeypatch.setattr(time, "time", lambda: now + 2 * 24 * 3600)
    await bus.group_send("game.1", HINT)
    assert await hears(bus, channel) == HINT


async def test_a_socket_that_does_not_listen_fills_no_memory_and_stops_nobody() -> None:
    bus = Bus()
    deaf, channel = await sit(bus), await sit(bus)
    for number in range(2 * MOST_WAITING):
        await bus.group_send("game.1", {"n": number})
        assert await hears(bus, channel) == {"n": number}
    assert [(await hears(bus, deaf))["n"] for _ in range(MOST_WAITING)] == list(range(MOST_WAITING))
    assert await hears_nothing(bus, deaf)


@pytest.fixture
async def redis() -> AsyncIterator[Redis]:
    """One to kill. The carriers of its buses end with the test's loop."""
    if not redis_server.PROGRAM:
        pytest.skip("Debian's redis-server is not installed")
    with redis_server.running() as server:
        yield server
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0.05)


async def reaches(sender: Bus, receiver: Bus, channel: str) -> None:
    """Send until it arrives: a group that was joined just now is not listened to at once."""
    async with asyncio.timeout(10):
        while True:
            await sender.group_send("game.1", HINT)
            try:
                assert await hears(receiver, channel, within_s=0.1) == HINT
            except TimeoutError:
                continue
            return


async def test_two_processes_hear_each_other_once(redis: Redis) -> None:
    here, there = Bus(url=redis.url), Bus(url=redis.url)
    mine, theirs = await sit(here), await sit(there)
    await reaches(here, there, theirs)
    await reaches(there, here, mine)
    while not await hears_nothing(here, mine) or not await hears_nothing(there, theirs):
        pass  # what is left of that
    await here.group_send("game.1", {"n": 1})
    assert await hears(here, mine) == await hears(there, theirs) == {"n": 1}
    assert await hears_nothing(here, mine)
    assert await hears_nothing(there, theirs)


async def test_what_is_no_hint_of_ours_is_passed_over(redis: Redis) -> None:
    here, there = Bus(url=redis.url), Bus(url=redis.url)
    await sit(here)
    theirs = await sit(there)
    await reaches(here, there, theirs)
    async with AnyRedis.from_url(redis.url) as stranger:
        for text in (b"garbage", b"\x92\x01\x02", b"\xc1"):
            await stranger.publish("kashi:game.1", text)
    await here.group_send("game.1", {"n": 9})
    while await hears(there, theirs) != {"n": 9}:
        pass


async def test_without_redis_everything_goes_on_at_once_and_with_it_hints_are_back(
    redis: Redis,
) -> None:
    here, there = Bus(url=redis.url), Bus(url=redis.url)
    mine, theirs = await sit(here), await sit(there)
    await reaches(here, there, theirs)
    redis.end()
    began = time.monotonic()
    late = await sit(here, "game.3")  # a socket that opens meanwhile
    for _ in range(100):
        await here.group_send("game.1", HINT)
        await here.group_send("game.3", HINT)
        await hears(here, late)
    assert await hears(here, mine) == HINT
    assert time.monotonic() - began < 1
    redis.start()
    await reaches(here, there, theirs)
    await there.group_send("game.3", {"n": 3})
    while await hears(here, late) != {"n": 3}:
        pass
