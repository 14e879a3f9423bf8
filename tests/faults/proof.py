"""The harness against mutants of the site: one that stays green has found nothing."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tests.faults import kills, race
from tests.faults.house import House, house
from tests.faults.mutants import MUTANTS
from tests.faults.outcome import Outcome
from tests.site import Site

Fault = Callable[[House, Site], Coroutine[Any, Any, Outcome]]

# What each mutant is to be caught by.
CAUGHT_BY: dict[str, Fault] = {
    "acknowledged_before_commit": lambda house, site: kills.server(
        house, site=site, kills=3, players=50, acknowledged=0, every_s=(1, 2)
    ),
    "without_the_ply": lambda house, site: race.race(house, [site], games=2, rounds=5),
    "not_on_disk": lambda house, site: kills.postgres(house, site=site, kills=1, players=20),
}


def prove(say: Callable[[str], None]) -> int:
    """0 where every mutant lost, doubled or tore something."""
    green = []
    with house() as at_home:
        for name in MUTANTS:
            site = at_home.site("tests.faults.mutants", name)
            outcome = asyncio.run(CAUGHT_BY[name](at_home, site))
            site.stop()
            say(f"{name}: {'caught' if outcome.counts.broken else 'NOT CAUGHT'}: {outcome}")
            if not outcome.counts.broken:
                green.append(name)
    say(f"{len(MUTANTS)} mutants, {len(green)} not caught {' '.join(green)}".rstrip())
    return 1 if green else 0
