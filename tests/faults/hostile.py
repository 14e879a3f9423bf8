"""What no honest client sends: frames of any bytes, and inputs of any kind to the API."""

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any

from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome
from tests.faults.raw import BINARY, CLOSE, PING, TEXT, Raw, frame, open_raw
from tests.games.live.frames import MALFORMED, UNKNOWN
from tests.site import Site

HONEST = [
    '{"t":"move","ply":0,"moves":"LDRU","ms":[1,2,3,4]}',
    '{"t":"seen","ply":0}',
    '{"t":"ping","n":1}',
    '{"t":"keep"}',
    '{"t":"state"}',
]
ODD = ("null", "-1", "1e999", '"\\ud800"', "[]", "{}", "9" * 400, '"\u0000"', "true", "0.5", '"۱"')
CODES = {None, 1000, 1002, 1003, 1005, 1007, 1008, 1009, 4404, 4408}  # that a frame may close with
A_SOCKET = 25  # frames; then another, so that limits do not answer for all


def payload() -> str | bytes:
    """Known bad ones, honest ones with something changed, and noise; binary frames are bytes."""
    match random.randrange(5):
        case 0:
            return random.choice([*MALFORMED.values(), *UNKNOWN])
        case 1:
            size = random.choice((0, 1, 7, 125, 126, 1000))
            return random.choice((random.randbytes(size), random.randbytes(size).decode("latin-1")))
        case 2:
            text = list(random.choice(HONEST))
            for _ in range(random.randrange(1, 4)):
                text[random.randrange(len(text))] = chr(random.randrange(256))
            return "".join(text)
        case 3:
            fields = json.loads(random.choice(HONEST))
            field = random.choice([*fields, "board", "score", "seed", "__class__"])
            pieces = [f'"{name}":{json.dumps(value)}' for name, value in fields.items()]
            return "{" + ",".join([*pieces, f'"{field}":{random.choice(ODD)}']) + "}"
        case _:
            return random.choice(HONEST)


def framed(content: str | bytes) -> bytes:
    if isinstance(content, bytes):
        return frame(content, BINARY)
    return frame(content.encode(errors="replace"), TEXT)


def last_frame() -> bytes:
    """One that breaks the rules of WebSocket, or a close; after it nothing more is heard."""
    content = random.randbytes(random.choice((0, 1, 2, 100, 125, 4097, 70_000)))
    return random.choice(
        (
            frame(content, random.choice((TEXT, BINARY))),
            frame(content, random.randrange(16), head=random.choice((0, 0x80, 0xC0, 0xF0))),
            frame(content[:200], random.choice((CLOSE, PING, 10))),
            frame(content, masked=False),
            random.randbytes(40),
            frame((1000).to_bytes(2), CLOSE),
        )
    )


async def frames(house: House, site: Site, *, amount: int = 10_000, players: int = 20) -> Outcome:
    """No traceback, no close code but those that are documented, and the others play on."""
    outcome, crowd = Outcome("hostile frames"), Crowd(house, [site], players)
    await crowd.start()
    codes: Counter[int | None] = Counter()
    game = [crowd.players[number].ledger.id for number in range(players)]

    async def one(number: int) -> None:
        cookies = crowd.players[number % players].client.cookies if number % 2 else ""
        raw = await open_raw(site, game[number % players], cookies)
        codes[await _attack(raw)] += 1
        raw.cut()

    # In others' games: whoever is attacked from their own seat would see moves nobody asked for.
    strangers = [await _own_game(site, number) for number in range(4)]
    for start in range(0, amount // A_SOCKET, 20):
        await asyncio.gather(*(one(2 * number) for number in range(start, start + 10)))
        attacks = [open_raw(site, *strangers[number % 4]) for number in range(10)]
        for raw in await asyncio.gather(*attacks):
            codes[await _attack(raw)] += 1
            raw.cut()
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    outcome.figures.append(f"closed with {dict(codes)}")
    outcome.at_most("codes nobody documented", len(set(codes) - CODES), 0)
    outcome.at_most("tracebacks", house.tracebacks, 0)
    return outcome


async def _attack(raw: Raw) -> int | None:
    """Send all of it, and hear how it ends."""
    with suppress(OSError):
        for _ in range(A_SOCKET - 1):
            raw.writer.write(framed(payload()))
        await raw.writer.drain()
        raw.writer.write(last_frame() + frame((1000).to_bytes(2), CLOSE))
        await raw.writer.drain()
    return await raw.close_code()


async def _own_game(site: Site, number: int) -> tuple[str, str]:
    from tests.faults.player import Player

    attacker: Any = Player([site], 5000 + number, "4x4", 0)
    await attacker.begin()
    return attacker.ledger.id, attacker.client.cookies
