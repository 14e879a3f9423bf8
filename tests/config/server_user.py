"""Somebody who uses an embedded PostgreSQL, as a process of its own that a test can kill.

python -m tests.config.server_user HOME    until its standard input ends
"""

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg

from config import embedded
from config.cluster import NotStarted

CHECKOUT = Path(__file__).resolve().parents[2]


class ServerUser:
    """Inside `embedded.running(home)` from `arrive` to `leave` or `die`."""

    def __init__(
        self,
        home: Path,
        *,
        before: tuple[str, ...] = (),
        python: str = sys.executable,
        **environment: str,
    ) -> None:
        command = [*before, python, "-m", "tests.config.server_user", str(home)]
        self.process: subprocess.Popen[str] = subprocess.Popen(
            command,
            cwd=CHECKOUT,
            env=os.environ | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def arrive(self) -> str:
        """Wait for it: `inside`, or why it could not start."""
        assert self.process.stdout
        word: str = self.process.stdout.readline().strip()
        if word != "inside":
            self.leave()
        return word

    def leave(self) -> None:
        if self.process.returncode is None:
            self.process.communicate()

    def die(self) -> None:
        self.process.kill()
        self.process.communicate()


def ask(home: Path, query: str) -> Any:
    """The first column of the first row; asks again for as long as the server is not back."""
    at = embedded.database(home)
    until = time.monotonic() + 20
    while True:
        try:
            with psycopg.connect(
                host=at["HOST"], port=at["PORT"], user=at["USER"], dbname=at["NAME"]
            ) as connection:
                cursor = connection.execute(query.encode())
                row = cursor.fetchone() if cursor.description else None
                return row[0] if row else None
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def postmaster(home: Path) -> int:
    return int((home / "postgres/postmaster.pid").read_text().split()[0])


def keeper(home: Path) -> int:
    """The parent of the postmaster."""
    return int(Path(f"/proc/{postmaster(home)}/stat").read_text().rpartition(")")[2].split()[1])


def kill(*pids: int) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def assert_all_gone(home: Path) -> None:
    """Every process that ever touched the data holds a lock, which the kernel frees at its end."""
    until = time.monotonic() + 20
    for name in ("keeper.lock", "data.lock"):
        with (home / name).open() as lock:
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    assert time.monotonic() < until, f"{name} is still held"
                    time.sleep(0.05)


if __name__ == "__main__":
    try:
        with embedded.running(Path(sys.argv[1])):
            sys.stdout.write("inside\n")
            sys.stdout.flush()
            sys.stdin.read()
    except NotStarted as error:
        sys.stdout.write(f"{error}\n")
