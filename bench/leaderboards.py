"""How long PostgreSQL takes for a page, a rank and the neighbours of anybody on large boards.

A million players with a best in each of five periods, five million rows, are put straight into a
database of its own; then pages at any depth and players anywhere are read as the site reads them.
Counted is the time from sending each statement to having all its rows, summed over the statements
of one reading. A recorded score is looked up right after it was written.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from django.db import connection, transaction
from django.db.models import QuerySet

from bench import site
from games import bests, leaderboards
from games.models import Best, Game
from games.ranking import LEVELS, Board, at_rank, mark, reading, tallies_ahead

PLAYERS = int(os.environ.get("BENCH_PLAYERS", "1000000"))
READINGS = 300
BOARD = Board("4x4")

# Scores as they fall: many about 4,400 and 500 of them equal, few large ones, multiples of four.
SEED = [
    "SET LOCAL session_replication_role = replica",
    "SET LOCAL maintenance_work_mem = '512MB'",
    """INSERT INTO accounts_user (username, password, is_guest, is_active, is_staff, is_superuser,
        email, date_joined)
    SELECT 'player' || n, '', false, true, false, false, '',
        now() FROM generate_series(1, {n}) n""",
    """INSERT INTO games_game (id, player_id, shape, kind, status, cells, score, ply, tail, seed,
        client_seed, hidden, ended_at, settled_at, moved_at, first_moved_at)
    SELECT lpad(to_hex(id), 8, '0'), id, '4x4', 'ranked', 'over',
        '\\x0a090807060504030201020304050607',
        4 * exp(random_normal(7, 1.1))::bigint + 4, 400, '', '', '', false, at, at, at, at
    FROM (SELECT id, now() - random() * interval '20 hours' AS at FROM accounts_user) players""",
    """INSERT INTO games_best
        (player_id, shape, metric, period, first_day, value, game_id, at, ranked)
    SELECT player_id, shape, 'score', period, first_day, score, id, ended_at, true
    FROM games_game, (VALUES ('all', date '1970-01-01'),
        ('year', date_trunc('year', now())::date), ('month', date_trunc('month', now())::date),
        ('week', date_trunc('week', now())::date), ('day', now()::date)
    ) AS span (period, first_day)""",
    """INSERT INTO games_tally (bots, shape, metric, period, first_day, level, bucket, amount)
    SELECT bots, shape, metric, period, first_day, level, value >> level, count(*)
    FROM games_best, unnest(ARRAY[{levels}]) level GROUP BY 1, 2, 3, 4, 5, 6, 7""",
]


@contextmanager
def without_indexes() -> Iterator[None]:
    """Building an index over all rows is quicker than keeping it row by row."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT indexname, indexdef FROM pg_indexes
            WHERE tablename IN ('games_best', 'games_game', 'accounts_user')
            AND indexname NOT IN (SELECT conname FROM pg_constraint)"""
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for _, definition in indexes:
            cursor.execute(definition)


def seed(players: int) -> float:
    """Fill the boards; the seconds it took."""
    began = time.perf_counter()
    levels = ", ".join(map(str, LEVELS))
    with transaction.atomic(), connection.cursor() as cursor:
        # What is filled in the transaction that emptied it needs no log (`wal_level = minimal`).
        cursor.execute("TRUNCATE accounts_user CASCADE")
        with without_indexes():
            for statement in SEED:
                cursor.execute(statement.format(n=players, levels=levels))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) games_best, games_tally, games_game, accounts_user")
        cursor.execute("SELECT setval('games_best_id_seq', max(id)) FROM games_best")
    return time.perf_counter() - began


class DatabaseTime:
    """Adds up what the statements of a reading take."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.ms = 0.0

    def __call__(
        self,
        execute: Callable[..., object],
        sql: object,
        params: object,
        many: bool,
        context: object,
    ) -> object:
        """Time one statement; its rows have all come when it returns."""
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.ms += (time.perf_counter() - began) * 1000


def p95(read: Callable[[int], object], numbers: list[int]) -> float:
    """Milliseconds of database time that 95 of 100 readings stay below."""
    times = []
    for number in numbers:
        spent = DatabaseTime()
        with connection.execute_wrapper(spent):
            read(number)
        times.append(spent.ms)
    print(f"# median {median(times):.2f} ms, worst {max(times):.2f} ms", file=sys.stderr)
    return quantiles(times, n=20)[18]


def page_from(place: int) -> object:
    """The page that begins at a place."""
    row = Best.objects.get(pk=place)
    return leaderboards.page(board=BOARD, after=mark(row, False), limit=25)


def explain(title: str, query: QuerySet[Any]) -> None:
    """The plan of a query, into the output."""
    print(f"# plan of {title}:")
    for line in query.explain(analyze=True, buffers=True).splitlines():
        print(f"#   {line}")


def record_a_score(player_id: int) -> float:
    """Milliseconds from the wish to record a score until its rank is read back."""
    made = Game.objects.filter(player=player_id).get()
    Game.objects.filter(pk=made.pk).update(score=made.score + 4000)
    began = time.perf_counter()
    bests.record_best(game_id=made.pk)
    found = leaderboards.around(board=BOARD, player_id=player_id).me
    took = (time.perf_counter() - began) * 1000
    assert found is not None
    assert found.value == made.score + 4000
    return took


def measure(players: int) -> None:
    """Print each figure on a line of its own."""
    chance = Random(1)
    people = [chance.randrange(1, players) for _ in range(READINGS)]
    rows = list(Best.objects.filter(player__in=people, period="all").values_list("pk", flat=True))
    page_p95 = p95(page_from, rows)
    rank_p95 = p95(lambda who: leaderboards.rank(board=BOARD, player_id=who), people)
    around_p95 = p95(lambda who: leaderboards.around(board=BOARD, player_id=who), people)
    jump_p95 = p95(lambda place: at_rank(BOARD, place), people)
    recorded = median(record_a_score(who) for who in people[:50])
    after_p95 = p95(lambda who: leaderboards.around(board=BOARD, player_id=who), people)
    print(f"players: {players}")
    print(f"page_p95_ms: {page_p95:.2f}")
    print(f"rank_p95_ms: {rank_p95:.2f}")
    print(f"around_p95_ms: {around_p95:.2f}")
    print(f"around_after_writes_p95_ms: {after_p95:.2f}")
    print(f"jump_to_rank_p95_ms: {jump_p95:.2f}")
    print(f"recorded_and_read_ms: {recorded:.2f}")


def main() -> None:
    """Seed, measure, show the plans."""
    with site.database():
        print(f"seeding_s: {seed(PLAYERS):.0f}")
        print(f"best_rows: {Best.objects.count()}")
        measure(PLAYERS)
        middle = at_rank(BOARD, PLAYERS // 2)
        assert middle is not None
        explain("a page", reading(BOARD, mark(middle, False), 26))
        explain("a rank's sums", tallies_ahead(BOARD, middle.value))


if __name__ == "__main__":
    main()
