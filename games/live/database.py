"""The move path's own way to PostgreSQL: one asynchronous connection, no ORM, no thread."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import connection as django_connection

from games.errors import NotSaved

log = logging.getLogger(__name__)
GIVE_UP_S = 20  # a restarting database is back long before; whoever waits longer is told
RETRY_S = 0.05
# A batch is a handful of keys, whatever the planner's figures say of the size of an array; and it
# is not to read the whole table while that is small and its figures are stale.
_PLANS = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off"
_NOT_LIBPQ = {"pool", "context", "cursor_factory", "prepare_threshold", "server_side_binding"}


class Database:
    """One connection that comes back by itself. Statements commit by themselves (autocommit)."""

    def __init__(self) -> None:
        """Connects when it is first used."""
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._connecting = asyncio.Lock()

    async def fetch(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """All rows of one statement, sent once; raises psycopg.OperationalError or InterfaceError
        when the connection broke, and then nobody knows whether the statement was committed."""
        connection = self._connection
        if connection is None or connection.closed:
            connection = await self._connect()
        cursor = await connection.execute(sql, values, prepare=True)
        return await cursor.fetchall()

    async def fetch_surely(self, sql: str, values: Sequence[Any]) -> tuple[list[Any], bool]:
        """As `fetch`, through lost connections: only for statements that may run twice. Says
        also whether it had to be sent again; raises NotSaved after GIVE_UP_S seconds."""
        loop = asyncio.get_running_loop()
        give_up_at, again = loop.time() + GIVE_UP_S, False
        while True:
            try:
                return await self.fetch(sql, values), again
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if not again:
                    log.warning("PostgreSQL is away, trying again: %s", str(error).split("\n")[0])
                if loop.time() > give_up_at:
                    raise NotSaved from None
            again = True
            await asyncio.sleep(RETRY_S)

    async def close(self) -> None:
        """Give the session back to the server."""
        if self._connection is not None:
            await self._connection.close()

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        async with self._connecting:  # of two that find it gone one brings it back
            if self._connection is None or self._connection.closed:
                self._connection = await psycopg.AsyncConnection.connect(
                    **self._parameters(), autocommit=True
                )
            return self._connection

    def _parameters(self) -> dict[str, Any]:
        params = {
            name: value
            for name, value in django_connection.get_connection_params().items()
            if name not in _NOT_LIBPQ
        }
        params["options"] = f"{params.get('options', '')} {_PLANS}"
        return params
