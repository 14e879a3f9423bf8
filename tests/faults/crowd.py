"""Many players at once, and the comparison of all that they were told with all that is kept."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import islice

from tests.faults.client import AWAY
from tests.faults.house import House
from tests.faults.ledger import Counts, Kept, board_of
from tests.faults.outcome import Outcome
from tests.faults.player import Player
from tests.site import Site

Holds = Callable[[Player], bool]
SHAPES = ("5x5", "4x4", "5x5", "5x5", "5x5", "3x3", "5x5", "4x4", "5x5", "5x5")
PATIENCE_S = 30.0


class Crowd:
    """The players of one fault."""

    def __init__(
        self,
        house: House,
        sites: Sequence[Site],
        amount: int,
        *,
        pace_s: float = 0.25,
        shapes: Sequence[str] = SHAPES,
    ) -> None:
        self.house = house
        self.players = [
            Player(list(sites), number, shapes[number % len(shapes)], pace_s)
            for number in range(amount)
        ]
        self.tasks: list[asyncio.Task[None]] = []
        self.stuck: set[Player] = set()  # players who waited in vain

    async def start(self) -> None:
        """All sit at their boards."""
        await asyncio.gather(*(player.begin() for player in self.players))
        self.tasks = [asyncio.create_task(player.play()) for player in self.players]
        await self.until(lambda player: len(player.acks) > 0)

    async def until(self, holds: Holds, patience_s: float = PATIENCE_S) -> None:
        """Wait until something is true of every player, or note those of whom it never is."""
        end = time.monotonic() + patience_s
        while late := [player for player in self.players if not holds(player)]:
            for task in self.tasks:
                if task.done():
                    task.result()
            if time.monotonic() > end:
                self.stuck.update(late)
                return
            await asyncio.sleep(0.02)

    async def leave(self, outcome: Outcome) -> None:
        """All go home; nobody may have waited in vain."""
        if self.stuck:
            outcome.at_most("players who waited in vain", len(self.stuck), 0)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    @asynccontextmanager
    async def quiet(self) -> AsyncIterator[None]:
        """Nobody moves, everything that was asked for is answered."""
        for player in self.players:
            player.paused = True
        await self.until(lambda player: player.is_quiet)
        yield
        for player in self.players:
            player.paused = False

    # --- the comparison --------------------------------------------------------------------------
    async def compare(self, *, looks: int = 10_000) -> Counts:
        """All acknowledged moves against rows and segments; of some games, or all, also the record
        and what a fresh socket is told."""
        async with self.quiet():
            ledgers = [ledger for player in self.players for ledger in player.ledgers]
            kept = self.house.kept([ledger.id for ledger in ledgers])
            total = Counts()
            for ledger in ledgers:
                total = total.plus(ledger.judge(kept.get(ledger.id)))
            some = random.sample(self.players, min(looks, len(self.players)))
            rows = [(player, kept.get(player.ledger.id)) for player in some]
            unlike = await asyncio.gather(*(_looks(player, row) for player, row in rows if row))
        return total._replace(unlike=total.unlike + sum(unlike))

    async def all_back(self, since: float, *, new_line: bool) -> list[float]:
        """Wait for an answer to everybody, on a line opened later where the old ones were cut:
        how many seconds after `since` the first one came to each."""
        await self.until(lambda player: player.acks[-1][new_line] > since)
        waits: list[float] = []
        for player in self.players:
            acks = (ack for ack in player.acks if (ack.opened if new_line else ack.at) > since)
            waits += [ack.at - since for ack in islice(acks, 1)]
        return waits


def acks_ms(crowd: Crowd, since: float) -> list[float]:
    """How long answers took that came since then."""
    acks = (ack for player in crowd.players for ack in player.acks)
    return [(at - asked) * 1000 for at, _, asked, _ in acks if at > since]


async def _looks(player: Player, kept: Kept) -> int:
    """How many of the record and the state of a fresh socket are unlike the row."""
    _, record = await asyncio.to_thread(player.client.get, f"/api/games/{kept.id}/")
    claims = record["moves"], board_of(record), record["score"]
    unlike = claims != (kept.letters, kept.board, kept.score)
    unlike = unlike or min(record["think_ms"], default=0) < 0
    try:
        async with player.line() as line:
            state = json.loads(await asyncio.wait_for(line.recv(), 10))
    except AWAY:
        return unlike + 1
    shown = state["ply"], board_of(state), state["score"]
    return unlike + (shown != (kept.ply, kept.board, kept.score))
