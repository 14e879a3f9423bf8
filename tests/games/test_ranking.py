"""Ranks by tallies: the same as by counting, whatever happens at the same time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from django.db import connection, connections
from django.db.models import Count
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import User
from games import bests
from games.models import Best, Game, Tally
from games.ranking import Board, ahead, at_rank, rank_of, ranked
from tests.games.cast import NOON, counted, game, player

CLASSIC = Board("4x4")
FASTEST = Board("4x4", Best.Metric.FASTEST)
LEVELS = (18, 12, 7, 2)  # how coarse the tallies are, as bits of a value
SCORES = st.integers(1, 1 << 20) | st.sampled_from([16, 2048, 1 << 18, (1 << 18) - 1, 3221225476])


def counts() -> dict[tuple[object, ...], int]:
    """The tallies as they have to be, from the rows themselves."""
    right: dict[tuple[object, ...], int] = {}
    for best in Best.objects.filter(ranked=True):
        for level in LEVELS:
            board = (best.shape, best.metric, best.period, best.first_day)
            key = (*board, level, best.sort_value >> level)
            right[key] = right.get(key, 0) + 1
    return right


def tallies() -> dict[tuple[object, ...], int]:
    columns = ("shape", "metric", "period", "first_day", "level", "bucket", "amount")
    rows = Tally.objects.exclude(amount=0).values_list(*columns)
    return {row[:-1]: row[-1] for row in rows}


class Laws(TestCase):
    @given(st.lists(SCORES, max_size=16), st.lists(SCORES, max_size=5))
    @settings(max_examples=30, deadline=None)
    def test_a_rank_by_tallies_is_the_rank_by_counting(
        self, scores: list[int], others: list[int]
    ) -> None:
        for number, score in enumerate(scores):
            won_at = NOON - timedelta(hours=1) + timedelta(milliseconds=score)
            counted(player(f"player{number}"), score, won_at=won_at, won_at_ply=100)
        for board in (CLASSIC, FASTEST):
            for value in {*scores, *others, 0}:
                assert rank_of(board, value) == ahead(board, value).count() + 1
            rows = list(ranked(board).order_by("sort_value", "at", "id"))
            assert [at_rank(board, place) for place in range(1, len(rows) + 2)] == [*rows, None]
        assert tallies() == counts()


@pytest.mark.django_db(transaction=True)
def test_many_writers_at_once_leave_the_tallies_right() -> None:
    """Games that finish, players who sign up, are closed and come back, games that are hidden."""
    people = [player(f"player{number}", is_guest=number % 3 == 0) for number in range(12)]

    def live(number: int) -> None:
        chance, who = Random(number), people[number % len(people)]
        for step in range(8):
            made = game(who, chance.randrange(4, 4000, 4), at=NOON + timedelta(days=step * 9))
            bests.record_best(game_id=made.pk)
            if chance.random() < 0.3:
                bests.set_hidden(game_id=made.pk, hidden=True)
            if chance.random() < 0.3:
                closed = chance.random() < 0.5
                User.objects.filter(pk=who.pk).update(is_active=not closed, is_guest=False)
        connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(live, range(24)))
    assert tallies() == counts()
    assert Tally.objects.filter(amount__lt=0).count() == 0


@pytest.mark.django_db
def test_signing_up_and_being_closed_move_a_player_onto_and_off_every_board() -> None:
    guest = player("guest-1", is_guest=True)
    counted(guest, 900)
    assert tallies() == {}
    guest.is_guest = False
    guest.save()
    assert ranked(CLASSIC).count() == 1
    assert tallies() == counts() != {}
    guest.is_active = False
    guest.save()
    assert tallies() == {}


@pytest.mark.django_db
def test_a_better_game_moves_its_player_from_one_bucket_to_another() -> None:
    alice = player("alice")
    counted(alice, 100)
    counted(alice, 300_000, at=NOON + timedelta(minutes=1))
    counted(alice, 200, at=NOON + timedelta(minutes=2))
    assert tallies() == counts()
    assert rank_of(CLASSIC, 250) == 2


@pytest.mark.django_db
def test_a_rank_is_not_counted_through() -> None:
    """No plan of a rank may read more rows than a finest bucket holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_user (username, password, is_guest, is_active, is_staff, "
            "is_superuser, email, date_joined) SELECT 'p' || n, '', false, true, false, false, '', "
            "now() FROM generate_series(1, 2000) n"
        )
        cursor.execute(
            "INSERT INTO games_game (id, player_id, shape, kind, status, cells, score, ply, tail, "
            "seed, client_seed, hidden) SELECT lpad(id::text, 8, 'g'), id, '4x4', 'ranked', "
            "'over', '\\x0b', id * 4, 1, '', '', '', false FROM accounts_user"
        )
        cursor.execute(
            "INSERT INTO games_best (player_id, shape, metric, period, first_day, value, game_id, "
            "at, ranked) SELECT player_id, shape, 'score', 'all', '1970-01-01', score, id, now(), "
            "true FROM games_game"
        )
        cursor.execute("ANALYZE games_best, games_tally")
    middle = ranked(CLASSIC).aggregate(count=Count("id"))["count"] // 2
    row = at_rank(CLASSIC, middle)
    assert row is not None
    assert rank_of(CLASSIC, row.value) == middle
    near = ahead(CLASSIC, row.value)
    assert near.filter(value__lt=(row.value >> LEVELS[-1]) + 1 << LEVELS[-1]).count() < 16
    assert Game.objects.count() == 2000
