"""What the log says: of requests that were never meant well, of whom a line is about, no secret."""

import asyncio
import io
import json
import logging
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import tokens
from accounts.models import Token
from config.log import Json, Line, named, without_secrets
from games.live.batches import Batches
from games.models import Game
from tests.config.server_user import CHECKOUT
from tests.config.test_play import PRODUCTION
from tests.games.live.cast import member, running, session_of

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the terminal gets from now on, through the handler that the settings made."""
    handlers = logging.getLogger().handlers
    [terminal] = [each for each in handlers if isinstance(each.formatter, Line)]
    stream = io.StringIO()
    monkeypatch.setattr(terminal, "stream", stream)
    return stream


@pytest.mark.django_db
@pytest.mark.parametrize(
    "request_",
    [
        {"data": "", "content_type": FORM, "HTTP_HOST": "evil.example\nERROR all is lost"},
        {"data": "&".join(f"a{n}=1" for n in range(1500)), "content_type": FORM},
        {"data": "a=" + "x" * 3_000_000, "content_type": FORM},
        {"data": {f"f{n}": SimpleUploadedFile(f"{n}", b"x") for n in range(200)}},
    ],
    ids=["a strange host", "too many fields", "too large", "too many files"],
)
def test_a_refused_request_is_one_line_of_the_log(
    log: io.StringIO, request_: dict[str, Any]
) -> None:
    client = Client(raise_request_exception=False)

    response = client.post(reverse("account_login"), **request_)

    assert response.status_code == 400
    assert log.getvalue().count("\n") == 1
    assert " WARNING django.security." in log.getvalue()


def test_an_error_of_our_own_keeps_its_traceback(log: io.StringIO) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("broken")

    assert "Traceback" in log.getvalue()


# --- on a public site ----------------------------------------------------------------------------
class Lines(logging.Handler):
    """What a public site would write."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Json())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        assert "\n" not in text
        self.lines.append(json.loads(text))


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    handler = Lines()
    logging.getLogger().addHandler(handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)


def test_a_public_site_writes_json() -> None:
    warn = (
        "import logging.config; from config.settings import LOGGING;"
        "logging.config.dictConfig(LOGGING); logging.getLogger('a').warning('b\\nc')"
    )
    said = subprocess.run(
        [sys.executable, "-c", warn],
        cwd=CHECKOUT,
        env=os.environ | PRODUCTION | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        check=True,
    ).stderr
    line = json.loads(said)
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "WARNING", "logger": "a", "message": "b\nc"}


def test_a_traceback_is_part_of_its_line(lines: list[dict[str, Any]]) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.getLogger("a").exception("broken")
    assert lines[0]["traceback"].endswith("ZeroDivisionError")


async def connect(headers: list[tuple[bytes, bytes]], kind: str = "http") -> None:
    """A connection that logs from a thread, from a task of its own, and after others did."""

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await sync_to_async(logging.getLogger("a").warning)("from a thread")
        await asyncio.sleep(0.01)
        await asyncio.create_task(later())

    async def later() -> None:
        await asyncio.sleep(0)
        logging.getLogger("a").warning("from a task")

    await named(application)({"type": kind, "headers": headers}, None, None)


async def test_a_line_names_the_connection_it_is_about(lines: list[dict[str, Any]]) -> None:
    await asyncio.gather(connect([]), connect([]), connect([], "websocket"))
    of_sockets = {line["socket"] for line in lines if "socket" in line}
    of_requests = [line["request"] for line in lines if "request" in line]
    assert (len(lines), len(of_requests), len(set(of_requests)), len(of_sockets)) == (6, 4, 2, 1)


@pytest.mark.parametrize(
    ("proxies", "shown", "taken"),
    [
        (1, b"f3a9-0017-11", True),
        (0, b"f3a9-0017-11", False),
        (1, b"short", False),
        (1, b'"} forged', False),
    ],
)
async def test_only_a_proxy_of_ours_names_a_request(
    settings: Settings, lines: list[dict[str, Any]], proxies: int, shown: bytes, taken: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    await asyncio.create_task(connect([(b"x-request-id", shown)]))
    assert {line["request"] == shown.decode() for line in lines} == {taken}


async def test_what_is_done_for_many_is_nobody_s(lines: list[dict[str, Any]]) -> None:
    async def work(items: list[int]) -> list[int]:
        logging.getLogger("a").warning("a batch")
        return items

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await Batches(work).ask(1)

    await asyncio.create_task(named(application)({"type": "http", "headers": []}, None, None))
    assert "request" not in lines[0]


# --- no secrets ----------------------------------------------------------------------------------
def test_no_secret_is_written(db: None) -> None:
    mina = member()
    known = {
        "a session": session_of(mina),
        "a seed": secrets.token_hex(32),
        "a personal token": tokens.make(mina, name="x", scopes=[Token.Scope.PLAY])[1],
        "the token of a form": _get_new_csrf_string(),
        "a password in an address": "postgres://kashi:herons@host/name",
    }
    for what, secret in known.items():
        text = without_secrets(f"GET /x?a={secret}; cookie={secret}, \\x{secret}\n{secret}/")
        assert secret not in text, what
        assert "herons" not in text


@pytest.mark.parametrize(
    "text",
    [
        'File "/srv/kashi/games/live/journal.py", line 96, in test_a_refused_request_is_one_line_',
        "game k3T9xQ2b could not be written",
        "http://127.0.0.1:8000/en/games/k3T9xQ2b/ and ask@kashi.example",
        "its origin is http://127.0.0.1:8000@evil.example",
        "games_tally_keeps_count_of_every_single_best.UserAttributeValidator",
    ],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert without_secrets(text) == text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["json", "line"])
def test_a_row_that_the_database_shows_keeps_its_seed(
    log: io.StringIO, lines: list[dict[str, Any]], kind: str
) -> None:
    game = running(member(), seed=secrets.token_bytes(32))
    try:
        Game.objects.filter(pk=game.pk).update(score=-1)
    except IntegrityError:
        logging.getLogger("games").exception("game %s could not be written", game.pk)
    said = log.getvalue() if kind == "line" else json.dumps(lines)
    assert "Failing row contains" in said
    assert game.pk in said
    assert bytes(game.seed).hex()[:32] not in said


@pytest.mark.django_db
def test_a_broken_page_says_no_secret_of_its_reader(
    lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("config.context.frame", breaks)
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", breaks)
    client = Client(raise_request_exception=False)
    session, proof = "s3ss10n" * 5, secrets.token_hex(16)
    client.cookies["sessionid"] = session
    address = f"/en/accounts/password/reset/1-abc-{proof}/?token={proof}"
    assert client.get(address, headers={"authorization": f"Bearer {proof}"}).status_code == 500
    said = json.dumps(lines)
    assert "/en/accounts/password/reset/1-abc-" in said
    assert "ZeroDivisionError" in said
    assert session not in said
    assert proof not in said
