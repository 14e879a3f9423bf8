"""What a player makes of what the site says: where the game stands, and what was acknowledged."""

import asyncio
import time
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection

from tests.faults.ledger import Ledger, Message, board_of, follow
from tests.faults.oracle import Board

TRY_AGAIN = ("too_fast", "busy", "not_saved")
AGAIN_S = 0.3


class Ack(NamedTuple):
    """When an answer came, on a line opened when, to a request made when; and its ply."""

    at: float
    opened: float
    asked: float
    ply: int


class Listener:
    """By docs/protocol.md and nothing else. Every word goes into the game's ledger."""

    def __init__(self) -> None:
        self.ledgers: list[Ledger] = []  # of all games; the last one is being played
        self.acks: list[Ack] = []
        self.refusals: list[str] = []
        self.pending: tuple[int, str, float] | None = None  # ply, the request, asked when
        self.opened_at = 0.0
        self.status = ""
        self.ply, self.score = 0, 0
        self.board: Board = ()

    @property
    def ledger(self) -> Ledger:
        return self.ledgers[-1]

    async def say(self, line: ClientConnection, ply: int, request: str) -> None:
        """For the first time or again: the very same request counts once."""
        self.pending = ply, request, time.monotonic()
        await line.send(request)

    async def hear(self, line: ClientConnection, message: Message) -> None:
        match message["t"]:
            case "state":
                self._stand(message)
                if self.pending and (self.pending[0] != self.ply or self.status != "playing"):
                    self.pending = None
            case "moved":
                await self._moved(line, message)
            case "refused":
                await self._refused(line, message)
            case "ended":
                self.status = "ended"

    def _stand(self, message: Message) -> None:
        self.ledger.hear(message)
        self.ply, self.board, self.status = message["ply"], board_of(message), message["status"]
        self.score = message["score"]

    async def _moved(self, line: ClientConnection, message: Message) -> None:
        if self.pending and self.pending[0] == message["from"]:
            ack = Ack(time.monotonic(), self.opened_at, self.pending[2], message["ply"])
            self.acks.append(ack)
            self.pending = None
        if message["from"] == self.ply:
            expected = follow(self.board, self.score, message)
            self.ledger.contradictions += expected != (board_of(message), message["score"])
            self._stand(message)
            return
        self.ledger.hear(message)
        if message["ply"] > self.ply:
            await line.send('{"t":"state"}')

    async def _refused(self, line: ClientConnection, message: Message) -> None:
        code = message["code"]
        self.refusals.append(code)
        if code in TRY_AGAIN:
            await asyncio.sleep(AGAIN_S)
            if self.pending:
                await self.say(line, *self.pending[:2])
            return
        self.pending = None
        if "state" in message:
            self._stand(message["state"])
        else:
            await line.send('{"t":"state"}')
