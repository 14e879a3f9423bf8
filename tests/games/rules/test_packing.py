"""Two bytes a move: direction and think time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.board import Direction
from games.rules.record import MAX_THINK_MS, MOVE_BYTES, Move, pack, unpack
from tests.games.rules.given import directions

moves = st.lists(st.builds(Move, directions, st.integers(0, 10 * MAX_THINK_MS)), max_size=300)


@given(moves)
def test_moves_survive_packing_and_think_times_as_exactly_as_promised(played: list[Move]) -> None:
    packed = pack(played)
    assert len(packed) == MOVE_BYTES * len(played) == 2 * len(played)
    back = list(unpack(packed))
    assert [move.direction for move in back] == [move.direction for move in played]
    for kept, true in zip(back, played, strict=True):
        expected = min(true.think_ms, MAX_THINK_MS)
        if expected < 8192:
            assert kept.think_ms == expected
        else:
            assert 0 <= expected - kept.think_ms < 64


@given(moves)
def test_packing_what_was_unpacked_changes_nothing(played: list[Move]) -> None:
    assert pack(unpack(pack(played))) == pack(played)


@pytest.mark.parametrize(
    ("think_ms", "kept"),
    [(0, 0), (8191, 8191), (8192, 8192), (8255, 8192), (8256, 8256), (524_223, 524_160)]
    + [(524_224, 524_224), (10**9, 524_224), (-1, 0)],
)
def test_a_think_time_is_kept_in_two_bytes(think_ms: int, kept: int) -> None:
    for direction in Direction:
        packed = pack([Move(direction, think_ms)])
        assert len(packed) == 2
        assert list(unpack(packed)) == [Move(direction, kept)]
