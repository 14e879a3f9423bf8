"""What those who watch the site ask: is it alive, is it ready, what has it done.

Answered before Django, so that nothing of it waits for a thread, needs the right host name or is
sent on to https: a probe knows an address and a port.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import psycopg
from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import RedisError
from redis.asyncio import Redis

from config.log import Application
from games.live.database import Database
from games.live.process import Process

Answer = tuple[int, str, bytes]  # status, type, body
PATIENCE_S = 2.0  # a probe usually gives up a little later
OK, SILENT = "ok", "does not answer"
JSON, TEXT = "application/json", "text/plain; charset=utf-8"


class Watch:
    """`/healthz`, `/readyz` and `/metrics`; every other request is the application's."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.under_way: dict[str, asyncio.Task[str]] = {}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        answers = {"/healthz": self.alive, "/readyz": self.ready, "/metrics": self.metrics}
        answer = answers.get(scope["path"])
        if answer is None or scope["method"] not in ("GET", "HEAD"):
            await self.application(scope, receive, send)
            return
        status, kind, body = await answer(dict(scope["headers"]))
        headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def alive(self, _: dict[bytes, bytes]) -> Answer:
        """The event loop turns; nothing else is asked."""
        return 200, TEXT, b"alive\n"

    async def ready(self, _: dict[bytes, bytes]) -> Answer:
        """Whether pages and moves would be served well, and what is missing if not."""
        checks = {"database": database, "migrations": migrations}
        if settings.REDIS_URL:
            checks["bus"] = bus
        found = await self.ask(checks)
        is_ready = set(found.values()) == {OK}
        body = json.dumps({"ready": is_ready, **found}).encode()
        return 200 if is_ready else 503, JSON, body

    async def ask(
        self, checks: dict[str, Callable[[], Coroutine[Any, Any, str]]]
    ) -> dict[str, str]:
        """All at once. What hangs is asked again only when it has come to an end, so that probes
        in a row do not pile up on a database that is in trouble already."""
        for name, check in checks.items():
            if name not in self.under_way or self.under_way[name].done():
                self.under_way[name] = asyncio.create_task(check())
        tasks = {name: self.under_way[name] for name in checks}
        await asyncio.wait(tasks.values(), timeout=PATIENCE_S)
        return {name: task.result() if task.done() else SILENT for name, task in tasks.items()}

    async def metrics(self, headers: dict[bytes, bytes]) -> Answer:
        """For Prometheus, by a token; where none is set there is nothing here."""
        if not settings.METRICS_TOKEN:
            return 404, TEXT, b"not found\n"
        shown = headers.get(b"authorization", b"").decode("latin-1")
        if not constant_time_compare(shown, f"Bearer {settings.METRICS_TOKEN}"):
            return 401, TEXT, b"show the token: Authorization: Bearer ...\n"
        Process.here().measure()
        return 200, CONTENT_TYPE_LATEST, generate_latest()


async def database() -> str:
    """A new session can be had, and could write."""
    rows = await _rows("SELECT pg_is_in_recovery()")
    if rows is None:
        return SILENT
    return "is a replica: it saves nothing" if rows == [(True,)] else OK


async def migrations() -> str:
    """The database is as this version of the code expects it."""
    rows = await _rows("SELECT app, name FROM django_migrations")
    if rows is None:
        return SILENT
    missing = sorted(_on_disk() - set(rows))
    return f"{'.'.join(missing[0])} is not applied" if missing else OK


async def bus() -> str:
    """Redis, which carries hints between processes and counts limits."""
    client = Redis.from_url(settings.REDIS_URL)
    try:
        await client.ping()  # type: ignore[misc] # its types are those of both its clients
    except RedisError:
        return SILENT
    finally:
        await client.aclose()
    return OK


@cache
def _on_disk() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)


async def _rows(sql: str) -> list[Any] | None:
    session = Database()
    try:
        return await session.fetch(sql, [])
    except psycopg.errors.UndefinedTable:
        return []
    except psycopg.Error:
        return None
    finally:
        await session.close()
