"""The site with one of its promises broken, to see the harness turn red.

    python -m tests.faults.mutants NAME    in place of `python -m config.play`

The product has no switch for any of this: it is patched from outside, before it starts.
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from config import play


def acknowledged_before_commit() -> None:
    """A move counts as written as soon as it was asked for."""
    from games.live.journal import Journal

    write = Journal.write
    under_way: set[Any] = set()

    async def early(self: Journal, want: Any) -> bool:
        task = asyncio.ensure_future(write(self, want))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        return True

    Journal.write = early  # type: ignore[assignment,method-assign]


def without_the_ply() -> None:
    """The row is written wherever it stands."""
    from games.live import journal

    condition = " AND game.ply = want.from_ply"
    assert condition in journal.WRITE
    journal.WRITE = journal.WRITE.replace(condition, "")


def not_on_disk() -> None:
    """A commit is answered before its log is written, in a database that the start would refuse."""
    from games.live.database import Database

    parameters = Database._parameters

    def lax(self: Database) -> dict[str, Any]:
        found = parameters(self)
        return found | {"options": f"{found['options']} -c synchronous_commit=off"}

    Database._parameters = lax  # type: ignore[method-assign]


MUTANTS: dict[str, Callable[[], None]] = {
    each.__name__: each for each in (acknowledged_before_commit, without_the_ply, not_on_disk)
}


def main() -> None:
    mutate, start = MUTANTS[sys.argv[1]], play.play

    def play_mutated() -> None:
        import django

        django.setup()
        mutate()
        start()

    play.play = play_mutated
    play.main()


if __name__ == "__main__":
    main()
