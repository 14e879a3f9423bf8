"""`make play` as a newcomer meets it: what it says, and how it ends."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from config import embedded
from config.play import announce_first_start, check_port
from tests.config.server_user import CHECKOUT, ServerUser, ask, assert_all_gone
from tests.site import free_port

PRODUCTION = {
    "KASHI_PRODUCTION": "1",
    "SECRET_KEY": "s" * 50,
    "SITE_URL": "https://kashi.example",
    "DATABASE_URL": "postgres://kashi@nowhere.invalid/kashi",
}


def play(**environment: str) -> tuple[int, str]:
    """Exit code and standard error of a start that fails."""
    ended = subprocess.run(
        [sys.executable, "-m", "config.play"],
        cwd=CHECKOUT,
        env=os.environ | {"PORT": str(free_port())} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL", "DATABASE_URL"])
def test_a_missing_production_setting_stops_the_start_with_its_name(name: str) -> None:
    code, said = play(**PRODUCTION | {name: ""})

    assert code == 1
    assert said.startswith(f"{name} is not set: ")
    assert said.count("\n") == 1


def test_a_taken_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        code, said = play(PORT=str(port))

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith(f"Port {port} is not to be had (Address already in use)")


def test_an_address_of_another_machine_is_one_sentence() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^BIND is 192.0.2.1, which is no address of "):
        check_port("192.0.2.1", free_port())


def test_a_variable_that_makes_no_sense_is_named() -> None:
    assert play(PORT="abc") == (1, 'Environment variable "PORT" invalid: Not a valid integer.\n')


def test_an_email_server_that_is_none_is_named() -> None:
    code, said = play(EMAIL_URL="bogus")

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("EMAIL_URL is not ")


@pytest.mark.parametrize("port", [-1, 0, 70000])
def test_a_port_that_is_none_is_named(port: int) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"PORT is {port}, which is no port."):
        check_port("127.0.0.1", port)


def test_an_empty_port_is_the_usual_one() -> None:
    asked = "from config import settings; print(settings.PORT)"
    said = subprocess.check_output(
        [sys.executable, "-c", asked], cwd=CHECKOUT, env=os.environ | {"PORT": ""}, text=True
    )

    assert said == "8000\n"


def test_all_missing_production_settings_are_named_at_once() -> None:
    code, said = play(**PRODUCTION | {"SECRET_KEY": "", "SITE_URL": ""})

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("SECRET_KEY, SITE_URL are not set: ")


def test_a_nonsensical_database_stops_the_start_with_its_name() -> None:
    code, said = play(DATABASE_URL="nonsense")

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("DATABASE_URL is not ")


def test_only_the_first_start_says_that_it_prepares(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    announce_first_start()
    assert capsys.readouterr().out.count("\n") == 1

    settings.STATIC_ROOT.mkdir()
    announce_first_start()
    assert capsys.readouterr().out == ""


@pytest.fixture(scope="module")
def unsafe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home of a server that belongs to these tests alone."""
    home = tmp_path_factory.mktemp("unsafe") / ".kashi"
    user = ServerUser(home)
    assert user.arrive() == "inside"
    yield home
    user.leave()
    assert_all_gone(home)


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_database_that_could_lose_moves_is_refused(unsafe: Path, name: str) -> None:
    configure(unsafe, name, "off")

    code, said = play(DATABASE_URL=url(unsafe))

    configure(unsafe, name, "on")
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith(f"The database has {name} = off")


def configure(home: Path, name: str, value: str) -> None:
    """Set it for the whole server and wait until it is so."""
    with psycopg.connect(url(home), autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET {name} = {value}".encode())
        connection.execute("SELECT pg_reload_conf()")
    while ask(home, f"SELECT current_setting('{name}')") != value:
        pass


def url(home: Path) -> str:
    return f"postgres://kashi@{quote(str(embedded.database(home)['HOST']), safe='')}/kashi"
