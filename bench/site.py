"""A site to measure: a database of its own, players in the middle of games, a server process."""

import asyncio
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts import guests
from accounts.models import User
from config import embedded
from games.models import Game
from games.rules.board import SHAPES, Shape
from games.rules.position import Position
from games.rules.tiles import SEED_BYTES

CHECKOUT = Path(__file__).resolve().parent.parent
BUSY_TICKS = 5  # in 0.3 seconds; a process with nothing to do uses one at most


@contextmanager
def database() -> Iterator[None]:
    """An empty database beside the site's own, dropped afterwards."""
    with embedded.if_needed():
        connection.settings_dict["TEST"]["NAME"] = "kashi_bench"
        before = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(before, verbosity=0)


@contextmanager
def database_time() -> Iterator[list[float]]:
    """The milliseconds of each statement inside, from sending it to having all its rows."""
    spent: list[float] = []

    def timed(
        execute: Callable[..., object], sql: str, params: object, many: bool, context: object
    ) -> object:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            spent.append((time.perf_counter() - began) * 1000)

    with connection.execute_wrapper(timed):
        yield spent


@dataclass(frozen=True, slots=True)
class Server:
    """A running server process."""

    port: int
    process: subprocess.Popen[str]

    @property
    def resident_kb(self) -> int:
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    @property
    def ticks(self) -> int:
        """Of the processor that it has used so far, in user and kernel mode."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    async def rests(self) -> None:
        """Wait until it is done with those who left: their bests are recorded when they do."""
        before = -BUSY_TICKS
        while self.ticks - before >= BUSY_TICKS:
            before = self.ticks
            await asyncio.sleep(0.3)


@contextmanager
def server(**environment: str) -> Iterator[Server]:
    """One process of the site on a free port, with `/ws/echo/` beside it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    at = connection.settings_dict
    who = f"{quote(at['USER'])}:{quote(at['PASSWORD'])}@" if at["USER"] else ""
    url = f"postgres://{who}{quote(at['HOST'], safe='')}:{at['PORT'] or 5432}/{at['NAME']}"
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.server", str(port)],
        cwd=CHECKOUT,
        env=os.environ | {"DATABASE_URL": url, "PORT": str(port)} | environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        if process.stdout.readline() != "ready\n":
            raise RuntimeError("the server did not start")
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait()


def games(amount: int, shape: Shape = SHAPES["4x4"]) -> list[tuple[str, str]]:
    """Fresh games of as many players: the address of each one's socket, and its player's cookie.
    Made together: one after the other they would take longer than what is measured with them."""
    guests_ = User.objects.bulk_create(
        User(username=f"guest-{secrets.token_hex(6)}", is_guest=True) for _ in range(amount)
    )
    sessions = Session.objects.bulk_create(map(_session, guests_))
    made = Game.objects.bulk_create(_game(guest, shape) for guest in guests_)
    return [
        (f"/ws/games/{game.id}/", f"{settings.SESSION_COOKIE_NAME}={session.session_key}")
        for game, session in zip(made, sessions, strict=True)
    ]


def _session(player: User) -> Session:
    shown = {
        SESSION_KEY: str(player.pk),
        BACKEND_SESSION_KEY: guests.BACKEND,
        HASH_SESSION_KEY: player.get_session_auth_hash(),
    }
    return Session(
        session_key=secrets.token_hex(16),
        session_data=SessionStore().encode(shown),
        expire_date=timezone.now() + timedelta(days=1),
    )


def _game(player: User, shape: Shape) -> Game:
    game = Game(
        player=player,
        shape=str(shape),
        seed=secrets.token_bytes(SEED_BYTES),
        client_seed=secrets.token_hex(16),
        status=Game.Status.PLAYING,
        started_at=timezone.now(),
    )
    game.cells = Position.start(shape, game.tiles).cells
    return game
