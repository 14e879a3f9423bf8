"""Redis goes away: hints between processes stop, and nothing else."""

import asyncio
import json
import signal
import time

from tests.faults.crowd import Crowd, acks_ms
from tests.faults.house import House
from tests.faults.outcome import Outcome, percentile
from tests.faults.player import Player
from tests.redis_server import Redis
from tests.site import Site

AGREE_S = 30.0  # without hints the sweep tells every screen


class Watcher:
    """Somebody else's screen on a player's game, at another process."""

    def __init__(self, player: Player, site: Site) -> None:
        self.player, self.site = player, site
        self.knew: dict[int, float] = {}
        self.ply = -1

    async def watch(self) -> None:
        """Reads all, says so now and then, asks where it misses something."""
        heard = 0
        async with self.player.line(self.site) as line:
            async for text in line:
                message = json.loads(text)
                heard += 1
                if message["t"] in ("state", "moved"):
                    if message["t"] == "moved" and message["from"] > self.ply:
                        await line.send('{"t":"state"}')
                        continue
                    self.ply = max(self.ply, message["ply"])
                    self.knew.setdefault(message["ply"], time.monotonic())
                if heard % 32 == 0:
                    await line.send(json.dumps({"t": "seen", "ply": self.ply}))

    def delays(self, since: float) -> list[float]:
        """Between the player's answer and this screen, by the moves from then on."""
        told = {ply: at for at, _, _, ply in self.player.acks if at > since}
        return [self.knew[ply] - at for ply, at in told.items() if ply in self.knew]


async def gone(
    house: House,
    redis: Redis,
    sites: list[Site],
    *,
    players: int = 40,
    seconds: float = 30,
    hang: bool = False,
) -> Outcome:
    """Killed, or stopped so that it takes connections and answers nothing."""
    outcome = Outcome("Redis hangs" if hang else "Redis gone")
    crowd = Crowd(house, sites[:1], players, shapes=("5x5",))
    await crowd.start()
    watchers = [Watcher(player, sites[1]) for player in crowd.players[:10]]
    watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    await asyncio.sleep(5)
    before = acks_ms(crowd, 0)
    outcome.at_most("hint p95 before s", percentile(_delays(watchers, 0), 95), 0.5)
    since = time.monotonic()
    redis.process.send_signal(signal.SIGSTOP if hang else signal.SIGKILL)
    await asyncio.sleep(seconds)
    during = acks_ms(crowd, since)
    outcome.at_most("answer p95 against before", percentile(during, 95) / percentile(before, 95), 2)
    outcome.add(await crowd.compare())
    # All screens agree without hints.
    async with crowd.quiet():
        quiet = time.monotonic()
        while any(watcher.ply < watcher.player.ply for watcher in watchers):
            if time.monotonic() > quiet + AGREE_S:
                break
            await asyncio.sleep(0.1)
        outcome.at_most("screens agree without it after s", time.monotonic() - quiet, AGREE_S)
    if hang:
        redis.process.send_signal(signal.SIGCONT)
    else:
        redis.process.wait()
        redis.start()
    await asyncio.sleep(5)
    back = time.monotonic()
    await asyncio.sleep(3)
    outcome.at_most("hint p95 after s", percentile(_delays(watchers, back), 95), 0.5)
    outcome.at_most("watching screens lost", sum(task.done() for task in watching), 0)
    for task in watching:
        task.cancel()
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    closed = sum(len(player.closings) for player in crowd.players)
    outcome.at_most("sockets closed", closed, 0)
    outcome.at_most("moves failed", sum(len(player.refusals) for player in crowd.players), 0)
    return outcome


def _delays(watchers: list[Watcher], since: float) -> list[float]:
    return [delay for watcher in watchers for delay in watcher.delays(since)]
