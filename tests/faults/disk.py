"""A disk that is small enough to be filled."""

import errno
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.faults.house import House


@contextmanager
def small(size: str = "300m") -> Iterator[Path]:
    """A file system of its own, in memory. It takes root to mount one."""
    folder = Path(tempfile.mkdtemp(prefix="kashi-disk-"))
    _run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        _run("umount", str(folder))
        folder.rmdir()


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    assert found, program
    subprocess.run([found, *arguments], check=True)


def fill(house: House, ballast: Path) -> None:
    """Not a byte is left, neither for tables nor for the next segment of the log."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
    with suppress(psycopg.Error):  # it may not survive that
        for _ in range(3):
            house.ask("SELECT pg_switch_wal()")
