"""The clock of server and database is stepped while people play: by two days, and back."""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config import embedded
from config.cluster import SETTINGS, program
from tests.faults.crowd import Crowd
from tests.faults.house import House, house
from tests.faults.outcome import Outcome
from tests.site import Site

LIBRARY = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
STEPS = ("+2d", "+169200", "-3600", "+0")  # two days on, an hour back, before now, and to now


@contextmanager
def house_with_a_clock() -> Iterator[tuple[House, Path]]:
    """One whose PostgreSQL goes by a clock that is written into a file, and a server that is
    started with `faked`; Python's own sleep fails under it, so the keeper cannot be there."""
    if not LIBRARY.exists():
        raise RuntimeError("install Debian's faketime")
    folder = Path(tempfile.mkdtemp(prefix="kashi-clock-"))
    home, clock = folder / "h", folder / "clock"
    clock.write_text("+0\n")
    with house(home):
        pass  # it made a cluster
    as_nobody = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"]
    sockets = embedded.socket_folder(home)
    flags = [f"--{name}={value}" for name, value in SETTINGS.items()]
    command = [program("postgres"), "-D", str(home / "postgres"), "-k", str(sockets), *flags]
    postgres = subprocess.Popen(
        [*(as_nobody if os.getuid() == 0 else []), *command],
        env=os.environ | faked(clock),
        stderr=subprocess.DEVNULL,
    )
    inside = House(home)
    try:
        inside.wait_until_up()
        yield inside, clock
    finally:
        inside.kill_sites()
        postgres.send_signal(signal.SIGINT)
        postgres.wait()
        shutil.rmtree(folder)


def faked(clock: Path) -> dict[str, str]:
    """What a process has to be started with to go by that clock; time that passes is as ever."""
    return {
        "LD_PRELOAD": str(LIBRARY),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }


async def stepped(
    house: House, clock: Path, site: Site, *, players: int = 8, seconds: float = 4
) -> Outcome:
    """No game is lost, no socket closed, no time is negative: `Kept.order_ok` and the record's
    think times say so."""
    outcome, crowd = Outcome("the clock stepped"), Crowd(house, [site], players)
    await crowd.start()
    [(before,)] = house.ask("SELECT extract(epoch FROM now())::float")
    for step in STEPS:
        await asyncio.to_thread(clock.write_text, step + "\n")
        since = time.monotonic()
        await asyncio.sleep(seconds)
        await crowd.all_back(since, new_line=False)
        outcome.add(await crowd.compare(looks=3))
        if step == STEPS[0]:
            [(after,)] = house.ask("SELECT extract(epoch FROM now())::float")
            outcome.at_least("the database's clock went on by hours", (after - before) / 3600, 47)
    outcome.add(await crowd.compare())
    await crowd.leave(outcome)
    [(negative,)] = house.ask("SELECT count(*) FROM games_best WHERE value < 0")
    outcome.at_most("negative bests", negative, 0)
    closed = [code for player in crowd.players for _, code in player.closings]
    outcome.at_most("sockets closed", len(closed), 0)
    outcome.at_most("tracebacks", house.tracebacks, 0)
    return outcome
