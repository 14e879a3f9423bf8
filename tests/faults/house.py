"""A site that may be broken: a PostgreSQL of its own, and server processes to kill and start."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from config import embedded
from tests.config.server_user import assert_all_gone
from tests.faults.ledger import Kept
from tests.site import Site

MOVES = "SELECT string_agg(moves, '' ORDER BY number) FROM games_segment WHERE game_id = game.id"
KEPT = f"""
SELECT id, shape, seed, client_seed, ply, cells, score, coalesce(({MOVES}), '') || tail,
       coalesce(created_at <= started_at AND (first_moved_at IS NULL OR
           (started_at <= first_moved_at AND first_moved_at <= moved_at)), true)
FROM games_game game WHERE id = ANY(%s)"""  # noqa: S608 - a constant


class House:
    """One database, and the sites that serve it."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        where = quote(str(embedded.database(home)["HOST"]), safe="")
        self.url = f"postgres://kashi@{where}/kashi"
        # Each player comes from an address of their own, as behind a proxy.
        self.environment = {"DATABASE_URL": self.url, "TRUSTED_PROXIES": "1", **environment}
        self.sites: list[Site] = []

    def site(self, module: str = "config.play", *arguments: str, **environment: str) -> Site:
        """One more server process, running."""
        log = self.home.parent / f"site-{len(self.sites)}.log"
        site = Site(log=log, **self.environment, **environment)
        site.command = (module, *arguments)
        self.sites.append(site)
        site.start()
        return site

    def kill_sites(self) -> None:
        for site in self.sites:
            if site.process and site.process.poll() is None:
                site.stop(signal.SIGKILL)

    @property
    def tracebacks(self) -> int:
        return sum(site.log_text().count("Traceback") for site in self.sites)

    # --- what is kept ----------------------------------------------------------------------------
    def ask(self, sql: str, *values: object) -> list[Any]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(sql.encode(), values).fetchall()

    def kept(self, ids: list[str]) -> dict[str, Kept]:
        return {row[0]: _kept(*row) for row in self.ask(KEPT, ids)}

    # --- PostgreSQL ------------------------------------------------------------------------------
    def signal_postgres(self, number: signal.Signals) -> None:
        """To all of its processes. The postmaster is stopped first, so that it can neither react to
        the end of the others nor make new ones."""
        postmaster = int((self.home / "postgres/postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGSTOP)
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in (*map(int, children), postmaster):
            os.kill(pid, number)

    def is_up(self) -> bool:
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def wait_until_up(self) -> None:
        until = time.monotonic() + 60
        while not self.is_up():
            if time.monotonic() > until:
                raise RuntimeError("PostgreSQL did not come back")
            time.sleep(0.02)


def _kept(
    id_: str,
    shape: str,
    seed: bytes,
    client_seed: str,
    ply: int,
    cells: bytes,
    score: int,
    moves: bytes,
    order_ok: bool,
) -> Kept:
    columns = int(shape.partition("x")[2])
    values = [1 << cell if cell else 0 for cell in cells]
    rows = [values[at : at + columns] for at in range(0, len(values), columns)]
    letters = "".join("URDL"[moves[at] >> 6] for at in range(0, len(moves), 2))
    board = tuple(tuple(row) for row in rows)
    return Kept(id_, shape, seed, client_seed, ply, board, score, letters, order_ok)


@contextmanager
def house(home: Path | None = None, **environment: str) -> Iterator[House]:
    """Everything is gone afterwards, whatever state it was in."""
    folder = Path(tempfile.mkdtemp(prefix="kashi-faults-"))
    home = home or folder / "h"
    try:
        with embedded.running(home):
            inside = House(home, **environment)
            try:
                yield inside
            finally:
                inside.kill_sites()
    finally:
        assert_all_gone(home)
        shutil.rmtree(folder, ignore_errors=True)
