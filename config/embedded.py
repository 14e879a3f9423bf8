"""The PostgreSQL that comes along: it runs for as long as somebody is inside `running`.

Nothing here counts process ids. Whoever uses the server shares a lock on `users.lock`; the process
of config/keeper.py owns `keeper.lock`, runs the server and waits until it can have `users.lock` for
itself. The kernel frees a lock on any death, so none of them can leave a false trace behind.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread
from typing import Any, TextIO

from django.conf import settings

from config.cluster import SOCKET, NotStarted, program

CHECKOUT = Path(__file__).resolve().parent.parent
LONGEST_SOCKET = 107  # bytes that the kernel takes as the address of a unix socket
PATIENCE = 120.0  # seconds; a first start takes two, a recovery after a crash a few more


def database(home: Path) -> dict[str, Any]:
    """The entry in DATABASES for the server that `running(home)` runs."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "kashi",
        "USER": "kashi",
        "HOST": str(socket_folder(home)),
        "PORT": "5432",
    }


def if_needed() -> AbstractContextManager[None]:
    """`running` for this checkout; nothing to do where DATABASE_URL names another server."""
    return nullcontext() if settings.DATABASE_URL else running(settings.HOME)


@contextmanager
def running(home: Path) -> Iterator[None]:
    """The server of `home` accepts connections inside; the last one to leave ends it."""
    home.mkdir(mode=0o700, exist_ok=True)
    _make_private(socket_folder(home))
    watch = _Watch(home)
    with (home / "users.lock").open("a") as users:
        fcntl.flock(users, fcntl.LOCK_SH)  # waits while a server that nobody used is being ended
        watch.start()
        try:
            _wait_until_it_accepts(home, watch)
            yield
        finally:
            watch.left.set()


def socket_folder(home: Path) -> Path:
    """Inside `home` where the kernel and libpq (which splits at commas) can take that address."""
    inside = home.resolve() / "socket"
    if len(os.fsencode(inside / SOCKET)) <= LONGEST_SOCKET and "," not in str(inside):
        return inside
    name = hashlib.sha256(os.fsencode(home.resolve())).hexdigest()[:16]
    return Path(f"/tmp/kashi-{os.getuid()}-{name}")  # noqa: S108 - `_make_private` checks whose it is


def _make_private(folder: Path) -> None:
    """Who can reach the socket can be anybody in the database, so only we may enter its folder."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o170777 != 0o040700:
        raise NotStarted(f"{folder} must be a folder that is yours alone (mode 0700): remove it.")


class _Watch(Thread):
    """Starts a keeper whenever there is none: the lock is ours once the last one is dead."""

    def __init__(self, home: Path) -> None:
        super().__init__(daemon=True)
        self.home = home
        self.left = Event()
        self.started = 0
        self.failure = ""

    def run(self) -> None:
        try:
            self.watch()
        except OSError as error:
            self.failure = str(error)

    def watch(self) -> None:
        while True:
            with (self.home / "keeper.lock").open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if self.left.is_set():
                    return
                self.started += 1
                self.start_keeper(lock)
            self.left.wait(0.2)

    def start_keeper(self, lock: TextIO) -> None:
        """A keeper has its lock as standard input, which stays locked until it dies."""
        command = [sys.executable, "-m", "config.keeper"]
        command += [str(self.home.resolve()), str(socket_folder(self.home))]
        with (self.home / "postgres.log").open("a") as log:
            subprocess.run(command, cwd=CHECKOUT, stdin=lock, stdout=log, stderr=log, check=False)


def _wait_until_it_accepts(home: Path, watch: _Watch) -> None:
    until = time.monotonic() + PATIENCE
    ask = [program("pg_isready"), "-q", "-h", str(socket_folder(home)), "-p", "5432"]
    ask += ["-U", "kashi", "-d", "kashi"]
    while subprocess.run(ask, check=False).returncode != 0:
        if watch.failure or watch.started > 2 or time.monotonic() > until:
            why = watch.failure or _last_words(home / "postgres.log")
            raise NotStarted(f"PostgreSQL did not start: {why}")
        time.sleep(0.05)


def _last_words(log: Path) -> str:
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return f"{lines[-1] if lines else 'nothing was logged'} (more in {log})"
