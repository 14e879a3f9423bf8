"""Restarts that are meant: of the only process, and of one of two after the other."""

import asyncio
import time

from tests.faults.crowd import Crowd
from tests.faults.house import House
from tests.faults.outcome import Outcome, percentile
from tests.site import Site

RESTART = 1012
WITHIN_S = 1.0  # of the signal every socket is told


async def one(house: House, site: Site, *, rounds: int = 5, players: int = 100) -> Outcome:
    """SIGTERM, and start again."""
    outcome = Outcome("SIGTERM of the server")
    crowd = Crowd(house, [site], players)
    await crowd.start()
    gaps = [await _round(crowd, site, outcome) for _ in range(rounds)]
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    worst = [gap for each in gaps for gap in each]
    outcome.figures.append(f"gap with nobody to take over, p99 s {percentile(worst, 99):.3g}")
    return outcome


async def rolling(
    house: House, sites: list[Site], *, rounds: int = 2, players: int = 100
) -> Outcome:
    """One of two at a time; whoever is sent away goes on at the other."""
    outcome, gaps = Outcome("rolling restart of two"), list[float]()
    crowd = Crowd(house, sites, players)
    for player in crowd.players[::2]:
        player.client.site = sites[1]
    await crowd.start()
    for _ in range(rounds):
        for site in sites:
            gaps += await _round(crowd, site, outcome)
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    outcome.at_most("p99 gap s", percentile(gaps, 99), 2)
    return outcome


async def _round(crowd: Crowd, site: Site, outcome: Outcome) -> list[float]:
    """Seconds between the last answer before and the first one after, of those who sat here."""
    await asyncio.sleep(2)
    here = [player for player in crowd.players if player.client.site is site and player.is_seated]
    closed_before = {player: len(player.closings) for player in here}
    began = time.monotonic()
    stopping = asyncio.create_task(asyncio.to_thread(_restart, site))
    await crowd.until(lambda player: player not in closed_before or player.acks[-1].opened > began)
    await stopping
    outcome.add(await crowd.compare(looks=5))
    late, gaps = 0, []
    for player, closed in closed_before.items():
        if len(player.closings) == closed:
            continue  # had finished a game just then
        at, code = player.closings[closed]
        late += code != RESTART or at > began + WITHIN_S
        before = max(ack.at for ack in player.acks if ack.opened < began)
        gaps.append(next(ack.at for ack in player.acks if ack.opened > began) - before)
    outcome.at_most("not told 1012 in a second", late, 0)
    return gaps


def _restart(site: Site) -> None:
    site.stop()
    site.start()
