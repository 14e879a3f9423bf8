"""`make play`: everything that stands between a checkout and an open page, then the server."""

import errno
import fcntl
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from environs import EnvError

from config import embedded
from config.catalogues import compile_catalogues
from config.cluster import NotStarted

DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


def main() -> None:
    """Exit code 0 once it was asked to end, 1 with one sentence when it cannot start."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        check_port(settings.BIND, settings.PORT)
        announce_first_start()
        with embedded.if_needed():
            play()
    except (ImproperlyConfigured, EnvError, NotStarted, OSError) as error:
        sys.exit(str(error))
    except OperationalError as error:
        sys.exit(f"The database does not answer: {error}")


def play() -> None:
    django.setup()
    server = import_module(settings.SERVER)
    with one_at_a_time():
        prepare()
    connections.close_all()
    from config.asgi import application
    from games.live import drain

    address = f"http://{in_address(settings.BIND)}:{settings.PORT}/"
    server.Server(
        application,
        host=settings.BIND,
        port=settings.PORT,
        drain=drain,
        ready=lambda: print(f"Kashi is on {address} (Ctrl-C ends it)", flush=True),  # noqa: T201
    ).serve()


def in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def check_port(host: str, port: int) -> None:
    """Before anything else is started; the server itself would find out last."""
    if not 0 < port < 1 << 16:
        raise ImproperlyConfigured(f"PORT is {port}, which is no port.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise ImproperlyConfigured(
                    f"BIND is {host}, which is no address of this machine."
                ) from error
            raise ImproperlyConfigured(
                f"Port {port} is not to be had ({error.strerror}): "
                "choose another with `make play PORT=…`."
            ) from error


def announce_first_start() -> None:
    """What takes seconds should not be silent; later starts take none and say nothing."""
    if not Path(settings.STATIC_ROOT).exists():
        print("Preparing the database and the static files (once) ...", flush=True)  # noqa: T201


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Of several first starts, one prepares the files of the checkout, and one migrates the
    database; the others wait for it."""
    settings.HOME.mkdir(mode=0o700, exist_ok=True)
    with (settings.HOME / "prepare.lock").open("a") as lock, connection.cursor() as cursor:
        fcntl.flock(lock, fcntl.LOCK_EX)
        cursor.execute("SELECT pg_advisory_lock(hashtext('kashi: prepare'))")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock_all()")


def prepare() -> None:
    from config.static import collect

    refuse_unsafe_database()
    call_command("migrate", interactive=False, verbosity=0)
    if not settings.DATABASE_URL:
        call_command("sweep", verbosity=0)  # elsewhere a timer does it: docs/operate.md
    compile_catalogues()
    collect()


def refuse_unsafe_database() -> None:
    """A move is acknowledged once it is committed: that has to survive a power cut."""
    with connection.cursor() as cursor:
        for name in DURABLE:
            cursor.execute("SELECT current_setting(%s)", [name])
            if cursor.fetchone() == ("off",):
                raise ImproperlyConfigured(
                    f"The database has {name} = off: moves that players were told are saved "
                    "would be lost in a power cut. Turn it on."
                )


if __name__ == "__main__":
    main()
