"""`manage.py verify_games` finds what a restore, a disk or a hand has changed."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import verify_games
from games.models import Game, Segment
from tests.games.cast import NOON, player
from tests.games.test_export import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """More than are read at once."""
    monkeypatch.setattr(verify_games, "AT_ONCE", 2)
    mina = player("mina")
    running: dict[str, Any] = {"status": Game.Status.PLAYING, "ended_at": None}
    made = [  # an id decides the tiles: the third one lasts that long
        play(mina, "5x5", moves, id=f"{moves:08}", started_at=NOON) for moves in (0, 5, 140)
    ]
    made += [play(mina, "5x5", 10, started_at=NOON, **running)]
    unused = play(mina, "4x4", 0, **running | {"status": Game.Status.PREPARED})
    Game.objects.filter(pk=unused.pk).update(cells=b"")
    return made


def said() -> str:
    out = StringIO()
    call_command("verify_games", stdout=out, stderr=out)
    return out.getvalue()


def test_games_as_they_were_played_hold(games: list[Game]) -> None:
    assert said() == "All 4 games hold, with 155 moves.\n"


@pytest.mark.parametrize(
    ("number", "column", "value"),
    [
        (1, "score", 2),
        (1, "tail", b""),
        (2, "ply", 139),
        (3, "cells", bytes(25)),
        (3, "seed", bytes(32)),
        (2, "status", Game.Status.OVER),
    ],
    ids=str,
)
def test_a_game_that_was_changed_is_named(
    games: list[Game], number: int, column: str, value: Any
) -> None:
    Game.objects.filter(pk=games[number].pk).update(**{column: value})
    with pytest.raises(CommandError, match=r"^1 of 4 games do not hold\.$"):
        said()


def test_a_segment_that_is_gone_is_found(games: list[Game]) -> None:
    Segment.objects.all().delete()
    with pytest.raises(CommandError, match=r"^1 of 4 games do not hold\.$"):
        said()
