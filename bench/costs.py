"""What a move costs when people make it: processor time of server and database, bytes of the log.

500 people at the pace of people, so that batches are as small as in life: at full load a move costs
less, since more share a statement. Processor time hardly changes with what else a machine does.
docs/operate.md reckons with these figures.
"""

import asyncio
import json
import os
import random
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psycopg
from django.db import connection

from bench import site, sockets
from bench.moves import next_move

PEOPLE, SECONDS, WARM_UP_S = 500, 20, 5
PACE_S = 0.67  # between a person's moves, on average
TICK_US = 1_000_000 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Reading:
    """What has been used up to a moment: ticks of the processor, bytes of the write-ahead log."""

    moves: int
    commits: int
    server: int
    database: int
    wal: int


class Crowd:
    """Everybody who plays, and what they were answered."""

    def __init__(self) -> None:
        """Nobody yet."""
        self.moves = self.errors = 0

    def answered(self, client: sockets.Client, text: bytes) -> None:
        """The next move comes when a person has thought about it."""
        message = json.loads(text)
        if message["t"] == "moved":
            self.moves += 1
        elif message["t"] not in ("state", "ended"):
            self.errors += 1
        if message.get("status") == "playing":
            wait = random.uniform(0.5, 1.5) * PACE_S
            asyncio.get_running_loop().call_later(wait, client.ask, next_move(message))


def ticks(pid: int) -> int:
    """Of one process, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def read(server: site.Server, crowd: Crowd) -> Reading:
    """The sessions of the database live through a run, so their sums can be compared."""
    at = connection.get_connection_params()
    where = {name: at[name] for name in ("host", "port", "user", "dbname") if at.get(name)}
    with psycopg.connect(**where) as session:
        asked = session.execute(
            "SELECT array_agg(pid), pg_current_wal_insert_lsn() - '0/0',"
            " (SELECT sum(xact_commit) FROM pg_stat_database WHERE datname = current_database())"
            " FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
        pids, wal, commits = asked.fetchall()[0]
    database = sum(ticks(pid) for pid in pids)
    return Reading(crowd.moves, int(commits), ticks(server.process.pid), database, int(wal))


async def play(server: site.Server, games: list[tuple[str, str]]) -> tuple[Reading, Reading, int]:
    """Before and after, and how many answers were no moves."""
    crowd = Crowd()
    clients = await sockets.connect(server.port, games, crowd.answered)
    await asyncio.sleep(WARM_UP_S)
    before = await asyncio.to_thread(read, server, crowd)
    await asyncio.sleep(SECONDS)
    after = await asyncio.to_thread(read, server, crowd)
    for client in clients:
        client.transport.close()
    return before, after, crowd.errors


def main() -> None:
    """Print each figure on a line of its own."""
    with site.database():
        games = site.games(PEOPLE)
        with site.server() as server:
            before, after, errors = asyncio.run(play(server, games))
            memory_kb = server.resident_kb
    moves = after.moves - before.moves
    print(f"cost_moves_per_second: {moves / SECONDS:.0f}")
    print(f"server_us_a_move: {(after.server - before.server) * TICK_US / moves:.0f}")
    print(f"database_us_a_move: {(after.database - before.database) * TICK_US / moves:.0f}")
    print(f"wal_bytes_a_move: {(after.wal - before.wal) / moves:.0f}")
    print(f"moves_a_commit: {moves / max(1, after.commits - before.commits):.1f}")
    print(f"server_mb: {memory_kb / 1024:.0f}")
    print(f"cost_errors: {errors}")


if __name__ == "__main__":
    main()
