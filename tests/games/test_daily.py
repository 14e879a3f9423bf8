"""The daily challenges: drawn ahead, attempted once, closed when all is played."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.models import User
from games import attempts, bests, challenges, daily, errors, leaderboards, play
from games.figures import Streaks
from games.models import Best, Challenge, Game
from games.ranking import daily_board
from games.records import record_of
from games.rules import record
from games.rules.board import SHAPES
from games.rules.position import Position
from games.rules.tiles import commitment
from tests.games.daily_cast import attempt, challenge, close, day, finished
from tests.games.live.cast import SEED, member, running
from tests.games.test_play import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina(db: None) -> User:
    return member()


@pytest.fixture
def otter(db: None) -> User:
    return member("otter")


def places(ago: int = 0) -> list[tuple[int, str, int]]:
    page = leaderboards.page(board=daily_board(day(ago)), after=None, limit=25)
    return [(row.rank, row.player, row.value) for row in page.rows]


# --- drawing -------------------------------------------------------------------------------------
def test_a_fresh_site_draws_today_and_more_than_a_week_of_days() -> None:
    drawn = daily.coming(day())
    assert [each.day for each in drawn] == [day() + timedelta(days=n) for n in range(9)]
    assert len({bytes(each.seed) for each in drawn}) == 9
    assert drawn[0].commitment == commitment(bytes(drawn[0].seed), f"daily-{day().isoformat()}")


def test_what_is_drawn_is_never_drawn_again() -> None:
    kept = challenge()
    assert bytes(daily.coming(day())[0].seed) == SEED
    assert [each.seed for each in daily.coming(day())] == [
        each.seed for each in daily.coming(day())
    ]
    kept.refresh_from_db()
    assert bytes(kept.seed) == SEED


@pytest.mark.django_db(transaction=True)
def test_of_many_who_draw_at_once_all_get_the_same(transactional_db: None) -> None:
    said = at_once(*[lambda: [bytes(c.seed) for c in daily.coming(day())]] * 8)
    assert len(said[0]) == 9
    assert all(each == said[0] for each in said), said


@pytest.mark.parametrize(
    "change",
    [{"seed": bytes(32)}, {"day": date(2020, 1, 1)}, {"created_at": Now()}],
    ids=["seed", "day", "published"],
)
def test_the_database_changes_nothing_that_was_committed_to(change: dict[str, object]) -> None:
    challenge(created_at="2026-01-01T00:00:00Z")
    with pytest.raises(DatabaseError, match="was committed to"), transaction.atomic():
        Challenge.objects.update(**change)


def test_a_closed_day_stays_closed() -> None:
    challenge(2, closed=True)
    with pytest.raises(DatabaseError, match="was committed to"), transaction.atomic():
        Challenge.objects.update(closed_at=None)


def test_a_short_seed_is_no_seed() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        challenge(seed=bytes(31))


# --- attempts ------------------------------------------------------------------------------------
def test_everybody_meets_the_same_tiles(mina: User, otter: User) -> None:
    challenge()
    hers, his = (attempts.start(player=player, day=day())[0] for player in (mina, otter))
    assert hers.pk != his.pk
    assert bytes(hers.cells) == bytes(his.cells)
    assert bytes(hers.cells) == Position.start(SHAPES["4x4"], hers.tiles).cells
    row = Game.objects.get(pk=hers.pk)
    assert (row.kind, row.status, row.client_seed) == ("daily", "playing", "-")
    assert [row.tiles.spawn(n, range(16)) for n in range(99)] == [
        his.tiles.spawn(n, range(16)) for n in range(99)
    ]


def test_who_begins_again_gets_the_attempt_there_is(mina: User) -> None:
    first, begun = attempts.start(player=mina, day=day())
    assert begun
    assert attempts.start(player=mina, day=day()) == (first, False)
    play.give_up(player=mina, game_id=first.pk)
    again, begun = attempts.start(player=mina, day=day())
    assert (again.pk, again.status, begun) == (first.pk, "given_up", False)


@pytest.mark.django_db(transaction=True)
def test_two_devices_at_once_land_in_one_game(transactional_db: None) -> None:
    mina = member()
    said = at_once(*[lambda: attempts.start(player=mina, day=day())] * 8)
    assert {game.pk for game, _ in said} == {Game.objects.get().pk}
    assert sum(begun for _, begun in said) == 1


def test_the_database_holds_one_attempt_of_a_player_and_day(mina: User) -> None:
    attempt(mina)
    with pytest.raises(IntegrityError, match="one_daily_attempt"), transaction.atomic():
        attempt(mina)
    with pytest.raises(IntegrityError), transaction.atomic():
        running(mina, kind="daily")  # of no day
    with pytest.raises(IntegrityError), transaction.atomic():
        running(mina, challenge=challenge())  # and a ranked one of a day


@pytest.mark.parametrize("ago", [1, -1, -8, 20_000, -20_000])
def test_only_todays_challenge_can_be_begun(mina: User, ago: int) -> None:
    daily.coming(day())
    challenge(1)
    with pytest.raises(errors.NotToday):
        attempts.start(player=mina, day=day(ago))
    assert not Game.objects.exists()


def test_an_attempt_of_yesterday_is_found_again(mina: User) -> None:
    game = attempt(mina, 1)
    assert attempts.start(player=mina, day=day(1)) == (game, False)


def test_bots_are_refused(mina: User) -> None:
    play.become_bot(player=mina)
    with pytest.raises(errors.PeopleOnly):
        attempts.start(player=mina, day=day())


def test_it_is_none_of_the_three_open_games(mina: User) -> None:
    attempt(mina)
    assert not play.open_games(player=mina, shape="4x4").exists()
    for _ in range(3):
        running(mina, "2 . . . / . . . . / . . 2 . / . . . .")
    attempt(mina, 1)
    assert play.open_games(player=mina, shape="4x4").count() == 3


# --- its board -----------------------------------------------------------------------------------
def test_a_finished_attempt_has_a_place_on_its_day_and_on_no_other_board(
    mina: User, otter: User
) -> None:
    finished(mina, 64)
    finished(otter, 128)
    finished(member("badger"), 0)
    attempt(member("heron"), score=512, ply=9)
    assert places() == [(1, "otter", 128), (2, "mina", 64)]
    assert set(Best.objects.values_list("shape", "period")) == {("daily", "day")}
    assert leaderboards.best(player_id=mina.pk, shape="4x4") == 0
    assert play.settled(Game.objects.get(player=mina)).rank == 2


def test_an_attempt_that_is_left_has_no_place_yet(mina: User) -> None:
    bests.record_best(game_id=attempt(mina, score=64, ply=9).pk)
    assert places() == []


def test_guests_closed_accounts_and_hidden_games_are_off_it(mina: User, otter: User) -> None:
    finished(guest := guests.make_guest(), 256)
    hidden = finished(mina, 128)
    finished(otter, 64)
    User.objects.filter(pk=otter.pk).update(is_active=False)
    bests.set_hidden(game_id=hidden.pk, hidden=True)
    assert places() == []
    bests.set_hidden(game_id=hidden.pk, hidden=False)
    User.objects.filter(pk=otter.pk).update(is_active=True)
    User.objects.filter(pk=guest.pk).update(is_guest=False)  # signs up
    assert [score for _, _, score in places()] == [256, 128, 64]


# --- closing -------------------------------------------------------------------------------------
def at(moment: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "now", lambda: moment)


def test_a_day_closes_twelve_hours_after_it(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = attempt(mina, 1, score=64, ply=9)
    noon = datetime.combine(day(), datetime.min.time(), UTC) + timedelta(hours=12)
    at(noon - timedelta(seconds=1), monkeypatch)
    assert daily.close_due() == []
    assert Game.objects.get(pk=game.pk).is_sealed
    at(noon, monkeypatch)
    assert play.keep_days() == [game.pk]
    row = Game.objects.get(pk=game.pk)
    assert (row.status, row.score, row.is_sealed) == ("given_up", 64, False)
    assert row.settled_at is not None
    assert places(1) == [(1, "mina", 64)]
    assert play.keep_days() == []


def test_today_and_the_days_to_come_stay_open(mina: User) -> None:
    attempt(mina)
    daily.coming(day())
    daily.close_due()
    assert not Challenge.objects.filter(day__gte=day(), closed_at__isnull=False).exists()


def test_midnight_ends_no_attempt_and_begins_none(
    mina: User, otter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_day = day()
    game, _ = attempts.start(player=mina, day=running_day)
    at(daily.ends_at(running_day), monkeypatch)
    daily.close_due()
    assert Game.objects.get(pk=game.pk).is_open
    with pytest.raises(errors.NotToday):
        attempts.start(player=otter, day=running_day)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_close_a_day_at_once_each_game_ends_once(transactional_db: None) -> None:
    games = {attempt(member(f"player{n}"), 2, score=8, ply=2).pk for n in range(20)}
    said = at_once(*[daily.close_due] * 4)
    # A server that a test before has left may sweep at this very moment: it is one of the many.
    ended = [game_id for each in said for game_id in each]
    assert len(ended) == len(set(ended))
    assert set(ended) <= games
    assert Game.objects.filter(pk__in=games, status=Game.Status.GIVEN_UP).count() == len(games)
    assert Challenge.objects.get(day=day(2)).closed_at is not None


# --- the seed ------------------------------------------------------------------------------------
def test_the_seed_is_told_when_the_day_has_closed_and_not_with_the_game(mina: User) -> None:
    game = finished(mina, 64)
    assert play.settled(game).seed is None
    told = record_of(game)
    assert (told["seed"], told["game_id"]) == (None, f"daily-{day()}")
    close(0)
    game = Game.objects.get(pk=game.pk)
    assert play.settled(game).seed == record_of(game)["seed"] == SEED.hex()


def test_a_record_of_a_closed_day_holds(mina: User) -> None:
    game = attempt(mina)
    play.give_up(player=mina, game_id=game.pk)
    close(0)
    told = record_of(Game.objects.get(pk=game.pk))
    assert record.verify(told).ply == 0
    assert told["commitment"] == Challenge.objects.get().commitment


# --- guests become somebody ----------------------------------------------------------------------
def test_a_guests_attempt_is_the_accounts_where_it_has_none(mina: User) -> None:
    guest = guests.make_guest()
    game = finished(guest, 64)
    guests.join(guest, mina)
    game.refresh_from_db()
    assert (game.player_id, game.kind) == (mina.pk, "daily")
    assert places() == [(1, "mina", 64)]


@pytest.mark.parametrize("mine_ended", [True, False], ids=["finished", "running"])
def test_where_it_has_one_the_guests_is_kept_and_counts_for_nothing(
    mina: User, mine_ended: bool
) -> None:
    mine = finished(mina, 32) if mine_ended else attempt(mina, score=32, ply=9)
    for score in (64, 128):
        guest = guests.make_guest()
        brought = finished(guest, score)
        guests.join(guest, mina)
        brought.refresh_from_db()
        assert (brought.player_id, brought.kind) == (mina.pk, "extra")
        assert brought.is_sealed
    assert attempts.find(player_id=mina.pk, day=day()) == mine
    assert places() == ([(1, "mina", 32)] if mine_ended else [])
    assert Game.objects.filter(player=mina).count() == 3


def test_a_running_attempt_brought_along_ends_with_the_day(mina: User) -> None:
    attempt(mina, 2)
    guest = guests.make_guest()
    brought = attempt(guest, 2, score=16, ply=4)
    guests.join(guest, mina)
    assert brought.pk in play.keep_days()
    assert not Game.objects.get(pk=brought.pk).is_sealed
    assert places(2) == []


def test_a_bot_brings_a_guests_attempt_to_no_board(mina: User) -> None:
    play.become_bot(player=mina)
    guest = guests.make_guest()
    finished(guest, 64)
    guests.join(guest, mina)
    assert Game.objects.get().kind == "extra"
    assert not Best.objects.exists()


# --- days in a row -------------------------------------------------------------------------------
TODAY = date(2026, 3, 2)


def played(owner: User, *days: str, **columns: object) -> None:
    for text in days:
        on = date.fromisoformat(text)
        Challenge.objects.get_or_create(day=on, defaults={"seed": SEED})
        given: dict[str, Any] = {"ended_at": "2026-03-02T12:00:00Z", "status": "over", "score": 8}
        given |= columns
        running(owner, kind="daily", challenge_id=on, client_seed="-", **given)


def test_days_in_a_row_go_over_the_ends_of_months(mina: User) -> None:
    played(mina, "2025-12-31", "2026-01-01", "2026-01-02", "2026-01-03")
    played(mina, "2026-02-27", "2026-02-28", "2026-03-01")
    assert challenges.streaks(player_id=mina.pk, today=TODAY) == Streaks(3, 4)
    played(mina, "2026-03-02")
    assert challenges.streaks(player_id=mina.pk, today=TODAY) == Streaks(4, 4)
    tomorrow = TODAY + timedelta(days=2)
    assert challenges.streaks(player_id=mina.pk, today=tomorrow) == Streaks(0, 4)


def test_a_day_that_can_still_be_finished_breaks_no_row(mina: User) -> None:
    played(mina, "2026-02-27", "2026-02-28")
    played(mina, "2026-03-01", ended_at=None, status="playing")
    assert challenges.streaks(player_id=mina.pk, today=TODAY).current == 2
    played(mina, "2026-03-02")
    assert challenges.streaks(player_id=mina.pk, today=TODAY).current == 3


def test_an_attempt_without_points_counts_for_no_day(mina: User) -> None:
    played(mina, "2026-03-01", score=0, status="given_up")
    assert challenges.streaks(player_id=mina.pk, today=TODAY) == Streaks(0, 0)


def test_a_streak_is_one_question(mina: User) -> None:
    played(mina, "2026-03-01", "2026-03-02")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        challenges.streaks(player_id=mina.pk, today=TODAY)
    assert len(asked) == 1


# --- the archive ---------------------------------------------------------------------------------
def test_past_days_tell_their_winner_players_and_my_result(mina: User, otter: User) -> None:
    finished(mina, 64, 1)
    finished(otter, 128, 1)
    finished(guests.make_guest(), 256, 1)
    attempt(mina, 2, score=4, ply=2)
    challenge(3, closed=True)
    days = challenges.past(before=day(), limit=9, player_id=mina.pk)
    assert [(d.day, d.players, d.winner, d.score, d.closed) for d in days] == [
        (day(1), 2, "otter", 128, False),
        (day(2), 0, None, None, False),
        (day(3), 0, None, None, True),
    ]
    assert [(d.mine.score, d.mine.rank) if d.mine else None for d in days] == [
        (64, 2),
        (4, None),
        None,
    ]
    assert challenges.past(before=day(2), limit=9, player_id=None)[0].day == day(3)
