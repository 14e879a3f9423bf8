"""How long PostgreSQL takes for a page, a rank and the neighbours of anybody on large boards.

A million players with a best in each of five periods, five million rows, are put straight into a
database of its own; then pages at any depth and players anywhere are read as the site reads them.
Counted is the time from sending each statement to having all its rows, summed over the statements
of one reading. A recorded score is looked up right after it was written.

The bests of a board lie side by side on the disk, as they would not after years of play: a page
finds them in a page or two instead of 26. Their players and games lie anywhere, as in life.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from django.db import connection, transaction

from bench import figures, site
from games import bests, leaderboards
from games.cursors import BoardCursor
from games.models import Best, Game
from games.ranking import Board, at_rank, ranked

PLAYERS = int(os.environ.get("BENCH_PLAYERS", "1000000"))
ROUNDS, READINGS = 3, 300
BOARD = Board("4x4")

SPANS = """(VALUES (1, 'all', date '1970-01-01'), (2, 'day', now()::date),
    (3, 'month', date_trunc('month', now())::date), (4, 'week', date_trunc('week', now())::date),
    (5, 'year', date_trunc('year', now())::date)) AS span (number, period, first_day)"""
# Scores as they fall: many about 4,400 and 500 of them equal, few large ones, multiples of four.
SEED = [
    "SET LOCAL session_replication_role = replica",
    "SET LOCAL maintenance_work_mem = '1GB'",
    "SET LOCAL work_mem = '512MB'",
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
    # In the order of the boards' index: sorting five million rows for it again would take a minute.
    """CREATE TEMP TABLE best_first ON COMMIT DROP AS
        SELECT id, player_id, score, ended_at FROM games_game ORDER BY score DESC, ended_at""",
    """DO $$ BEGIN FOR wanted IN 1..5 LOOP
        INSERT INTO games_best
            (player_id, shape, metric, period, first_day, value, game_id, at, ranked)
        SELECT player_id, '4x4', 'score', period, first_day, score, id, ended_at, true
        FROM best_first, {spans} WHERE number = wanted;
    END LOOP; END $$""",
    # Every game counts in each period, so the tallies of one are those of all.
    """INSERT INTO games_tally (bots, shape, metric, period, first_day, level, bucket, amount)
    SELECT false, '4x4', 'score', period, first_day, level, bucket >> level - 2, sum(amount)
    FROM (SELECT -score >> 2 AS bucket, count(*) AS amount FROM games_game GROUP BY 1) AS finest,
        unnest(ARRAY[2, 7, 12, 18]) AS level, {spans} GROUP BY period, first_day, level, 7""",
]


LEFT_OUT = """
SELECT format('DROP INDEX %I', indexname), indexdef FROM pg_indexes
WHERE tablename IN ('games_best', 'games_game', 'accounts_user')
    AND indexname NOT IN (SELECT conname FROM pg_constraint)
UNION ALL
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
FROM pg_constraint WHERE conrelid = 'games_best'::regclass AND contype IN ('p', 'u')
"""


@contextmanager
def without_indexes() -> Iterator[None]:
    """Building an index over all rows is quicker than keeping it row by row."""
    with connection.cursor() as cursor:
        cursor.execute(LEFT_OUT)
        indexes = cursor.fetchall()
        for drop, _ in indexes:
            cursor.execute(drop)
        yield
        for _, build in indexes:
            cursor.execute(build)


def seed(players: int) -> float:
    """Fill the boards; the seconds it took."""
    began = time.perf_counter()
    with transaction.atomic(), connection.cursor() as cursor:
        # What is filled in the transaction that emptied it needs no log (`wal_level = minimal`).
        cursor.execute("TRUNCATE accounts_user CASCADE")
        with without_indexes():
            for statement in SEED:
                cursor.execute(statement.format(n=players, spans=SPANS))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) games_best, games_tally, games_game, accounts_user")
        cursor.execute("CHECKPOINT")  # or the first readers would write what is still in memory
        cursor.execute("SELECT setval('games_best_id_seq', max(id)) FROM games_best")
    return time.perf_counter() - began


def show_p95(name: str, read: Callable[[int], object], rounds: list[list[int]]) -> None:
    """Milliseconds of database time that 95 of 100 readings stay below."""
    figures.show(
        name, [quantiles(map(_ms(read), numbers), n=20)[18] for numbers in rounds], digits=2
    )


def _ms(read: Callable[[int], object]) -> Callable[[int], float]:
    def timed(number: int) -> float:
        with site.database_time() as spent:
            read(number)
        return sum(spent)

    return timed


def places(people: list[int]) -> dict[int, BoardCursor]:
    """A place to read on from for each player."""
    bests = ranked(BOARD).filter(player__in=people)
    return {best.player_id: BoardCursor(False, best.value, best.at, best.pk) for best in bests}


def explain(player_id: int) -> None:
    """The plans of a player's place with its neighbours, into the output: of the statement, and of
    those in the functions that it calls. PostgreSQL's own module tells them, to a superuser."""
    with connection.cursor() as cursor:
        cursor.execute("LOAD 'auto_explain'")
        for name, value in (
            ("auto_explain.log_min_duration", "0"),
            ("auto_explain.log_nested_statements", "on"),
            ("auto_explain.log_analyze", "on"),
            ("client_min_messages", "log"),
        ):
            cursor.execute("SELECT set_config(%s, %s, false)", [name, value])
    connection.connection.add_notice_handler(
        lambda notice: print("# plan: " + notice.message_primary.replace("\n", "\n#   "))
    )
    leaderboards.around(board=BOARD, player_id=player_id)


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
    rounds = [[chance.randrange(1, players) for _ in range(READINGS)] for _ in range(ROUNDS)]
    beyond = places([who for people in rounds for who in people])

    def page(who: int) -> object:
        return leaderboards.page(board=BOARD, after=beyond[who], limit=25)

    def around(who: int) -> object:
        return leaderboards.around(board=BOARD, player_id=who)

    figures.show("players", [players])
    show_p95("page_p95_ms", page, rounds)
    show_p95("rank_p95_ms", lambda who: leaderboards.rank(board=BOARD, player_id=who), rounds)
    show_p95("around_p95_ms", around, rounds)
    show_p95("jump_to_rank_p95_ms", lambda place: at_rank(BOARD, place), rounds)
    figures.show("recorded_and_read_ms", list(map(record_a_score, rounds[0][:50])), digits=2)
    show_p95("around_after_writes_p95_ms", around, rounds)


def main() -> None:
    """Seed, measure, show the plans."""
    with site.database():
        figures.show("seeding_s", [seed(PLAYERS)])
        figures.show("best_rows", [Best.objects.count()])
        measure(PLAYERS)
        explain(PLAYERS // 2)


if __name__ == "__main__":
    main()
