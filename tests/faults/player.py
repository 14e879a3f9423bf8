"""One honest player: plays by docs/protocol.md and nothing else, and notes all that it is told."""

import asyncio
import json
import random
import time

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.faults.client import AWAY, Client
from tests.faults.ledger import Ledger
from tests.faults.listener import Listener
from tests.faults.oracle import legal
from tests.site import Site

AGAIN_S = (0.1, 0.4)  # as soon as the page; a hundred that never pause would starve what starts


class Player(Listener):
    """Plays one game after another on one socket at a time."""

    def __init__(self, sites: list[Site], number: int, shape: str, pace_s: float) -> None:
        """Any of the sites will do, as behind a balancer. `pace_s` is the mean time to think."""
        super().__init__()
        self.sites, self.shape, self.pace_s = sites, shape, pace_s
        self.client = Client(sites[0], number)
        self.patience_s = 30.0  # for an answer; a line that loses messages takes less
        self.through: int | None = None
        self.paused = False
        self.closings: list[tuple[float, int | None]] = []  # when, and the code
        self._sound = False  # the line is open and nothing is under way

    # --- a game ----------------------------------------------------------------------------------
    async def begin(self) -> None:
        """A new game by the API; again for as long as the site is away."""
        self.pending, self.status, self._sound = None, "", False
        while True:
            try:
                game_id = await asyncio.to_thread(self.client.begin, self.shape)
            except AssertionError as refused:
                if "too_many_open" in str(refused):  # games whose beginning was never answered
                    self.client.be_somebody_else()
            except (*AWAY, json.JSONDecodeError):
                pass
            else:
                self.ledgers.append(Ledger(game_id))
                return
            self._turn_to_another()
            await asyncio.sleep(random.uniform(*AGAIN_S))

    def _turn_to_another(self) -> None:
        here = self.sites.index(self.client.site)
        self.client.site = self.sites[(here + 1) % len(self.sites)]

    @property
    def is_seated(self) -> bool:
        return self._sound

    @property
    def is_quiet(self) -> bool:
        """Connected, with nothing under way."""
        return self._sound and self.pending is None

    def line(self, site: Site | None = None, *, through: int | None = None) -> connect:
        """To be opened on the game; by another port where something stands in between."""
        site = site or self.client.site
        return connect(
            f"ws://127.0.0.1:{through or site.port}/ws/games/{self.ledger.id}/",
            additional_headers={"Cookie": self.client.cookies},
            origin=site.address,  # type: ignore[arg-type]
            ping_interval=None,
            close_timeout=1,
            open_timeout=self.patience_s,
            compression=None,
        )

    async def play(self) -> None:
        """Until it is cancelled: connect, play, and connect again."""
        while True:
            if not self.ledgers or self.status == "ended":
                await self.begin()
            try:
                async with self.line(through=self.through) as line:
                    self.opened_at = time.monotonic()
                    await self._sit(line)
            except AWAY as error:
                closed = error.rcvd if isinstance(error, ConnectionClosed) else None
                self.closings.append((time.monotonic(), closed.code if closed else None))
                self._turn_to_another()
            self._sound = False
            await asyncio.sleep(random.uniform(*AGAIN_S))

    async def _sit(self, line: ClientConnection) -> None:
        """One connection; whoever loses one reads the first frame and knows what was counted."""
        first = json.loads(await asyncio.wait_for(line.recv(), self.patience_s))
        await self.hear(line, first)
        if self.pending and first.get("t") == "state":
            await self.say(line, *self.pending[:2])
        self._sound = True
        while self.status != "ended":
            wait_s = random.uniform(0.5, 1.5) * self.pace_s
            if self.pending or self.status not in ("playing", "won"):
                wait_s = self.patience_s
            try:
                async with asyncio.timeout(wait_s):
                    message = json.loads(await line.recv())
            except TimeoutError:
                await self._act(line)
            else:
                await self.hear(line, message)

    # --- what it says ----------------------------------------------------------------------------
    async def _act(self, line: ClientConnection) -> None:
        """Time to move, or an answer that does not come."""
        if self.pending:
            await self.say(line, *self.pending[:2])
        elif self.status == "won":
            await line.send('{"t":"keep"}')
        elif self.status != "playing":
            raise TimeoutError  # its last word was lost: a new socket is told it again
        elif not self.paused:
            await self.say(line, self.ply, self._request())

    def _request(self) -> str:
        """One to four presses, the first of which changes something."""
        first = random.choice(legal(self.board))
        letters = first + "".join(random.choices("LDRU", k=random.randrange(4)))
        self.ledger.asked[self.ply].add(letters)
        ms = [random.randrange(400) for _ in letters]
        return json.dumps({"t": "move", "ply": self.ply, "moves": letters, "ms": ms})
