"""The move path's own session with PostgreSQL."""

import asyncio

import pytest

from games.live.database import Database

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_session_is_given_back_after_the_statement_under_way() -> None:
    """Else what it answers is read from memory that is no longer its own: a server that was asked
    to end in that moment hung for good."""
    database = Database()
    await database.fetch("SELECT %s::int", [1])
    sleep = "SELECT 2 FROM pg_sleep(0.2) WHERE %s::int = 1"
    asked = asyncio.create_task(database.fetch(sleep, [1]))
    await asyncio.sleep(0.05)
    await database.close()
    assert await asked == [(2,)]
