"""How long PostgreSQL takes for the pages of somebody who has played 50,000 games.

The games are settled one after the other as in play, so their triggers are measured, too, among
those of players who come and go. Counted is the time from sending each statement to having all its
rows, summed over the statements of a page; and the whole page, drawing included.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from django.db import connection
from django.test import Client

from bench import figures, site

GAMES = int(os.environ.get("BENCH_GAMES", "50000"))
ALL = GAMES * 5 // 4
CHUNK = 500  # games a transaction
READINGS = 30
PAGES = {
    "profile": "/en/players/busy/",
    "profile_fa": "/fa/players/busy/",
    "history": "/en/players/busy/games/",
    "history_filtered": "/en/players/busy/games/?shape=3x3&result=won&sort=highest",
    "history_empty": "/en/players/busy/games/?shape=2x4&result=running&sort=oldest",
    "history_longest": "/en/players/busy/games/?sort=longest&from=2026-01-01",
}
PLAYERS = """INSERT INTO accounts_user (username, password, is_guest, is_active, is_staff,
    is_superuser, email, date_joined)
SELECT name, '', false, true, false, false, '', now()
FROM (SELECT 'busy' AS name UNION ALL SELECT 'p' || n FROM generate_series(1, 1000) n) names"""
# Three years of games, every fifth somebody else's, so that the rows lie far apart.
PLAYED = """INSERT INTO games_game (id, player_id, shape, kind, status, cells, score, ply, tail,
    seed, client_seed, hidden, created_at, started_at, ended_at, settled_at, moved_at,
    first_moved_at, won_at)
SELECT lpad(to_hex(n), 8, '0'), CASE WHEN n %% 5 > 0 THEN (SELECT id FROM accounts_user
        WHERE username = 'busy') ELSE (SELECT min(id) FROM accounts_user) + n %% 1000 END,
    (ARRAY['4x4','4x4','4x4','3x3','5x5','2x4','3x4'])[1 + n %% 7], 'ranked', 'over',
    set_byte('\\x0a090807060504030201020304050607', 0, top),
    (1 << top) * (4 + n %% 5), (1 << top) / 2,
    decode(repeat('ab', 200), 'hex'), decode(repeat('ab', 32), 'hex'), repeat('a', 32), false,
    at, at, at, at, at, at, CASE WHEN top >= 11 THEN at END
FROM (SELECT n, now() - interval '1095 days' * (1 - n / %(all)s::float) AS at,
    5 + (random() * 3 + random() * 4)::int AS top
    FROM generate_series(%(first)s::int, %(last)s::int) n) games"""


def seed() -> float:
    """Play; the milliseconds that a game took."""
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS)
        for first in range(0, ALL, CHUNK):
            last = first + CHUNK - 1
            cursor.execute(PLAYED, {"all": ALL, "first": first, "last": last})
        took = time.perf_counter() - began
        cursor.execute("VACUUM ANALYZE")
    return took / (ALL) * 1000


def measure(name: str, address: str) -> None:
    """Print the milliseconds in the database and in all."""
    client, database, whole = Client(), [], []
    for _ in range(READINGS):
        began = time.perf_counter()
        with site.database_time() as spent:
            assert client.get(address, headers={"host": "localhost"}).status_code == 200
        whole.append((time.perf_counter() - began) * 1000)
        database.append(sum(spent))
    figures.show(f"{name}_database_ms", database, digits=1)
    figures.show(f"{name}_page_ms", whole)


def main() -> None:
    """Play, then look."""
    with site.database():
        figures.show("games", [GAMES])
        figures.show("ms_a_game", [seed()], digits=2)
        for name, address in PAGES.items():
            measure(name, address)


if __name__ == "__main__":
    main()
