"""Many callers, one call: the mechanism behind the journal and the loader."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from games.errors import Busy

Item = TypeVar("Item")
Answer = TypeVar("Answer")
MAX_WAITING = 10_000  # two seconds of work; whoever comes after is told that we are busy
MAX_BATCH = 500


class Batches(Generic[Item, Answer]):
    """Whoever asks while a batch is under way goes into the next one. So one lone item costs one
    call, and a thousand cost a few; the worker lives only while something waits, and in a context
    of its own, so that the log does not lay it to whoever asked first."""

    def __init__(
        self, work: Callable[[list[Item]], Awaitable[Sequence[Answer | Exception]]]
    ) -> None:
        """`work` gives one answer for each item, in order; an exception is raised to its asker,
        and one that `work` raises is raised to all of the batch."""
        self._work = work
        self._waiting: deque[tuple[Item, asyncio.Future[Answer]]] = deque()
        self._worker: asyncio.Task[None] | None = None

    async def ask(self, item: Item) -> Answer:
        """The answer for this item; raises Busy when too much waits already."""
        return await self.put(item)

    def put(self, item: Item) -> asyncio.Future[Answer]:
        """The same, to be awaited later."""
        if len(self._waiting) >= MAX_WAITING:
            raise Busy
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._run(), context=Context())
        return answer

    @property
    def waiting(self) -> int:
        """How many items no call has taken yet."""
        return len(self._waiting)

    async def _run(self) -> None:
        try:
            while self._waiting:
                size = min(len(self._waiting), MAX_BATCH)
                batch = [self._waiting.popleft() for _ in range(size)]
                await self._answer(batch)
        finally:
            self._worker = None

    async def _answer(self, batch: list[tuple[Item, asyncio.Future[Answer]]]) -> None:
        answers: Sequence[Answer | Exception]
        try:
            answers = await self._work([item for item, _ in batch])
        except Exception as error:  # it is not swallowed: every asker gets it
            answers = [error] * len(batch)
        for (_, future), answer in zip(batch, answers, strict=True):
            if future.done():  # its socket went away meanwhile
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
