"""What probes and Prometheus are told, with the application but no server around it."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection
from pytest_django import Settings

from config import watch
from config.watch import Watch
from games.live.database import Database

TOKEN = "t0ken-of-the-watch"
FIGURE = "kashi_moves_total"


async def elsewhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def get(path: str, *, method: str = "GET", token: str = "") -> tuple[int, bytes]:
    """Status and body."""
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    scope = {"type": "http", "path": path, "method": method, "headers": headers}
    untyped: Any = ApplicationCommunicator
    line = untyped(Watch(elsewhere), scope)
    start = await line.receive_output(10)
    body = await line.receive_output(10)
    await line.wait(10)
    return start["status"], body["body"]


async def ready() -> tuple[int, dict[str, Any]]:
    status, body = await get("/readyz")
    return status, json.loads(body)


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that refuses whoever comes."""
    monkeypatch.setattr(Database, "_parameters", lambda _: {"host": "/nowhere", "dbname": "kashi"})


@pytest.fixture
def watched(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


# --- alive and ready -----------------------------------------------------------------------------
async def test_alive_asks_nobody(nowhere: None) -> None:
    assert await get("/healthz") == (200, b"alive\n")


@pytest.mark.parametrize("path", ["/", "/healthz/", "/en/healthz", "/metrics/x"])
async def test_every_other_request_is_the_site_s(path: str) -> None:
    assert (await get(path))[0] == 418


async def test_whoever_posts_to_a_probe_is_the_site_s() -> None:
    assert (await get("/healthz", method="POST"))[0] == 418


@pytest.mark.django_db(transaction=True)
async def test_ready_with_a_database_as_the_code_expects_it() -> None:
    assert await ready() == (200, {"ready": True, "database": "ok", "migrations": "ok"})


async def test_not_ready_without_a_database(nowhere: None) -> None:
    silent = {"database": "does not answer", "migrations": "does not answer"}
    assert await ready() == (503, {"ready": False, **silent})


@pytest.fixture
def one_migration_less(transactional_db: None) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0004_summaries'")
        yield
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('games', '0004_summaries', now())"
        )


async def test_not_ready_before_a_migration_and_says_which(one_migration_less: None) -> None:
    status, said = await ready()
    assert (status, said["migrations"]) == (503, "games.0004_summaries is not applied")
    assert said["database"] == "ok"


async def test_a_bus_is_asked_where_there_is_one(settings: Settings, nowhere: None) -> None:
    settings.REDIS_URL = "redis://:herons@127.0.0.1:1/0"
    status, said = await ready()
    assert (status, said["bus"]) == (503, "does not answer")
    assert "herons" not in json.dumps(said)


async def test_probes_of_a_database_that_hangs_do_not_pile_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "PATIENCE_S", 0.1)
    asked, go_on = [], asyncio.Event()

    async def hangs() -> str:
        asked.append(1)
        await go_on.wait()
        return "ok"

    here = Watch(elsewhere)
    began = time.monotonic()
    for _ in range(3):
        assert await here.ask({"database": hangs}) == {"database": "does not answer"}
    assert time.monotonic() - began < 1
    assert len(asked) == 1
    go_on.set()
    assert await here.ask({"database": hangs}) == {"database": "ok"}


# --- figures -------------------------------------------------------------------------------------
async def test_without_a_token_in_the_settings_there_are_no_figures(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert (await get("/metrics"))[0] == 404
    assert (await get("/metrics", token="None"))[0] == 404


@pytest.mark.parametrize("token", ["", "another", TOKEN + "x", "tökén"])
async def test_figures_are_for_those_with_the_token(watched: None, token: str) -> None:
    status, body = await get("/metrics", token=token)
    assert status == 401
    assert FIGURE.encode() not in body
