"""Writing bests: the better stays, whatever the order and however many at once."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.bests import move_bests, record_best, set_hidden
from games.models import Best, Challenge, Game
from games.periods import first_day
from tests.games.cast import NOON, SEED, counted, game, player

MINUTE = timedelta(minutes=1)
Period = Best.Period


def bests(name: str, metric: str = "score") -> dict[tuple[str, str], tuple[int, str]]:
    """Value and game by period and first day."""
    rows = Best.objects.filter(player__username=name, metric=metric)
    return {(row.period, str(row.first_day)): (row.value, row.game_id) for row in rows}


def at_once(*jobs: Callable[[], None]) -> None:
    """Run each in a thread with a connection of its own, all released together."""
    gate = threading.Barrier(len(jobs))
    failures: list[BaseException] = []

    def run(job: Callable[[], None]) -> None:
        try:
            gate.wait()
            job()
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.django_db
def test_a_game_counts_in_all_five_periods() -> None:
    made = counted(player("alice"), 900)
    assert bests("alice") == {
        ("all", "1970-01-01"): (900, made.pk),
        ("year", "2026-01-01"): (900, made.pk),
        ("month", "2026-11-01"): (900, made.pk),
        ("week", "2026-11-02"): (900, made.pk),
        ("day", "2026-11-02"): (900, made.pk),
    }


@pytest.mark.django_db
def test_counting_a_game_again_changes_nothing() -> None:
    made = counted(player("alice"), 900)
    before = list(Best.objects.order_by("id").values())
    record_best(game_id=made.pk)
    assert list(Best.objects.order_by("id").values()) == before


@pytest.mark.django_db
def test_a_lower_score_counts_only_in_the_periods_that_have_none() -> None:
    alice = player("alice")
    high = counted(alice, 900)
    low = counted(alice, 500, at=NOON + timedelta(days=1))
    assert bests("alice")["month", "2026-11-01"] == (900, high.pk)
    assert bests("alice")["day", "2026-11-03"] == (500, low.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("sooner_first", [True, False])
def test_of_equal_scores_the_sooner_stays(sooner_first: bool) -> None:
    alice = player("alice")
    sooner, later = game(alice, 900), game(alice, 900, at=NOON + MINUTE)
    for made in (sooner, later) if sooner_first else (later, sooner):
        record_best(game_id=made.pk)
    assert bests("alice")["all", "1970-01-01"] == (900, sooner.pk)


@pytest.mark.django_db
def test_a_running_game_counts_as_its_player_left_it_and_again_at_its_end() -> None:
    made = counted(player("alice"), 500, status=Game.Status.PLAYING, ended_at=None)
    assert bests("alice")["day", "2026-11-02"] == (500, made.pk)
    tomorrow = NOON + timedelta(days=1)
    Game.objects.filter(pk=made.pk).update(score=800, status="over", ended_at=tomorrow)
    record_best(game_id=made.pk)
    assert bests("alice")["day", "2026-11-02"] == (500, made.pk)
    assert bests("alice")["day", "2026-11-03"] == (800, made.pk)
    assert bests("alice")["all", "1970-01-01"] == (800, made.pk)


@pytest.mark.django_db
def test_the_faster_win_is_kept_in_milliseconds() -> None:
    alice = player("alice")
    began = NOON - timedelta(hours=1)
    slow = counted(alice, 21_000, won_at=began + timedelta(minutes=9), won_at_ply=900)
    fast = counted(alice, 20_500, won_at=began + timedelta(milliseconds=250_500), won_at_ply=1000)
    assert bests("alice", "fastest")["all", "1970-01-01"] == (250_500, fast.pk)
    assert bests("alice")["all", "1970-01-01"] == (21_000, slow.pk)


@pytest.mark.django_db
def test_a_win_counts_in_the_period_it_was_reached_in() -> None:
    made = counted(
        player("alice"),
        30_000,
        at=datetime(2026, 11, 3, 1, tzinfo=UTC),
        won_at=datetime(2026, 11, 2, 23, 59, tzinfo=UTC),
        first_moved_at=datetime(2026, 11, 2, 23, 49, tzinfo=UTC),
    )
    assert bests("alice", "fastest")["day", "2026-11-02"] == (600_000, made.pk)
    assert ("day", "2026-11-02") not in bests("alice")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "columns",
    [
        {"kind": Game.Kind.EXTRA, "challenge": date(2026, 11, 2)},  # a second one of a day
        {"hidden": True},
        {"score": 0},
        {"ply": 0, "score": 0, "moved_at": None, "ended_at": None, "status": "playing"},
    ],
)
def test_games_that_count_for_nothing_leave_no_row(columns: dict[str, object]) -> None:
    Challenge.objects.create(day=date(2026, 11, 2), seed=SEED)
    made = game(player("alice"), 900)
    Game.objects.filter(pk=made.pk).update(**columns)
    record_best(game_id=made.pk)
    record_best(game_id="nosuchgm")
    assert not Best.objects.exists()


@pytest.mark.django_db
def test_a_guest_has_bests() -> None:
    counted(player("guest-1", is_guest=True), 900)
    assert len(bests("guest-1")) == 5


@pytest.mark.django_db
def test_a_hidden_game_gives_way_to_the_next_best_and_comes_back() -> None:
    alice = player("alice")
    high, low = counted(alice, 900), counted(alice, 500, at=NOON + timedelta(days=1))
    before = bests("alice")
    set_hidden(game_id=high.pk, hidden=True)
    assert set(bests("alice").values()) == {(500, low.pk)}
    assert ("day", "2026-11-02") not in bests("alice")
    set_hidden(game_id=high.pk, hidden=False)
    assert bests("alice") == before


@pytest.mark.django_db
def test_carrying_bests_keeps_the_better_of_two_and_happens_once() -> None:
    guest, alice = player("guest-1", is_guest=True), player("alice")
    brought = counted(guest, 900)
    own = counted(alice, 1200, at=NOON + timedelta(days=1))
    Game.objects.filter(player=guest).update(player=alice)
    for _ in range(2):
        move_bests(from_player=guest.pk, to_player=alice.pk)
    assert not bests("guest-1")
    assert bests("alice")["all", "1970-01-01"] == (1200, own.pk)
    assert bests("alice")["day", "2026-11-02"] == (900, brought.pk)


@pytest.mark.django_db(transaction=True)
def test_fifty_finishes_at_once_leave_one_right_row_a_period() -> None:
    alice = player("alice")
    games = [game(alice, 100 + n % 25, at=NOON + n * MINUTE) for n in range(50)]
    at_once(*[partial(record_best, game_id=made.pk) for made in games])
    sooner = games[24]  # 124 points, as games[49] has, 25 minutes later
    assert set(bests("alice").values()) == {(124, sooner.pk)}
    assert len(bests("alice")) == 5


@pytest.mark.django_db(transaction=True)
def test_a_game_hidden_while_it_is_counted_is_on_no_board() -> None:
    alice = player("alice")
    rest = counted(alice, 100)
    for _ in range(10):
        made = game(alice, 900)
        at_once(
            partial(record_best, game_id=made.pk),
            partial(set_hidden, game_id=made.pk, hidden=True),
            partial(record_best, game_id=rest.pk),
        )
        assert set(bests("alice").values()) == {(100, rest.pk)}


class TheDatabaseAndPythonAgree(TestCase):
    """Periods are computed in SQL where bests are written, in Python where boards are read."""

    @settings(max_examples=50, deadline=None)
    @given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
    def test_on_the_first_day_of_every_period(self, moment: datetime) -> None:
        counted(player(f"p{moment.timestamp()}"), 10, at=moment)
        written = dict(Best.objects.values_list("period", "first_day"))
        assert written == {period: first_day(period, moment) for period in Period}
