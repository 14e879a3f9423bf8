"""What a sweep clears away, and what it must never touch: also with two of them at once."""

import threading
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.utils import timezone

from accounts.guests import make_guest
from accounts.models import User
from games import housekeeping
from games.models import Best, Game
from tests.games.cast import game, player

pytestmark = pytest.mark.django_db(transaction=True)
NOW = timezone.now()
LONG_AGO, LATELY = NOW - timedelta(days=181), NOW - timedelta(days=179)
OPEN: dict[str, Any] = {"status": Game.Status.PLAYING, "ended_at": None, "settled_at": None}


def guest(*, joined_at: Any = LONG_AGO) -> User:
    made = make_guest()
    User.objects.filter(pk=made.pk).update(date_joined=joined_at)
    return made


def abandoned() -> User:
    """Began a game half a year ago, made some moves, and never came back."""
    made = guest()
    game(made, 100, at=LONG_AGO, **OPEN)
    return made


def both(work: Callable[[], int]) -> int:
    """The sum of two at once, in sessions of their own."""
    start, found, failures = threading.Barrier(2), list[int](), list[Exception]()

    def one() -> None:
        try:
            start.wait(10)
            found.append(work())
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    return sum(found)


# --- guests --------------------------------------------------------------------------------------
def test_a_guest_who_never_came_back_is_forgotten_with_all_games() -> None:
    made = abandoned()
    game(made, 0, at=LONG_AGO, shape="3x3", **OPEN | {"status": Game.Status.PREPARED})
    guest()  # who never began one
    assert housekeeping.forget_guests() == 2
    assert (User.objects.count(), Game.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    "columns",
    [
        {"at": LONG_AGO},
        {"at": LONG_AGO, "status": Game.Status.GIVEN_UP},
        {"at": LATELY, **OPEN},
        {"at": LONG_AGO, "moved_at": LATELY, **OPEN},
        {"at": LONG_AGO, "moved_at": LATELY, **OPEN | {"status": Game.Status.WON}},
        {"at": LONG_AGO, "created_at": LATELY, "moved_at": None, **OPEN},
    ],
    ids=["finished", "given up", "begun lately", "moved lately", "won lately", "not moved yet"],
)
def test_a_guest_stays_who_has_a_game_that(columns: dict[str, Any]) -> None:
    made = abandoned()
    game(made, 200, **columns)
    assert housekeeping.forget_guests() == 0
    assert made.games.count() == 2


def test_whoever_has_an_account_or_just_came_stays() -> None:
    game(player("mina", date_joined=LONG_AGO), 100, at=LONG_AGO, **OPEN)
    guest(joined_at=LATELY)
    assert housekeeping.forget_guests() == 0


def test_two_at_once_forget_every_guest_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "AT_ONCE", 7)
    for _ in range(40):
        abandoned()
    kept = guest()
    game(kept, 100, at=LONG_AGO)
    assert both(housekeeping.forget_guests) == 40
    assert list(User.objects.all()) == [kept]


def sweep_against(change: Callable[[], object]) -> int:
    """How many guests are forgotten by a sweep that finds a change not committed yet."""
    found: list[int] = []

    def sweep() -> None:
        found.append(housekeeping.forget_guests())
        connections.close_all()

    thread = threading.Thread(target=sweep)
    with transaction.atomic():
        change()
        thread.start()
        thread.join(0.3)
    thread.join()
    return found[0]


def test_a_move_that_is_being_saved_keeps_its_guest() -> None:
    made = abandoned()

    def move() -> None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE games_game SET ply = 101, moved_at = now()")

    assert sweep_against(move) == 0
    assert made.games.get().ply == 101


def test_a_guest_who_is_signing_up_is_passed_over() -> None:
    made = abandoned()

    def sign_up() -> None:
        locked = User.objects.select_for_update().get(pk=made.pk)
        locked.is_guest = False
        locked.save()

    assert sweep_against(sign_up) == 0
    assert made.games.count() == 1


# --- the rest ------------------------------------------------------------------------------------
def test_two_at_once_settle_a_game_once() -> None:
    mina = player("mina")
    left = [game(mina, 100 + score, settled_at=None) for score in range(5)]
    both(housekeeping.settle)
    assert not Game.objects.filter(settled_at=None).exists()
    assert set(Best.objects.values_list("game", flat=True)) == {left[-1].pk}
    at = Game.objects.values_list("pk", "settled_at")
    before = dict(at)
    assert housekeeping.settle() == 0
    assert dict(at) == before


def test_two_at_once_forget_expired_sessions_alone() -> None:
    for number in range(40):
        expired = NOW + timedelta(days=1 if number < 10 else -1)
        Session.objects.create(session_key=f"key{number:05}", session_data="", expire_date=expired)
    assert both(housekeeping.forget_sessions) == 30
    assert Session.objects.count() == 10


def test_the_command_does_all_of_it_and_says_how_much() -> None:
    abandoned()
    game(player("mina"), 100, settled_at=None)
    said = StringIO()
    call_command("sweep", stdout=said)
    call_command("sweep", stdout=said)
    assert said.getvalue() == (
        "Games settled: 1, guests forgotten: 1, sessions forgotten: 0, "
        "daily games closed: 0.\n"
        "Games settled: 0, guests forgotten: 0, sessions forgotten: 0, daily games closed: 0.\n"
    )
