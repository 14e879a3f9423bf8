"""The move path's own way to PostgreSQL: one asynchronous connection, no ORM, no thread."""

import asyncio
import logging
import os
import socket
from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import connection as django_connection

from games.errors import NotSaved

log = logging.getLogger(__name__)
GIVE_UP_S = 20  # a restarting database is back long before; whoever waits longer is told
RETRY_S = 0.05
HANG_S = 10  # a server that has not answered by then never will: the line is cut and tried again
LOCK_MS = 500  # so that a row that somebody else holds stops its own game only, and not for long
# A batch is a handful of keys, whatever the planner's figures say of the size of an array; and it
# is not to read the whole table while that is small and its figures are stale.
_PLANS = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off"
_DURABLE = "-c synchronous_commit=on"  # whatever has been made the database's default meanwhile
_SHUTTING_DOWN = "57P"  # of the codes with which a server ends a session
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
        hangs = asyncio.get_running_loop().call_later(HANG_S, _cut, connection)
        try:
            cursor = await connection.execute(sql, values, prepare=True)
            return await cursor.fetchall()
        finally:
            hangs.cancel()

    async def fetch_surely(self, sql: str, values: Sequence[Any]) -> tuple[list[Any], bool]:
        """As `fetch`, through lost connections: only for statements that may run twice. Says
        also whether it had to be sent again; raises NotSaved after GIVE_UP_S seconds, and what
        the server says of the statement itself, a row that is locked or a disk that is full."""
        loop = asyncio.get_running_loop()
        give_up_at, again = loop.time() + GIVE_UP_S, False
        while True:
            try:
                return await self.fetch(sql, values), again
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if self._answered(error):
                    raise
                if not again:
                    log.warning("PostgreSQL is away, trying again: %s", str(error).split("\n")[0])
                if loop.time() > give_up_at:
                    raise NotSaved from None
            again = True
            await asyncio.sleep(RETRY_S)

    def _answered(self, error: psycopg.Error) -> bool:
        """Whether the server said this of the statement: then it was not committed."""
        if self._connection is None or self._connection.closed:
            return False
        return bool(error.sqlstate) and not str(error.sqlstate).startswith(_SHUTTING_DOWN)

    async def close(self) -> None:
        """Give the session back to the server, after the statement under way: psycopg frees what
        that still reads, and then waits for ever in libpq, with the whole process."""
        if self._connection is not None:
            async with self._connection.lock:
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
        options = f"{_PLANS} {_DURABLE} -c lock_timeout={LOCK_MS}"
        params["options"] = f"{params.get('options', '')} {options}"
        return params


def _cut(connection: psycopg.AsyncConnection[Any]) -> None:
    """End a line at once: whoever waits for an answer is told that it is gone. What it was asked
    may still come to pass, when the server wakes."""
    if not connection.closed:
        with socket.socket(fileno=os.dup(connection.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)
