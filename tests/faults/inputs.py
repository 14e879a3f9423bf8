"""Inputs of any kind to the API: every answer is one of ours, and none is a failure of the site."""

import asyncio
import json
import os
import random
import sys
from collections import Counter
from urllib.parse import quote

from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome
from tests.faults.player import Player
from tests.site import CHECKOUT, Site

METHODS = ("GET", "GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "X")
PATHS = (
    "games/", "games/{id}/", "games/{id}/start/", "games/{id}/give-up/", "games/?player={odd}",
    "leaderboards/{odd}/{odd}/", "leaderboards/4x4/all/?metric={odd}&on={odd}&cursor={odd}",
    "leaderboards/4x4/day/around/?metric={odd}", "players/{odd}/", "me/", "me/games.jsonl",
    "schema/", "{odd}", "games/{odd}/", "players/{odd}/games/?cursor={odd}",
)  # fmt: skip
ODD = (
    "", "0", "-1", "4x4", "5x5", "all", "week", "score", "fastest", "2026-11-02", "2026-13-40",
    "0001-01-01", "9999-12-31", "1" * 400, "\0", "'", '"', "\\", "%", "../..", "\u202e", "۴x۴",
    "\ud83d\ude00", "None", "true", "[]", "{}", "1e999", "NaN", "AAAA", "eyJ9", "x" * 3000,
)  # fmt: skip
BODIES = (
    b"", b"{", b"[]", b"null", b"0", b'""', b"\xff\xfe", b'{"shape":"4x4"}', b'{"shape":null}',
    b'{"shape":["4x4"]}', b'{"shape":"4x4","seed":"0"}', b'{"client_seed":"' + b"1f" * 16 + b'"}',
    b'{"client_seed":"\\u0000"}', b'{"client_seed":1e999}', b"[" * 3000, b'{"shape":"\\ud800"}',
    b'{"a":' * 500, b"9" * 5000, b"shape=4x4", b'{"shape":"4x4"}' * 2,
    b"&".join(b"a%d=1" % number for number in range(1001)),
)  # fmt: skip
TYPES = (
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "a/b",
    "",
    "x" * 200,
)
LINES = 16  # connections that ask at the same time


def ask_for(player: Player, number: int) -> tuple[str, str, bytes, dict[str, str]]:
    """Method, path, body and headers of one that is not like the last; each from an address of its
    own, or limits would answer for all."""
    odd = random.choice(ODD).encode(errors="surrogatepass")
    path = random.choice(PATHS).format(id=player.ledger.id, odd=quote(odd))
    body = random.choice(BODIES)
    if random.random() < 0.3:
        body = random.randbytes(random.randrange(60))
    headers = {
        "X-Forwarded-For": f"11.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
        "Content-Type": random.choice(TYPES),
        "Accept": random.choice(("application/json",) * 8 + ("text/html", "*/*", "a", "")),
    }
    if random.random() < 0.6:
        headers["Cookie"] = player.client.cookies
        headers["X-CSRFToken"] = player.client.cookie("csrftoken")
    elif random.random() < 0.3:
        token = random.choice(("kashi_x", "", "x" * 900, "\xff"))
        headers["Authorization"] = f"Bearer {token}"
    return random.choice(METHODS), f"/api/{path}", body, headers


async def ask(site: Site, player: Player, numbers: range, said: Counter[int]) -> None:
    """One after the other, each on a line of its own: what is not understood may end it."""
    for number in numbers:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        method, path, body, headers = ask_for(player, number)
        headers |= {"Host": "127.0.0.1", "Connection": "close", "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        answer = await reader.read()
        said[int(answer[9:12])] += 1
        writer.close()


async def inputs(
    house: House, site: Site, *, amount: int = 100_000, of_them_by_wire: int = 4_000
) -> Outcome:
    """Nothing fails, nothing is left in the log, and games are as they were. A server process
    answers too few a second for all of them, so most are put to its application."""
    outcome, crowd = Outcome("inputs to the API"), Crowd(house, [site], 5, pace_s=1)
    await crowd.start()
    said: Counter[int] = Counter()
    attackers = [Player([site], 6000 + number, "4x4", 0) for number in range(LINES)]
    await asyncio.gather(*(attacker.begin() for attacker in attackers))
    within = [await _within(house, site, (amount - of_them_by_wire) // 2, n) for n in (1, 2)]
    share = of_them_by_wire // LINES
    ranges = [range(start * share, (start + 1) * share) for start in range(LINES)]
    pairs = zip(attackers, ranges, strict=True)
    await asyncio.gather(*(ask(site, attacker, numbers, said) for attacker, numbers in pairs))
    tracebacks = house.tracebacks
    for process in within:
        answered, logged = await process.communicate()
        said.update({int(status): n for status, n in json.loads(answered).items()})
        tracebacks += logged.count(b"Traceback")
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    outcome.at_least("asked", said.total(), amount)
    outcome.figures.append(json.dumps(dict(sorted(said.items()))))
    outcome.at_most("5xx", sum(n for status, n in said.items() if status >= 500), 0)
    outcome.at_most("tracebacks", tracebacks, 0)
    return outcome


async def _within(house: House, site: Site, amount: int, number: int) -> asyncio.subprocess.Process:
    command = ["-m", "tests.faults.within", str(amount), str(number), str(site.port)]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        cwd=CHECKOUT,
        env=os.environ | house.environment | {"PORT": str(site.port)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
