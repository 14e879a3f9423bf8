"""Every write to a game but its moves."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import errors, play
from games.models import Best, Game
from games.rules.board import SHAPES
from games.rules.position import Position
from games.rules.tiles import commitment
from tests.games.live.cast import CLIENT_SEED, OPENING, member, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina(db: None) -> User:
    return member()


@pytest.fixture
def otter(db: None) -> User:
    return member("otter")


def begin(player: User, shape: str = "4x4") -> Game:
    prepared = play.prepare(player=player, shape=shape)
    return play.start(player=player, game_id=prepared.pk, client_seed=CLIENT_SEED)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each came to, all run in threads of their own; errors are results."""
    together = threading.Barrier(len(works))
    said: list[Any] = [None] * len(works)

    def run(number: int) -> None:
        together.wait()
        try:
            said[number] = works[number]()
        except Exception as error:  # handed to the test
            said[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


# --- prepare -------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", SHAPES)
def test_a_prepared_game_is_committed_to_and_empty(mina: User, shape: str) -> None:
    game = play.prepare(player=mina, shape=shape)
    row = Game.objects.get(pk=game.pk)
    assert (row.status, row.shape, row.ply, bytes(row.cells)) == ("prepared", shape, 0, b"")
    assert len(row.seed) == 32
    assert game.commitment == commitment(bytes(row.seed), row.pk)


def test_no_two_games_share_a_seed(mina: User) -> None:
    seeds = {bytes(play.prepare(player=mina, shape="4x4").seed) for _ in range(20)}
    assert len(seeds) == 20


@pytest.mark.parametrize("shape", ["", "4x5", "8x8", "4X4", "44", "4x4 ", "۴x۴", "../4x4"])
def test_a_shape_that_is_not_played_is_refused(mina: User, shape: str) -> None:
    with pytest.raises(errors.IllegalShape):
        play.prepare(player=mina, shape=shape)
    assert not Game.objects.exists()


def test_commitments_that_were_never_used_are_forgotten(mina: User, otter: User) -> None:
    others = play.prepare(player=otter, shape="4x4")
    small = play.prepare(player=mina, shape="3x3")
    prepared = [play.prepare(player=mina, shape="4x4").pk for _ in range(6)]
    kept = set(Game.objects.values_list("pk", flat=True))
    assert kept == {others.pk, small.pk, *prepared[-play.MOST_PREPARED :]}


def test_an_id_that_is_taken_is_drawn_again(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = iter(["taken000", "taken000", "fresh000"])
    monkeypatch.setattr(Game._meta.get_field("id"), "default", lambda: next(ids))
    monkeypatch.setattr(Game._meta.get_field("id"), "_get_default", lambda: next(ids))
    first, second = (play.prepare(player=mina, shape="4x4") for _ in range(2))
    assert (first.pk, second.pk) == ("taken000", "fresh000")


# --- start ---------------------------------------------------------------------------------------
def test_a_start_places_the_two_tiles_that_the_seeds_say(mina: User) -> None:
    game = begin(mina)
    row = Game.objects.get(pk=game.pk)
    assert row.status == game.status == "playing"
    assert bytes(row.cells) == Position.start(SHAPES["4x4"], row.tiles).cells == game.cells
    assert sum(map(bool, bytes(row.cells))) == 2
    assert row.started_at is not None


def test_started_again_with_the_same_part_it_answers_the_same(mina: User) -> None:
    game = begin(mina)
    again = play.start(player=mina, game_id=game.pk, client_seed=CLIENT_SEED)
    assert bytes(again.cells) == bytes(game.cells)
    assert again.status == "playing"


def test_started_again_with_another_part_it_is_refused(mina: User) -> None:
    game = begin(mina)
    with pytest.raises(errors.AlreadyStarted):
        play.start(player=mina, game_id=game.pk, client_seed="2" * 32)
    assert Game.objects.get(pk=game.pk).client_seed == CLIENT_SEED


@pytest.mark.parametrize(
    "part",
    ["", "1f" * 15, "1f" * 17, "1F" * 16, "g" * 32, " " + "1" * 31, "1" * 31 + "\n", "۱" * 32],
)
def test_a_part_that_is_not_32_hex_digits_is_refused(mina: User, part: str) -> None:
    prepared = play.prepare(player=mina, shape="4x4")
    with pytest.raises(errors.BadClientSeed):
        play.start(player=mina, game_id=prepared.pk, client_seed=part)
    assert Game.objects.get(pk=prepared.pk).status == "prepared"


def test_somebody_elses_game_cannot_be_started(mina: User, otter: User) -> None:
    prepared = play.prepare(player=mina, shape="4x4")
    with pytest.raises(errors.NotYours):
        play.start(player=otter, game_id=prepared.pk, client_seed=CLIENT_SEED)
    with pytest.raises(errors.NoSuchGame):
        play.start(player=otter, game_id="00000000", client_seed=CLIENT_SEED)


def test_a_fourth_open_game_of_a_shape_is_refused(mina: User, otter: User) -> None:
    prepared = play.prepare(player=mina, shape="4x4")
    for _ in range(play.MOST_OPEN):
        begin(mina)
    with pytest.raises(errors.TooManyOpen):
        play.prepare(player=mina, shape="4x4")
    with pytest.raises(errors.TooManyOpen):
        play.start(player=mina, game_id=prepared.pk, client_seed=CLIENT_SEED)
    begin(mina, "3x3")
    begin(otter)
    play.give_up(player=mina, game_id=play.open_games(player=mina, shape="4x4")[0].pk)
    begin(mina)


@pytest.mark.django_db(transaction=True)
def test_of_two_last_starts_at_once_one_is_refused(transactional_db: None) -> None:
    mina = member()
    prepared = [play.prepare(player=mina, shape="4x4").pk for _ in range(2)]
    for _ in range(play.MOST_OPEN - 1):
        running(mina)
    said = at_once(
        *(
            lambda pk=pk: play.start(player=mina, game_id=pk, client_seed=CLIENT_SEED)
            for pk in prepared
        )
    )
    assert sum(isinstance(each, errors.TooManyOpen) for each in said) == 1
    assert play.open_games(player=mina, shape="4x4").count() == play.MOST_OPEN


@pytest.mark.django_db(transaction=True)
def test_a_game_that_starts_is_not_forgotten_by_a_prepare_at_once(transactional_db: None) -> None:
    """The oldest commitment starts while newer ones push it out."""
    mina = member()
    oldest = play.prepare(player=mina, shape="4x4")
    for _ in range(play.MOST_PREPARED - 1):
        play.prepare(player=mina, shape="4x4")
    started, go_on = threading.Event(), threading.Event()

    def start_slowly() -> None:
        with transaction.atomic():
            play.start(player=mina, game_id=oldest.pk, client_seed=CLIENT_SEED)
            started.set()
            go_on.wait(5)

    def prepare_meanwhile() -> Game:
        started.wait(5)
        threading.Timer(0.3, go_on.set).start()
        return play.prepare(player=mina, shape="4x4")

    said = at_once(start_slowly, prepare_meanwhile)
    assert said[0] is None
    assert isinstance(said[1], Game)
    assert Game.objects.get(pk=oldest.pk).status == "playing"


# --- keep playing, give up, settle ---------------------------------------------------------------
def test_the_banner_is_answered_once(mina: User) -> None:
    game = running(mina, status="won")
    play.keep_playing(game_id=game.pk)
    assert Game.objects.get(pk=game.pk).status == "playing"
    with pytest.raises(errors.NotWon):
        play.keep_playing(game_id=game.pk)


@pytest.mark.parametrize("status", ["playing", "won"])
def test_a_given_up_game_counts_and_shows_its_seed(mina: User, status: str) -> None:
    game = running(mina, status=status, score=64, ply=9)
    settled = play.give_up(player=mina, game_id=game.pk)
    assert settled == play.Settled(
        status=Game.Status.GIVEN_UP, seed=bytes(game.seed).hex(), score=64, rank=1
    )
    assert play.give_up(player=mina, game_id=game.pk) == settled
    row = Game.objects.get(pk=game.pk)
    assert row.ended_at is not None
    assert row.settled_at is not None
    assert Best.objects.filter(player=mina, value=64).count() == 5


def test_a_game_that_is_over_stays_over_when_it_is_given_up(mina: User) -> None:
    game = running(mina, status="over", score=64, ply=9, ended_at=timezone.now())
    assert play.give_up(player=mina, game_id=game.pk).status == "over"
    assert Game.objects.get(pk=game.pk).status == "over"


def test_a_prepared_game_cannot_be_given_up_nor_settled(mina: User) -> None:
    prepared = play.prepare(player=mina, shape="4x4")
    with pytest.raises(errors.NotPlaying):
        play.give_up(player=mina, game_id=prepared.pk)
    with pytest.raises(errors.NotPlaying):
        play.settle(game_id=prepared.pk)
    assert Game.objects.get(pk=prepared.pk).status == "prepared"


def test_a_running_game_cannot_be_settled(mina: User) -> None:
    game = running(mina)
    with pytest.raises(errors.NotPlaying):
        play.settle(game_id=game.pk)


def test_somebody_elses_game_cannot_be_given_up(mina: User, otter: User) -> None:
    game = running(mina)
    with pytest.raises(errors.NotYours):
        play.give_up(player=otter, game_id=game.pk)
    with pytest.raises(errors.NoSuchGame):
        play.give_up(player=otter, game_id="00000000")
    assert Game.objects.get(pk=game.pk).status == "playing"


def test_games_left_behind_are_settled_once(mina: User) -> None:
    now = timezone.now()
    left = [running(mina, status="over", score=n, ply=9, ended_at=now) for n in (8, 16)]
    running(mina)
    told = play.settle_left_behind()
    assert {game_id: settled.score for game_id, settled in told.items()} == {
        left[0].pk: 8,
        left[1].pk: 16,
    }
    assert play.settle_left_behind() == {}
    assert Best.objects.get(player=mina, period="all").value == 16


@pytest.mark.django_db(transaction=True)
def test_fifty_ends_at_once_leave_one_right_best(transactional_db: None) -> None:
    mina = member()
    now = timezone.now()
    games = [
        running(mina, status="over", score=score, ply=9, ended_at=now)
        for score in range(4, 4 + 4 * 50, 4)
    ]
    for start in range(0, 50, 10):  # as many as the site has threads for, and again
        said = at_once(
            *(lambda pk=game.pk: play.settle(game_id=pk) for game in games[start : start + 10])
        )
        assert all(isinstance(each, play.Settled) for each in said), said
    [best] = Best.objects.filter(player=mina, period="all", metric="score")
    assert (best.value, best.game_id) == (200, games[-1].pk)


# --- guests become somebody ----------------------------------------------------------------------
def test_a_guests_games_and_bests_are_carried_over_once(mina: User) -> None:
    own = running(mina, score=32, ply=5)
    play.give_up(player=mina, game_id=own.pk)
    going_on = running(mina, OPENING)
    guest = guests.make_guest()
    brought = [running(guest, score=score, ply=9).pk for score in (16, 64, 8)]
    for game_id in brought[:2]:
        play.give_up(player=guest, game_id=game_id)
    guests.join(guest, mina)
    guests.join(guest, mina)  # of two sign-ins at once the second finds nobody
    owned = Game.objects.filter(player=mina)
    assert sorted(owned.values_list("pk", flat=True)) == sorted([own.pk, going_on.pk, *brought])
    assert not User.objects.filter(pk=guest.pk).exists()
    best = Best.objects.get(player=mina, period="all", metric="score")
    assert (best.value, best.game_id) == (64, brought[1])
    still_open = {game.pk for game in play.open_games(player=mina, shape="4x4")}
    assert still_open == {going_on.pk, brought[2]}


def test_a_guests_weaker_best_does_not_replace_a_better_one(mina: User) -> None:
    own = running(mina, score=128, ply=5)
    play.give_up(player=mina, game_id=own.pk)
    guest = guests.make_guest()
    weaker = running(guest, score=64, ply=5)
    play.give_up(player=guest, game_id=weaker.pk)
    guests.join(guest, mina)
    assert Best.objects.get(player=mina, period="all", metric="score").game_id == own.pk


def test_the_game_moved_last_comes_first(mina: User) -> None:
    older = running(mina, moved_at="2026-11-01T00:00:00Z")
    newer = running(mina, moved_at="2026-11-02T00:00:00Z")
    unmoved = running(mina)
    play.prepare(player=mina, shape="3x3")
    assert list(play.open_games(player=mina, shape="4x4")) == [newer, older, unmoved]


# --- the clock -----------------------------------------------------------------------------------
def test_a_clock_that_is_set_back_ends_no_game_before_it_began(mina: User) -> None:
    prepared = play.prepare(player=mina, shape="4x4")
    ahead = timezone.now() + timedelta(hours=1)
    Game.objects.filter(pk=prepared.pk).update(created_at=ahead)
    game = play.start(player=mina, game_id=prepared.pk, client_seed=CLIENT_SEED)
    play.give_up(player=mina, game_id=game.pk)
    row = Game.objects.get(pk=game.pk)
    assert row.created_at == row.started_at == row.ended_at == ahead
