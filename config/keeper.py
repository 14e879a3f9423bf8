"""The process that runs the embedded PostgreSQL while anybody uses it; see config/embedded.py.

    python -m config.keeper HOME SOCKET_FOLDER    < keeper.lock, locked by who starts it

It leaves the session of who started it, so it outlives a Ctrl-C, a closed terminal and a kill -9,
and has no pipe to anybody: what it and the server have to say is in `postgres.log`.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

from config.cluster import NotStarted, create, program, start, stop

NOBODY = 65534


def main(home: Path, sockets: Path) -> None:
    if os.fork():
        os._exit(0)  # whoever started us need not wait for us, nor bury us
    os.setsid()
    if os.getuid() == 0:
        become_acceptable(home)
    keep(home, sockets)


def become_acceptable(home: Path) -> None:
    """Run this program again as somebody whom PostgreSQL accepts: it refuses to run as root.

    In a user namespace we are called nobody while all files stay root's. Where namespaces are
    denied, as in many containers, we are nobody in earnest (or who the data belongs to), with the
    one capability that reaches into folders of root. Neither changes a permission anywhere.
    """
    data = home / "postgres"
    owner = data.stat().st_uid if data.exists() else 0
    user = str(owner or NOBODY)
    ways = [["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]]
    ways[0] += ["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override", "--"]
    if owner == 0:
        ways.insert(0, ["unshare", "--user", f"--map-user={user}", f"--map-group={user}", "--"])
    for way in ways:
        if shutil.which(way[0]) and works([*way, program("postgres"), "--version"]):
            again = [*way, sys.executable, "-m", "config.keeper", *sys.argv[1:]]
            os.execvp(way[0], again)  # noqa: S606 - a list without a shell, as everywhere
    raise NotStarted(
        "PostgreSQL refuses to run as root and no other user can be had here: "
        "run Kashi as an ordinary user, or set DATABASE_URL to a server that runs elsewhere."
    )


def works(command: list[str]) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


def keep(home: Path, sockets: Path) -> None:
    """Run the server, again whenever it was killed, until nobody is left who uses it."""
    data = home / "postgres"
    if not data.exists():
        create(home, data)
    deaths: list[float] = []
    with (home / "users.lock").open("a") as users:
        while len(deaths) < 5 or deaths[-1] - deaths[-5] > 10:  # seconds; else it cannot run
            server = start(home, data, sockets)
            while server.poll() is None:
                if unused(users):  # and whoever comes now waits until we are gone
                    return stop(server)
                time.sleep(0.2)
            deaths.append(time.monotonic())
    sys.exit(1)  # the server's own last words in the log say why


def unused(users: TextIO) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except (NotStarted, OSError) as error:
        sys.exit(str(error))
