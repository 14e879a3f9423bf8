"""A game's record, from its rows."""

import pytest

from games.models import Game, Segment
from games.records import record_of
from games.rules import record
from games.rules.board import Direction
from games.rules.position import Position
from games.rules.record import Move, pack
from tests.games.live.cast import member, running

pytestmark = pytest.mark.django_db


def kept(letters: str) -> bytes:
    return pack(Move(Direction(letter), 5) for letter in letters)


@pytest.fixture
def long_game() -> Game:
    """300 moves of a large board, as the journal keeps them."""
    game = running(member(), "2 . . . . / " * 4 + "2 . . . .")
    position = Position.start(game.position.shape, game.tiles)
    letters = ""
    while len(letters) < 300:
        for letter in "LDRU":
            pushed = position.push(Direction(letter), game.tiles)
            if pushed and len(letters) < 300:
                position, letters = pushed[0], letters + letter
    for number in (1, 0):  # the order of rows is nobody's promise
        part = kept(letters[128 * number :][:128])
        Segment.objects.create(game=game, number=number, moves=part)
    game.cells, game.score, game.ply = position.cells, position.score, position.ply
    game.tail, game.status = kept(letters[256:]), Game.Status.GIVEN_UP
    game.save()
    return game


def test_a_record_of_several_segments_can_be_verified(long_game: Game) -> None:
    told = record_of(long_game)
    position = record.verify(told)
    assert (position.ply, position.score) == (300, long_game.score)
    assert told["think_ms"] == [5] * 300


def test_a_segment_that_fills_up_meanwhile_is_not_read_twice(long_game: Game) -> None:
    told = record_of(long_game)
    Segment.objects.create(game=long_game, number=2, moves=kept("L" * 128))
    assert record_of(long_game) == told


@pytest.mark.parametrize(
    ("status", "shown"),
    [("prepared", False), ("playing", False), ("won", False), ("over", True), ("given_up", True)],
)
def test_the_seed_is_null_until_the_end(status: str, shown: bool) -> None:
    game = running(member(), status=status)
    assert record_of(game)["seed"] == (bytes(game.seed).hex() if shown else None)
    assert record_of(game)["over"] == (status == "over")


def test_a_prepared_game_has_an_empty_record() -> None:
    game = running(member(), status="prepared", cells=b"", client_seed="")
    told = record_of(game)
    assert (told["moves"], told["client_seed"], told["largest"]) == ("", None, 0)
    assert told["board"] == [[0] * 4] * 4
