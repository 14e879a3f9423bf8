"""Durable moves a second on uvicorn and uvloop, beside Daphne, the site's usual server.

One process of each, which take turns with 500 players, as in bench/moves.py.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, moves, site

ROUNDS = 3


def main() -> None:
    """Print each figure on a line of its own."""
    with site.database():
        moves.prepare(2 * ROUNDS * moves.SOCKETS)
        with site.server(SERVER="daphne") as usual, site.server(SERVER="uvicorn") as other:
            rounds = [
                [asyncio.run(moves.run_round([each], "moves")) for each in (usual, other)]
                for _ in range(ROUNDS)
            ]
    figures.show(
        "uvicorn_ratio_to_daphne", [theirs[0] / ours[0] for ours, theirs in rounds], digits=2
    )
    figures.show("uvicorn_moves_per_second", [theirs[0] for _, theirs in rounds])
    figures.show("uvicorn_p99_ms", [theirs[1] for _, theirs in rounds], digits=1)
    figures.show("errors", [sum(each[2] for pair in rounds for each in pair)])


if __name__ == "__main__":
    main()
