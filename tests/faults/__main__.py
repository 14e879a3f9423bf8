"""All faults, one after the other, and one line of totals.

    python -m tests.faults              all (under twenty minutes)
    python -m tests.faults NAME ...     some, by the names below
    python -m tests.faults --prove      the mutants, each of which has to turn a fault red

Exit code 0 where nothing was lost, doubled or unlike and every bound held.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from tests import redis_server
from tests.faults import (
    clock,
    database,
    disk,
    hints,
    hostile,
    inputs,
    kills,
    proxy,
    race,
    sockets,
    stops,
    turnover,
)
from tests.faults.house import house
from tests.faults.ledger import Counts
from tests.faults.outcome import Outcome
from tests.faults.proof import prove

Run = Coroutine[Any, Any, Outcome]


@contextmanager
def one_process() -> Iterator[dict[str, Callable[[], Run]]]:
    """The faults of a site with one server."""
    with house() as at_home:
        site = at_home.site()
        yield {
            "server": lambda: kills.server(at_home, site=site),
            "postgres": lambda: kills.postgres(at_home, site=site),
            "sigterm": lambda: stops.one(at_home, site),
            "proxy": lambda: proxy.proxy(at_home, site),
            "frozen": lambda: database.frozen(at_home, site),
            "refusing": lambda: database.refusing(at_home, site),
            "half-open": lambda: sockets.half_open(at_home, site),
            "never-reading": lambda: sockets.never_reading(at_home, site),
            "flood": lambda: sockets.flood(at_home, site),
            "connects": lambda: turnover.come_and_go(at_home, site),
        }


@contextmanager
def fresh_process() -> Iterator[dict[str, Callable[[], Run]]]:
    """Those that look for any traceback in a log; a database that was killed leaves some."""
    with house() as at_home:
        site = at_home.site()
        yield {
            "frames": lambda: hostile.frames(at_home, site),
            "inputs": lambda: inputs.inputs(at_home, site),
        }


@contextmanager
def two_processes() -> Iterator[dict[str, Callable[[], Run]]]:
    """The faults of a site with two servers and a Redis."""
    with redis_server.running() as redis, house(REDIS_URL=redis.url) as at_home:
        sites = [at_home.site(), at_home.site()]
        yield {
            "race": lambda: race.race(at_home, sites),
            "rolling": lambda: stops.rolling(at_home, sites),
            "redis": lambda: hints.gone(at_home, redis, sites),
            "redis-hangs": lambda: hints.gone(at_home, redis, sites, seconds=10, hang=True),
        }


@contextmanager
def own_disk() -> Iterator[dict[str, Callable[[], Run]]]:
    """The disk that fills."""
    with disk.small() as folder, house(folder / "h") as at_home:
        site = at_home.site()
        yield {"disk": lambda: database.full(at_home, site)}


@contextmanager
def own_clock() -> Iterator[dict[str, Callable[[], Run]]]:
    """The clock that steps."""
    with clock.house_with_a_clock() as (at_home, file):
        site = at_home.site(**clock.faked(file))
        yield {"clock": lambda: clock.stepped(at_home, file, site)}


SCENES = {
    one_process: ("server", "postgres", "sigterm", "proxy", "frozen", "refusing", "half-open",
                  "never-reading", "flood", "connects"),
    two_processes: ("race", "rolling", "redis", "redis-hangs"),
    own_disk: ("disk",),
    own_clock: ("clock",),
    fresh_process: ("frames", "inputs"),
}  # fmt: skip


def main(names: list[str]) -> int:
    began, outcomes = time.monotonic(), list[Outcome]()
    for scene, faults in SCENES.items():
        wanted = [name for name in faults if name in names or not names]
        if not wanted:
            continue
        with scene() as runs:
            for name in wanted:
                outcomes.append(asyncio.run(runs[name]()))
                say(f"[{time.monotonic() - began:4.0f} s] {outcomes[-1]}")
    total = Counts()
    for outcome in outcomes:
        total = total.plus(outcome.counts)
    counts = " ".join(f"{name} {n}" for name, n in total._asdict().items())
    broken = [f"{one.name}: {what}" for one in outcomes for what in one.broken]
    say(
        f"{len(outcomes)} faults in {time.monotonic() - began:.0f} s: {counts},"
        f" bounds broken {len(broken)} {'; '.join(broken)}".rstrip()
    )
    return 0 if all(outcome.holds for outcome in outcomes) else 1


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(prove(say) if asked == ["--prove"] else main(asked))
