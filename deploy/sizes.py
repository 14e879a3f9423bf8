"""What a site of each size needs: `python deploy/sizes.py` prints the table of docs/operate.md.

Only what stands in the first block is an input; measure it on your own machines and put it in.
"""

from math import ceil

# --- measured: two shared cores of a virtual machine, which also ran the load ---------------------
MOVES_A_PROCESS = 1_930  # a second, at saturation, alone: python -m bench.moves
BUS = 1.2  # a move with REDIS_URL, of one without, in a process's time: python -m bench.costs
DATABASE_US = 193  # processor time of PostgreSQL for a move, 3.6 moves sharing a commit: the same
WAL_BYTES = 317  # a move, in the write-ahead log: the same
KEPT_BYTES = 10  # a move, in tables and indexes, once its game has ended: manage.py seed_demo
PROCESS_MB = 120  # memory of a process with 500 sockets

# --- assumed --------------------------------------------------------------------------------------
MOVES_A_PERSON = 1.5  # a second while they play; nobody makes more than 10 for long
LOAD = 0.5  # of what a process or a machine can carry, at the worst hour: nobody waits
DAY = 0.4  # the average of a day, of its worst hour
DATABASE_CORES = 32  # of the largest machine that one would give to one PostgreSQL
SESSIONS_A_PROCESS = 4  # two of the move path, one probe at times, one or more of pages

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
HEAD = (
    "Players at once",
    "Moves a second",
    "Processes (a core each)",
    "Their memory",
    "Database cores",
    "Sessions",
    "Log",
    "Kept in a year",
)


def players_of_one_process() -> int:
    """Without a bus, at the load that is meant to be."""
    return int(MOVES_A_PROCESS * LOAD / MOVES_A_PERSON)


def row(players: int) -> tuple[str, ...]:
    """One size of site."""
    moves = players * MOVES_A_PERSON
    alone = players <= players_of_one_process()
    processes = 1 if alone else max(2, ceil(moves * BUS / MOVES_A_PROCESS / LOAD))
    cores = moves * DATABASE_US / 1e6 / LOAD
    nodes = ceil(cores / DATABASE_CORES)
    kept = moves * DAY * 365 * 86_400 * KEPT_BYTES / 1e12
    return (
        f"{players:,}",
        f"{moves:,.0f}",
        f"{processes:,}",
        f"{processes * PROCESS_MB / 1024:,.1f} GB",
        f"{max(1, ceil(cores)):,}" + (f" (on {nodes} machines)" if nodes > 1 else ""),
        f"{processes * SESSIONS_A_PROCESS:,}",
        f"{moves * WAL_BYTES / 1e6:,.1f} MB/s",
        f"{kept:,.2f} TB",
    )


def table() -> str:
    """In Markdown."""
    rows = [HEAD, ("---:",) * len(HEAD), *map(row, SIZES)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


if __name__ == "__main__":
    print(table(), end="")  # noqa: T201 - its answer
