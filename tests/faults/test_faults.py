"""The faults in small, on a PostgreSQL of their own; `make faults` runs all of them in full."""

import asyncio

from tests.faults import kills, proxy, race
from tests.faults.house import house


def test_what_was_told_is_kept_whatever_is_killed_and_whoever_races() -> None:
    """One test, since what takes long is to set up the site. Bounds of time are for `make faults`,
    which has the machine to itself."""
    with house() as at_home:
        site = at_home.site()
        outcomes = [
            asyncio.run(fault)
            for fault in (
                kills.server(
                    at_home, site=site, kills=1, players=6, acknowledged=1, every_s=(0.7, 0.7)
                ),
                kills.postgres(at_home, site=site, kills=1, players=6, every_s=(0.5, 0.5)),
                race.race(at_home, [site], games=1, rounds=8),
                proxy.proxy(at_home, site, players=6, seconds=2, at_least=1),
            )
        ]
        for outcome in outcomes:
            assert outcome.counts.acknowledged > 0, outcome
            assert not outcome.counts.broken, outcome
            assert not {"players who waited in vain", "plies without one winner"} & {
                *outcome.broken
            }, outcome
        assert at_home.tracebacks == 0, at_home.sites[0].log_text()
