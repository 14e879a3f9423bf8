"""All of the database in one file, and back.

    python -m config.backup FILE              writes it; FILE appears when it is complete
    python -m config.backup --restore FILE    fills an empty database from it

By the pg_dump and pg_restore that come along, for the PostgreSQL that comes along as for any other:
they are of version 18 and read every server that Kashi runs on. Nobody has to stop playing.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from environs import EnvError
from psycopg.conninfo import make_conninfo

from config import embedded
from config.cluster import NotStarted, program


class Failed(Exception):
    """What was asked is not done; the text says why."""


def main(arguments: list[str]) -> None:
    """Exit code 1 with a sentence when it fails."""
    parser = argparse.ArgumentParser(prog="python -m config.backup")
    parser.add_argument("--restore", action="store_true", help="read FILE instead of writing it")
    parser.add_argument("file", metavar="FILE", type=Path)
    asked = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        with embedded.if_needed():
            (restore if asked.restore else dump)(asked.file)
    except (Failed, ImproperlyConfigured, EnvError, NotStarted, OSError, psycopg.Error) as error:
        sys.exit(str(error))


def dump(file: Path) -> None:
    """As of one moment, whoever plays meanwhile; for its owner's eyes, since seeds are in it."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600)) as written:
            run("pg_dump", "--format=custom", f"--file={unfinished}", f"--dbname={address()}")
            os.fsync(written.fileno())
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)  # half a dump would keep a full disk full


def restore(file: Path) -> None:
    """All of it or nothing."""
    if not file.is_file():
        raise Failed(f"There is no {file}.")
    with psycopg.connect(address(), password=password()) as session:
        tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public'"
        if session.execute(tables).fetchone():
            raise Failed("The database is not empty; nothing was changed. Give it a fresh one.")
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    run("pg_restore", *options, f"--dbname={address()}", str(file))


def run(name: str, *arguments: str) -> None:
    """The password goes by the environment: arguments can be seen by everybody on a machine."""
    environment = os.environ | ({"PGPASSWORD": password()} if password() else {})
    if subprocess.run([program(name), *arguments], env=environment, check=False).returncode:
        raise Failed(f"{name} failed, for the reason above.")


def address() -> str:
    """The database of the settings as libpq has it."""
    at: dict[str, Any] = settings.DATABASES["default"]
    options = {name: value for name, value in at["OPTIONS"].items() if name != "pool"}
    names = {"dbname": "NAME", "user": "USER", "host": "HOST", "port": "PORT"}
    known = {name: str(at[key]) for name, key in names.items() if at[key]}
    return make_conninfo(**known, **options)


def password() -> str:
    return str(settings.DATABASES["default"].get("PASSWORD") or "")


if __name__ == "__main__":
    main(sys.argv[1:])
