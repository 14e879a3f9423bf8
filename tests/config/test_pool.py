"""A page after the database has ended every session."""

import threading
import time

import pytest
from django.db import connection, connections
from psycopg_pool.base import AttemptWithBackoff

SESSIONS = 6
LONGEST_S = 3.0  # until a page is served again


@pytest.mark.django_db(transaction=True)
def test_no_page_waits_for_one_dead_session_after_the_other() -> None:
    hold_at_once(SESSIONS)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] >= SESSIONS - 1
    began = time.monotonic()
    hold_at_once(2)  # one more than the session that asked
    assert time.monotonic() - began < LONGEST_S


def hold_at_once(amount: int) -> None:
    """So many threads with a session each, all at the same time."""
    everybody = threading.Barrier(amount)
    failures = []

    def query() -> None:
        try:
            with connection.cursor() as cursor:
                everybody.wait(20)
                cursor.execute("SELECT 1")
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=query) for _ in range(amount)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_the_pauses_between_two_tries_to_connect_do_not_grow() -> None:
    attempt, now, pauses = AttemptWithBackoff(timeout=300), 1000.0, []
    for _ in range(20):
        attempt.update_delay(now)
        pauses.append(attempt.delay)
        now += attempt.delay
    assert max(pauses) < 1
