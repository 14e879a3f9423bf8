"""The place that a score would take while its game goes on."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import User
from games import leaderboards
from games.leaderboards import Row
from games.prospects import AHEAD, Prospect, prospect
from games.ranking import Board
from tests.games.cast import NOON, counted, player

MINUTE = timedelta(minutes=1)
CLASSIC = Board("4x4")


def seen(score: int, user: User | None = None) -> Prospect:
    name = user.username if user else None
    return prospect(board=CLASSIC, score=score, player_id=user.pk if user else None, name=name)


def names(rows: tuple[Row, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in rows]


@pytest.fixture
def people() -> list[User]:
    people = [player(name) for name in ("ann", "bob", "cat", "dan")]
    for owner, score in zip(people, (900, 700, 700, 400), strict=True):
        counted(owner, score, at=NOON + owner.pk * MINUTE)
    return people


@pytest.mark.django_db
def test_a_stranger_sees_who_is_around_the_score(people: list[User]) -> None:
    there = seen(500)
    assert (there.me.rank, there.me.player, there.me.value, there.missing) == (4, None, 500, 200)
    assert names(there.above) == [(1, "ann"), (2, "bob"), (2, "cat")]
    assert names(there.below) == [(5, "dan")]


@pytest.mark.django_db
def test_an_equal_score_shares_the_rank_and_stands_behind(people: list[User]) -> None:
    there = seen(700)
    assert (there.me.rank, there.missing) == (2, 200)
    assert names(there.above) == [(1, "ann"), (2, "bob"), (2, "cat")]


@pytest.mark.django_db
def test_ones_own_best_gives_way_once_it_is_reached(people: list[User]) -> None:
    bob = people[1]
    assert names(seen(600, bob).above) == [(1, "ann"), (2, "bob"), (2, "cat")]
    there = seen(800, bob)
    assert (there.me.rank, there.me.player) == (2, "bob")
    assert names(there.above) == [(1, "ann")]
    assert names(there.below) == [(3, "cat"), (4, "dan")]


@pytest.mark.django_db
def test_on_an_empty_board_anything_is_the_first_place() -> None:
    there = seen(0)
    assert (there.me.rank, there.above, there.below, there.missing) == (1, (), (), None)


class Laws(TestCase):
    @settings(max_examples=30, deadline=None)
    @given(
        st.lists(st.integers(1, 12), max_size=14),
        st.integers(0, 13),
        st.integers(0, 14),
    )
    def test_what_is_told_is_what_the_board_shows_once_the_game_counts(
        self, scores: list[int], score: int, who: int
    ) -> None:
        """Whoever plays it, unless their best is better anyway."""
        people = [player(f"p{number}") for number in range(15)]
        for number, value in enumerate(scores):
            counted(people[number], value)
        told = seen(score, people[who])
        if score == 0 or (who < len(scores) and scores[who] >= score):
            assert told.me.rank == 1 + sum(value > score for value in scores)
            return
        counted(people[who], score, at=NOON + MINUTE)
        rows = leaderboards.page(board=CLASSIC, after=None, limit=100).rows
        (at,) = [number for number, row in enumerate(rows) if row.player == people[who].username]
        assert rows[at].rank == told.me.rank
        assert names(rows[max(0, at - AHEAD) : at]) == names(told.above)
        assert names(rows[at + 1 : at + 3]) == names(told.below)
        better = [row.value for row in rows if row.value > score]
        assert told.missing == (better[-1] - score if better else None)
