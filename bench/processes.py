"""Durable moves a second by two server processes, beside one.

Both have one PostgreSQL and one Redis, and 500 players between them, as in bench/moves.py. One
and two processes take turns; the clients and the database share the processors with them.
"""

import asyncio
import sys
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, moves, site
from tests import redis_server

ROUNDS = 4


def main() -> None:
    """Print each figure on a line of its own."""
    with site.database(), redis_server.running() as redis, ExitStack() as both:
        moves.prepare(2 * ROUNDS * moves.SOCKETS)
        servers = [both.enter_context(site.server(REDIS_URL=redis.url)) for _ in range(2)]
        rounds = [
            [asyncio.run(moves.run_round(some, "moves")) for some in (servers[:1], servers)]
            for _ in range(ROUNDS)
        ]
    figures.show("two_process_ratio", [two[0] / one[0] for one, two in rounds], digits=2)
    figures.show("one_process_moves_per_second", [one[0] for one, _ in rounds])
    figures.show("two_process_moves_per_second", [two[0] for _, two in rounds])
    figures.show("two_process_p99_ms", [two[1] for _, two in rounds], digits=1)
    figures.show("errors", [sum(each[2] for pair in rounds for each in pair)])


if __name__ == "__main__":
    main()
