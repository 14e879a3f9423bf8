"""All of a player's games as JSON lines: each a record (docs/fairness.md) with its dates."""

from collections.abc import AsyncIterator

import msgspec
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.db.models import Prefetch

from games.cursors import HistoryCursor
from games.history import Sort, Wanted, reading
from games.models import Game, Segment
from games.records import record_of

BATCH = 20  # games in memory at once; a long one takes half a megabyte


async def lines(*, player_id: int) -> AsyncIterator[bytes]:
    """From the oldest game to the newest, however many there are. No transaction stays open and
    no database session is held while a slow reader takes them."""
    after = None
    while True:
        batch, after = await sync_to_async(_next)(player_id, after)
        for line in batch:
            yield line
        if after is None:
            return


def _next(player_id: int, after: HistoryCursor | None) -> tuple[list[bytes], HistoryCursor | None]:
    """A batch; its database session goes back to the pool."""
    try:
        return _batch(player_id, after)
    finally:
        close_old_connections()


def _batch(player_id: int, after: HistoryCursor | None) -> tuple[list[bytes], HistoryCursor | None]:
    """The next lines, and where the ones after them begin."""
    rows = reading(player_id=player_id, after=after, wanted=Wanted(), sort=Sort.OLDEST)
    found = list(rows[:BATCH])
    segments = Prefetch("segments", Segment.objects.order_by("number"))
    whole = Game.objects.select_related("challenge").prefetch_related(segments)
    games = whole.in_bulk([game_id for _, game_id in found])
    batch = [line(games[game_id]) for _, game_id in found if game_id in games]
    return batch, HistoryCursor(False, *found[-1]) if len(found) == BATCH else None


def line(game: Game) -> bytes:
    """One finished or running game; as in games.records, no seed before its end."""
    dates = {
        "kind": game.kind,
        "status": game.status,
        "started_at": game.started_at,
        "won_at": game.won_at,
        "ended_at": game.ended_at,
    }
    return msgspec.json.encode(record_of(game) | dates) + b"\n"
