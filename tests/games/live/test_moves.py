"""What a request to move does to a game."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.live.moves import Pushed, Standing, push_all, share, write_of
from games.models import Game
from games.rules.position import Position
from games.rules.record import unpack
from games.rules.tiles import Tiles
from tests.boards import board
from tests.games.live.cast import ONE_BEFORE_THE_END, ONE_BEFORE_THE_WIN, OPENING, WIN_AND_END

TILES = Tiles(seed=bytes(32), game_id="k3T9xQ2b", client_seed="0" * 32)
letters = st.text("URDL", min_size=1, max_size=128)


def standing(drawn: str = OPENING, tail: bytes = b"", ply: int = 0) -> Standing:
    position = Position(*board(drawn), ply=ply)
    return Standing("k3T9xQ2b", position, Game.Status.PLAYING, tail)


def made(pushed: Pushed) -> str:
    return "".join(step.direction for step in pushed.steps)


@given(letters)
def test_a_request_is_its_letters_pushed_in_turn(asked: str) -> None:
    start = standing().position
    pushed = push_all(start, asked, [], TILES)
    position = start
    for step in pushed.steps:
        position, again = position.push(step.direction, TILES) or (position, None)
        assert again == step
    assert pushed.position == position
    assert pushed.position.ply == len(pushed.steps) <= len(asked)


def test_the_wait_before_a_letter_that_changes_nothing_counts_for_the_next() -> None:
    pushed = push_all(standing("2 . / . .").position, "LUR", [100, 20, 3], TILES)
    assert made(pushed) == "R"
    assert pushed.claims_ms == [123]


@pytest.mark.parametrize(
    ("drawn", "asked", "kept", "status"),
    [
        (ONE_BEFORE_THE_WIN, "LRDU", "L", "won"),
        (ONE_BEFORE_THE_WIN, "DLRU", "DL", "won"),
        (ONE_BEFORE_THE_END, "LRDU", "L", "over"),
        (WIN_AND_END, "LRDU", "L", "over"),
        (OPENING, "R", "R", "playing"),
    ],
)
def test_what_follows_a_win_or_the_end_is_dropped(
    drawn: str, asked: str, kept: str, status: str
) -> None:
    before = standing(drawn)
    pushed = push_all(before.position, asked, [], TILES)
    after, write = write_of(before, pushed, 0)
    assert made(pushed) == kept
    assert after.status == write.status == status


@given(st.integers(0, 10**7), st.lists(st.integers(0, 2**31), min_size=1, max_size=128))
def test_think_times_add_up_to_the_servers_own(elapsed: int, claims: Sequence[int]) -> None:
    shared = share(elapsed, list(claims))
    assert sum(shared) == elapsed
    assert min(shared) >= 0


def test_without_claims_the_time_is_shared_evenly() -> None:
    assert share(10, [0, 0, 0, 0]) == [2, 3, 2, 3]
    assert share(1000, [300, 100]) == [750, 250]


@given(st.integers(0, 127), letters)
def test_the_tail_and_the_full_segment_hold_all_moves(kept: int, asked: str) -> None:
    before = standing(tail=b"\0\0" * kept, ply=kept)
    pushed = push_all(before.position, asked, [], TILES)
    after, write = write_of(before, pushed, 1000)
    packed = (write.segment or b"") + write.tail
    moves = list(unpack(packed))
    assert len(moves) == kept + len(pushed.steps)
    assert "".join(move.direction for move in moves[kept:]) == made(pushed)
    assert (write.segment is not None) == (len(moves) >= 128)
    assert len(after.tail) < 2 * 128
