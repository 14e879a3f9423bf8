"""Two tabs and two devices of one player, all moving at once from where the game stands."""

import asyncio
import json
import random
import secrets
import time
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection

from tests.faults.house import House
from tests.faults.ledger import Ledger, board_of
from tests.faults.oracle import Board, legal
from tests.faults.outcome import Outcome, patience
from tests.faults.player import Player
from tests.site import Site

SHAPE = "5x5"  # a hundred moves never end it
REST_S = 0.03
PATIENCE_S = 2.0


class Screen:
    """One of the four: what it knows, since when, and how often it was refused."""

    def __init__(self, line: ClientConnection, ledger: Ledger) -> None:
        self.line, self.ledger = line, ledger
        self.refused: set[int] = set()  # rounds
        self.knew: dict[int, float] = {}  # since when, by ply
        self.ply, self.ply_asked = -1, -1
        self.board: Board = ((0,),)

    async def read(self) -> None:
        async for text in self.line:
            message = json.loads(text)
            if message["t"] == "refused":
                self.refused.add(self.ply_asked)
                message = message.get("state", message)
            if message["t"] in ("state", "moved"):
                self.ledger.hear(message)
                self.knew.setdefault(message["ply"], time.monotonic())
                if message["ply"] >= self.ply:
                    self.ply, self.board = message["ply"], board_of(message)

    async def ask(self, ply: int, letter: str) -> None:
        self.ply_asked = ply
        self.ledger.asked[ply].add(letter)
        await self.line.send(json.dumps({"t": "move", "ply": ply, "moves": letter}))


async def two_devices(sites: list[Site], number: int) -> list[Player]:
    """The same account on two of them."""
    name, password = f"racer-{secrets.token_hex(4)}", secrets.token_hex(8)
    devices = [Player([site], number, SHAPE, 0) for site in (sites[0], sites[-1])]
    sign = [device.client.sign for device in devices]
    await asyncio.to_thread(sign[0], "signup", username=name, password1=password)
    await asyncio.to_thread(sign[1], "login", login=name, password=password)
    await devices[0].begin()
    devices[1].ledgers = devices[0].ledgers
    return devices


async def one_round(screens: list[Screen]) -> tuple[bool, list[float]]:
    """All ask for a move of the same ply: whether one was made, and when each screen knew."""
    async for _ in patience(PATIENCE_S):
        if len({screen.ply for screen in screens}) == 1 and screens[0].ply >= 0:
            break
    ply, ways, began = screens[0].ply, legal(screens[0].board), time.monotonic()
    await asyncio.gather(*(screen.ask(ply, random.choice(ways)) for screen in screens))
    async for _ in patience(PATIENCE_S):
        refused = sum(ply in screen.refused for screen in screens)
        if refused >= len(screens) - 1 and all(screen.ply > ply for screen in screens):
            break
    late = began + PATIENCE_S
    return refused == len(screens) - 1, [s.knew.get(ply + 1, late) - began for s in screens]


async def one_game(sites: list[Site], number: int, rounds: int) -> tuple[Ledger, int, list[float]]:
    """Its ledger, the rounds that did not have one winner, and after how long each saw it."""
    devices = await two_devices(sites, number)
    wrong, waits = 0, []
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as readers:
        lines = [await stack.enter_async_context(device.line()) for device in devices * 2]
        screens = [Screen(line, devices[0].ledger) for line in lines]
        reading = [readers.create_task(screen.read()) for screen in screens]
        for _ in range(rounds):
            one_winner, seen_s = await one_round(screens)
            wrong += not one_winner
            waits += seen_s
            await asyncio.sleep(REST_S)
        for task in reading:
            task.cancel()
    return devices[0].ledger, wrong, waits


async def race(
    house: House, sites: list[Site], *, games: int = 10, rounds: int = 100, seen_s: float = 0.5
) -> Outcome:
    outcome = Outcome("two tabs and two devices racing")
    ended = await asyncio.gather(*(one_game(sites, number, rounds) for number in range(games)))
    kept = house.kept([ledger.id for ledger, _, _ in ended])
    for ledger, _, _ in ended:
        outcome.counts = outcome.counts.plus(ledger.judge(kept.get(ledger.id)))
    outcome.at_most("plies without one winner", sum(wrong for _, wrong, _ in ended), 0)
    outcome.at_most("seen by all, worst s", max(max(waits) for _, _, waits in ended), seen_s)
    return outcome
