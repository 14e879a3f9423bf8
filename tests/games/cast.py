"""Players and finished games for tests of boards: rows put straight into the database."""

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.bests import record_best
from games.models import Game

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)  # a Monday
CELLS = bytes([11, 7, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
SEED = bytes(range(32))


def player(name: str, **columns: Any) -> User:
    """Somebody with an account."""
    return User.objects.create(username=name, **columns)


def game(owner: User, score: int, *, at: datetime = NOON, **columns: Any) -> Game:
    """A classic game of an hour that ended at a moment; not counted yet."""
    given: dict[str, Any] = {
        "shape": "4x4",
        "status": Game.Status.OVER,
        "cells": CELLS,
        "seed": SEED,
        "ply": 100,
        "created_at": at - timedelta(hours=1),
        "started_at": at - timedelta(hours=1),
        "first_moved_at": at - timedelta(hours=1),
        "moved_at": at,
        "ended_at": at,
    }
    given |= columns
    given.setdefault("settled_at", given["ended_at"])
    return Game.objects.create(player=owner, score=score, **given)


def counted(owner: User, score: int, *, at: datetime = NOON, **columns: Any) -> Game:
    """A game that already stands on its boards."""
    made = game(owner, score, at=at, **columns)
    record_best(game_id=made.pk)
    return made
