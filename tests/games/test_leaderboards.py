"""Places on a board: ranks, ties, neighbours and pages."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games import leaderboards
from games.bests import set_hidden
from games.cursors import BoardCursor, from_text
from games.leaderboards import Row
from games.models import Best, Game
from games.periods import first_day
from games.ranking import Board
from tests.games.cast import NOON, counted, player

MINUTE = timedelta(minutes=1)
CLASSIC = Board("4x4")
FASTEST = Board("4x4", Best.Metric.FASTEST)


def places(board: Board = CLASSIC) -> list[tuple[int, str]]:
    rows = leaderboards.page(board=board, after=None, limit=100).rows
    return [(row.rank, row.player) for row in rows]


def walk(board: Board, limit: int) -> tuple[list[Row], list[Row]]:
    """All rows by `next` from the top to the end, and back up again by `previous`."""
    down = [leaderboards.page(board=board, after=None, limit=limit)]
    while cursor := down[-1].next:
        after = from_text(cursor, BoardCursor)
        down.append(leaderboards.page(board=board, after=after, limit=limit))
    up = [down[-1]]
    while cursor := up[0].previous:
        after = from_text(cursor, BoardCursor)
        up.insert(0, leaderboards.page(board=board, after=after, limit=limit))
    return [row for page in down for row in page.rows], [row for page in up for row in page.rows]


@pytest.mark.django_db
def test_equal_values_share_a_rank_and_the_earlier_stands_first() -> None:
    counted(player("alice"), 900)
    counted(player("charlie"), 700, at=NOON + MINUTE)
    counted(player("bob"), 700)
    counted(player("dora"), 500)
    assert places() == [(1, "alice"), (2, "bob"), (2, "charlie"), (4, "dora")]


@pytest.mark.django_db
def test_a_row_shows_the_game_that_earned_it() -> None:
    made = counted(player("alice"), 900)
    (row,) = leaderboards.page(board=CLASSIC, after=None, limit=10).rows
    assert (row.game, row.value, row.at, row.largest) == (made.pk, 900, NOON, 2048)
    assert row.board[0] == [2048, 128, 8, 2]


@pytest.mark.django_db
def test_guests_and_closed_accounts_have_no_place_and_move_nobody_down() -> None:
    counted(player("guest-1", is_guest=True), 900)
    bob = player("bob", is_active=False)
    counted(bob, 800)
    alice = player("alice")
    counted(alice, 700)
    assert places() == [(1, "alice")]
    assert leaderboards.rank(board=CLASSIC, player_id=bob.pk) is None
    bob.is_active = True
    bob.save()
    assert places() == [(1, "bob"), (2, "alice")]
    assert leaderboards.rank(board=CLASSIC, player_id=alice.pk) == 2


@pytest.mark.django_db
def test_of_fastest_wins_less_is_better() -> None:
    for name, minutes in (("alice", 9), ("bob", 5), ("charlie", 5)):
        began = NOON - timedelta(hours=1)
        counted(player(name), 900, won_at=began + timedelta(minutes=minutes))
    assert places(FASTEST) == [(1, "bob"), (1, "charlie"), (3, "alice")]


@pytest.mark.django_db
def test_boards_of_other_shapes_and_days_are_apart() -> None:
    alice = player("alice")
    counted(alice, 900)
    counted(alice, 300, shape="3x3", cells=bytes([8, 7, 1, 0, 0, 0, 0, 0, 0]))
    monday = Board("4x4", period=Best.Period.DAY, first_day=date(2026, 11, 2))
    tuesday = Board("4x4", period=Best.Period.DAY, first_day=date(2026, 11, 3))
    assert places(monday) == [(1, "alice")]
    assert places(tuesday) == []
    small = leaderboards.page(board=Board("3x3"), after=None, limit=9).rows
    assert [row.value for row in small] == [300]


@pytest.mark.django_db
def test_a_score_that_is_not_on_the_board_has_a_place_too() -> None:
    counted(player("alice"), 900)
    counted(player("bob"), 700)
    taken = [leaderboards.place_for(shape="4x4", score=score) for score in (901, 900, 800, 700, 1)]
    assert taken == [1, 1, 2, 2, 3]
    assert leaderboards.place_for(shape="5x5", score=1) == 1


@pytest.mark.django_db
def test_hidden_and_closed_players_are_off_every_board_at_once_and_come_back() -> None:
    alice, bob = player("alice"), player("bob")
    counted(alice, 900, won_at=NOON, won_at_ply=900)
    better = counted(bob, 950, won_at=NOON, won_at_ply=900)
    boards = [
        Board("4x4", metric, period, first_day(period, NOON))
        for metric in Best.Metric
        for period in Best.Period
    ]
    full = [places(board) for board in boards]
    assert len(full) == 15
    assert {len(rows) for rows in full} == {2}

    def without(name: str) -> list[list[tuple[int, str]]]:
        return [[(1, who) for _, who in rows if who != name] for rows in full]

    set_hidden(game_id=better.pk, hidden=True)
    assert [places(board) for board in boards] == without("bob")
    set_hidden(game_id=better.pk, hidden=False)
    assert [places(board) for board in boards] == full
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert [places(board) for board in boards] == without("alice")
    User.objects.filter(pk=alice.pk).update(is_active=True)
    assert [places(board) for board in boards] == full


@pytest.mark.django_db
def test_older_periods_are_found_where_anybody_has_a_place() -> None:
    for days in (0, 40, 400):
        counted(player(f"p{days}"), 900, at=NOON - timedelta(days=days))
    counted(player("guest-1", is_guest=True), 900, at=NOON - timedelta(days=70))
    month = Board("4x4", period=Best.Period.MONTH, first_day=date(2026, 10, 1))
    beside = leaderboards.kept(board=month)
    assert beside == (date(2026, 9, 1), date(2026, 11, 1))
    assert leaderboards.kept(board=replace(month, first_day=date(2026, 9, 1))) == (
        date(2025, 9, 1),
        date(2026, 11, 1),
    )
    assert leaderboards.kept(board=CLASSIC) == (None, None)


@pytest.mark.django_db
def test_around_shows_neighbours_and_what_is_missing_to_the_next_place() -> None:
    people = [player(name) for name in ("ann", "bob", "cat", "dan", "eve", "fay")]
    for owner, score in zip(people, (900, 800, 700, 700, 500, 400), strict=True):
        counted(owner, score)
    seen = leaderboards.around(board=CLASSIC, player_id=people[3].pk)
    assert seen.me is not None
    assert (seen.me.player, seen.me.rank, seen.missing) == ("dan", 3, 100)
    assert [(row.rank, row.player) for row in seen.above] == [(2, "bob"), (3, "cat")]
    assert [(row.rank, row.player) for row in seen.below] == [(5, "eve"), (6, "fay")]


@pytest.mark.django_db
def test_nothing_is_missing_at_the_top_and_nobody_is_around_who_has_no_place() -> None:
    alice, guest = player("alice"), player("guest-1", is_guest=True)
    counted(alice, 900)
    counted(guest, 950)
    top = leaderboards.around(board=CLASSIC, player_id=alice.pk)
    assert (top.missing, top.above, top.below) == (None, (), ())
    none = leaderboards.around(board=CLASSIC, player_id=guest.pk)
    assert (none.me, none.above, none.below, none.missing) == (None, (), (), None)


@pytest.mark.django_db
def test_a_new_row_at_the_top_shifts_nothing_further_down() -> None:
    for n in range(6):
        counted(player(f"p{n}"), 600 - n)
    first = leaderboards.page(board=CLASSIC, after=None, limit=3)
    counted(player("newcomer"), 9000)
    assert first.next is not None
    second = leaderboards.page(board=CLASSIC, after=from_text(first.next, BoardCursor), limit=3)
    assert [(row.rank, row.player) for row in second.rows] == [(5, "p3"), (6, "p4"), (7, "p5")]


@pytest.mark.django_db
def test_a_page_is_one_question_and_its_answer_holds_no_seed(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    counted(player("alice"), 900)
    with django_assert_num_queries(1):
        leaderboards.page(board=CLASSIC, after=None, limit=10)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('games_window'::regproc)")
        assert "seed" not in cursor.fetchone()[0]


@pytest.mark.django_db
@pytest.mark.parametrize("upwards", [True, False])
def test_the_farthest_places_there_are_lead_to_no_error(upwards: bool) -> None:
    counted(player("alice"), 900)
    for board in (CLASSIC, FASTEST):
        for value, year, number in ((2**63 - 1, 9999, 2**63 - 1), (0, 1, 0)):
            after = BoardCursor(upwards, value, datetime(year, 12, 31, tzinfo=UTC), number)
            assert len(leaderboards.page(board=board, after=after, limit=10).rows) < 2


@pytest.mark.django_db
def test_a_page_at_a_row_that_has_moved_on_begins_where_it_stood() -> None:
    alice, bob, charlie = player("alice"), player("bob"), player("charlie")
    for owner, score in ((alice, 900), (bob, 700), (charlie, 500)):
        counted(owner, score)
    stood = Best.objects.get(player=bob, period="all")
    Best.objects.filter(player=bob).delete()
    for above, names in ((0, ["charlie"]), (1, ["alice", "charlie"])):
        page = leaderboards.page_at(board=CLASSIC, best=stood, limit=10, above=above)
        assert [row.player for row in page.rows] == names
    Best.objects.all().delete()
    assert leaderboards.page_at(board=CLASSIC, best=stood, limit=10).rows == ()


@pytest.mark.django_db
def test_beyond_the_last_place_there_is_a_way_back() -> None:
    counted(player("alice"), 900)
    for upwards, value in ((False, 1), (True, 5000)):
        page = leaderboards.page(
            board=CLASSIC, after=BoardCursor(upwards, value, NOON, 1), limit=10
        )
        back = page.next if upwards else page.previous
        assert (page.rows, back is None) == ((), False)
        assert back
        rows = leaderboards.page(board=CLASSIC, after=from_text(back, BoardCursor), limit=10).rows
        assert [row.player for row in rows] == ["alice"]


@pytest.mark.django_db
def test_the_periods_of_bots_are_those_in_which_bots_have_played() -> None:
    counted(player("alice"), 900)
    counted(player("robot", is_bot=True), 900, at=NOON - timedelta(days=3), kind=Game.Kind.BOT)
    people = Board("4x4", period=Best.Period.DAY, first_day=date(2026, 11, 4))
    assert leaderboards.kept(board=people) == (date(2026, 11, 2), None)
    assert leaderboards.kept(board=replace(people, bots=True)) == (date(2026, 10, 30), None)


class Laws(TestCase):
    """What holds for every board, ties or not."""

    @settings(max_examples=25, deadline=None)
    @given(
        results=st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3)), min_size=1, max_size=12),
        limit=st.integers(1, 5),
        by_score=st.booleans(),
    )
    def test_pages_and_ranks(
        self, results: list[tuple[int, int]], limit: int, by_score: bool
    ) -> None:
        board = CLASSIC if by_score else FASTEST
        for number, (value, minute) in enumerate(results):
            at = NOON + minute * MINUTE
            won = {"won_at": at, "first_moved_at": at - timedelta(seconds=value)}
            counted(player(f"p{number}"), value, at=at, **won)
        down, up = walk(board, limit)
        sign = -1 if by_score else 1
        assert [row.player for row in down] == [
            f"p{number}"
            for _, _, number in sorted((sign * v, m, n) for n, (v, m) in enumerate(results))
        ]
        assert down == up
        values = [row.value for row in down]
        assert [row.rank for row in down] == [1 + values.index(value) for value in values]
