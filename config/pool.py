"""The ORM's pool of database sessions, after the database has ended all of them."""

from typing import Any

from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool
from psycopg_pool.base import AttemptWithBackoff

_check_one = ConnectionPool.check_connection


def check(session: Connection[Any]) -> None:
    """Where one session is dead the others are as well: a restart ends them all. The pool would
    find that out one after the other, and pause after each: a page that meets a handful of them
    would wait for seconds, or give up before it has a session that works."""
    try:
        _check_one(session)
    except OperationalError:
        pool = getattr(session, "_pool", None)
        if isinstance(pool, ConnectionPool):
            pool.check()
        raise


def check_together() -> None:
    """Django leaves no other way to say how its pool checks: it takes this function of the class
    when it makes one."""
    ConnectionPool.check_connection = staticmethod(check)  # type: ignore[assignment]


def try_steadily() -> None:
    """The pause between two tries to connect doubles with each: a database that was away for ten
    seconds would be away for pages for five more, and nobody's request lasts that long."""
    AttemptWithBackoff.INITIAL_DELAY, AttemptWithBackoff.DELAY_BACKOFF = 0.5, 1.0
