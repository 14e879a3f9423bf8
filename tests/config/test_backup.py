"""A dump by PostgreSQL's own programs, restored elsewhere: every row and every move is there."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config import backup
from games.bests import record_best
from games.models import Game
from tests.config.server_user import CHECKOUT
from tests.games.cast import NOON, player
from tests.games.test_export import play
from tests.site import database_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(transactional_db: None) -> Iterator[str]:
    """An empty database beside the tests' own."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        yield name
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def url(name: str) -> str:
    return database_url().replace(connection.settings_dict["NAME"], name)


def rows(name: str) -> dict[str, str]:
    """A digest of each table of a database."""
    with psycopg.connect(url(name)) as session:
        tables = session.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        digest = (
            "SELECT md5(coalesce(string_agg(row::text, ',' ORDER BY row::text), '')) FROM {} row"
        )
        return {
            table: session.execute(digest.format(table).encode()).fetchall()[0][0]
            for (table,) in tables.fetchall()
        }


@pytest.fixture
def played() -> list[Game]:
    """Games that ended, that run, and that fill whole segments."""
    mina = player("mina")
    running = {"status": Game.Status.PLAYING, "ended_at": None, "settled_at": None}
    made = [
        play(mina, "5x5", 300, started_at=NOON),
        play(mina, "4x4", 10, started_at=NOON, **running),
        play(mina, "3x3", 9999, started_at=NOON),
        play(mina, "2x4", 0, started_at=NOON),
    ]
    for game in made:
        record_best(game_id=game.pk)
    return made


def test_what_was_dumped_is_restored_to_the_last_move(
    tmp_path: Path, elsewhere: str, played: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kashi.dump"
    backup.main([str(file)])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["kashi.dump"]

    monkeypatch.setitem(settings.DATABASES["default"], "NAME", elsewhere)
    backup.main(["--restore", str(file)])

    assert rows(elsewhere) == rows(connection.settings_dict["NAME"])
    verified = subprocess.run(
        [sys.executable, "manage.py", "verify_games"],
        cwd=CHECKOUT,
        env=os.environ | {"DATABASE_URL": url(elsewhere)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    moves = sum(game.ply for game in played)
    assert verified.stdout == f"All 4 games hold, with {moves} moves.\n"


def test_nothing_is_restored_over_what_is_there(tmp_path: Path, played: list[Game]) -> None:
    name = connection.settings_dict["NAME"]
    before = rows(name)
    (tmp_path / "any").touch()
    with pytest.raises(SystemExit, match=r"^The database is not empty; nothing was changed"):
        backup.main(["--restore", str(tmp_path / "any")])
    assert rows(name) == before


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"^There is no .*/kashi\.dump\.$"):
        backup.main(["--restore", str(tmp_path / "kashi.dump")])


def test_a_dump_that_fails_leaves_no_file_that_looks_like_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", "nowhere")
    file = tmp_path / "kashi.dump"
    with pytest.raises(SystemExit, match=r"^pg_dump failed, for the reason above\.$"):
        backup.main([str(file)])
    assert 'database "nowhere" does not exist' in capfd.readouterr().err
    assert not file.exists()


def test_no_password_is_among_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those can be seen by everybody on a machine."""
    called: list[tuple[list[str], dict[str, str]]] = []

    def started(command: list[str], *, env: dict[str, str], **_: object) -> Any:
        called.append((command, env))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setitem(settings.DATABASES["default"], "PASSWORD", "herons")
    monkeypatch.setattr("subprocess.run", started)
    backup.run("pg_dump", backup.address())
    [(command, environment)] = called
    assert "herons" not in " ".join(command)
    assert environment["PGPASSWORD"] == "herons"
