"""Many callers, one call."""

import asyncio
from collections.abc import Sequence

import pytest

from games.errors import Busy
from games.live import batches
from games.live.batches import Batches


class Doubled:
    """Work that doubles what it is given, and keeps how much came at a time."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    async def __call__(self, items: list[int]) -> Sequence[int | Exception]:
        self.sizes.append(len(items))
        await asyncio.sleep(0.001)
        return [ValueError(item) if item < 0 else item * 2 for item in items]


async def test_everybody_gets_the_answer_to_their_own_item() -> None:
    work = Doubled()
    asked = Batches(work)
    assert await asyncio.gather(*map(asked.ask, range(100))) == list(range(0, 200, 2))
    assert work.sizes == [100]


async def test_who_asks_while_a_batch_is_under_way_goes_into_the_next() -> None:
    work = Doubled()
    asked = Batches(work)
    first = asyncio.create_task(asked.ask(1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await asyncio.gather(*map(asked.ask, (2, 3))) == [4, 6]
    assert await first == 2
    assert work.sizes == [1, 2]


async def test_a_batch_is_never_larger_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_BATCH", 8)
    work = Doubled()
    asked = Batches(work)
    await asyncio.gather(*map(asked.ask, range(20)))
    assert work.sizes == [8, 8, 4]


async def test_an_error_of_one_is_raised_to_that_one_alone() -> None:
    asked = Batches(Doubled())
    one, other = await asyncio.gather(asked.ask(-1), asked.ask(1), return_exceptions=True)
    assert isinstance(one, ValueError)
    assert other == 2


async def test_an_error_of_all_is_raised_to_all_and_the_next_are_served() -> None:
    async def fails_once(items: list[int]) -> Sequence[int | Exception]:
        await asyncio.sleep(0)
        if 13 in items:
            raise RuntimeError
        return items

    asked = Batches(fails_once)
    both = await asyncio.gather(asked.ask(13), asked.ask(1), return_exceptions=True)
    assert [type(error) for error in both] == [RuntimeError, RuntimeError]
    assert await asked.ask(2) == 2


async def test_who_goes_away_spoils_nothing_for_the_others() -> None:
    asked = Batches(Doubled())
    leaving, staying = (asyncio.create_task(asked.ask(n)) for n in (1, 2))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == 4


async def test_past_the_limit_who_comes_is_told_that_we_are_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "MAX_WAITING", 3)
    asked = Batches(Doubled())
    said = await asyncio.gather(*map(asked.ask, range(5)), return_exceptions=True)
    assert said[:3] == [0, 2, 4]
    assert [type(error) for error in said[3:]] == [Busy, Busy]
    assert await asked.ask(4) == 8
