"""Bots: accounts without games that play among themselves, for good."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from accounts.guests import BACKEND
from accounts.models import User
from games import errors, leaderboards, play
from games.models import Best, Game, Tally
from games.ranking import Board, at_rank
from tests.games.cast import counted, player
from tests.games.live.cast import CLIENT_SEED

PEOPLE, BOTS = Board("4x4"), Board("4x4", bots=True)
BOT_PAGE, PROGRAMS = "/en/accounts/bot/", "/en/accounts/programs/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    return player("mina")


@pytest.fixture
def robot() -> User:
    return player("robot", is_bot=True)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def names(board: Board) -> list[tuple[int, str]]:
    page = leaderboards.page(board=board, after=None, limit=10)
    return [(row.rank, row.player) for row in page.rows]


# --- becoming one --------------------------------------------------------------------------------
def test_an_account_without_games_becomes_a_bot_for_good(mina: User) -> None:
    for _ in range(2):
        play.become_bot(player=mina)
    mina.refresh_from_db()
    assert mina.is_bot


def test_an_account_with_games_stays_what_it_is(mina: User) -> None:
    play.prepare(player=mina, shape="4x4")
    with pytest.raises(errors.HasPlayed):
        play.become_bot(player=mina)
    mina.refresh_from_db()
    assert not mina.is_bot


def test_a_guest_is_no_bot() -> None:
    guest = player("guest-1", is_guest=True)
    with pytest.raises(errors.NotAllowed):
        play.become_bot(player=guest)
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=guest.pk).update(is_bot=True)


@pytest.mark.django_db(transaction=True)
def test_of_a_first_game_and_becoming_a_bot_at_once_one_wins() -> None:
    for number in range(10):
        user = player(f"mina{number}")

        def act(what: Any, user: User = user) -> None:
            try:
                what(user)
            except errors.HasPlayed:
                pass
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            list(
                pool.map(
                    act,
                    [
                        lambda user: play.prepare(player=user, shape="4x4"),
                        lambda user: play.become_bot(player=user),
                    ],
                )
            )
        user.refresh_from_db()
        assert user.games.get().kind == ("bot" if user.is_bot else "ranked")


def test_the_form_says_what_came_of_it(mina: User) -> None:
    client = browser(mina)
    assert client.get(BOT_PAGE).status_code == 405
    confirmed = {"name": "Mina "}
    assert BOT_PAGE in client.get(PROGRAMS).content.decode()
    counted(mina, 64)
    page = client.post(BOT_PAGE, confirmed, follow=True).content.decode()
    assert "has games already" in page
    assert "This account has played" in page
    assert BOT_PAGE not in page
    Game.objects.all().delete()
    assert "is a bot now" in client.post(BOT_PAGE, confirmed, follow=True).content.decode()
    page = client.get(PROGRAMS).content.decode()
    assert BOT_PAGE not in page
    assert "This account is a bot." in page
    assert Client().post(BOT_PAGE).status_code == 302


@pytest.mark.parametrize("form", [{}, {"name": ""}, {"name": "otter"}])
def test_nobody_becomes_a_bot_by_one_press(mina: User, form: dict[str, str]) -> None:
    answer = browser(mina).post(BOT_PAGE, form, follow=True)
    assert "This is not the name of the account." in answer.content.decode()
    mina.refresh_from_db()
    assert not mina.is_bot


def test_a_program_makes_its_account_a_bot(mina: User, client: Client) -> None:
    hers = browser(mina)
    for _ in range(2):
        assert hers.post("/api/me/bot/").status_code == 204
    assert hers.get("/api/me/").json()["bot"]
    otter = player("otter")
    counted(otter, 64)
    refused = browser(otter).post("/api/me/bot/")
    assert (refused.status_code, refused.json()["code"]) == (409, "has_played")
    assert client.post("/api/me/bot/").json()["code"] == "not_allowed"


# --- its games -----------------------------------------------------------------------------------
def test_the_games_of_a_bot_say_what_they_are(robot: User) -> None:
    client = browser(robot)
    prepared = client.post("/api/games/", {"shape": "4x4"}, "application/json").json()
    address = f"/api/games/{prepared['id']}/"
    state = client.post(f"{address}start/", {"client_seed": CLIENT_SEED}, "application/json").json()
    assert (state["kind"], state["player"]) == ("bot", "robot")
    assert client.post(f"{address}give-up/").json()["rank"] == 1


def test_what_a_guest_hands_to_a_bot_is_a_bot_s(robot: User) -> None:
    guest = player("guest-1", is_guest=True)
    handed = counted(guest, 640)
    play.carry_over(guest=guest, user=robot)
    handed.refresh_from_db()
    assert handed.kind == Game.Kind.BOT
    assert (names(PEOPLE), names(BOTS)) == ([], [(1, "robot")])


# --- boards of their own -------------------------------------------------------------------------
def test_bots_and_people_never_share_a_board(mina: User, robot: User) -> None:
    counted(mina, 64)
    counted(player("otter"), 32)
    counted(robot, 999_999, kind=Game.Kind.BOT)
    assert names(PEOPLE) == [(1, "mina"), (2, "otter")]
    assert names(BOTS) == [(1, "robot")]
    assert leaderboards.rank(board=PEOPLE, player_id=robot.pk) is None
    assert leaderboards.place_for(shape="4x4", score=100) == 1
    assert leaderboards.place_for(shape="4x4", score=100, bots=True) == 2
    assert [best.rank for best in leaderboards.standings(player_id=robot.pk)] == [1]
    assert [bests.player for board in (PEOPLE, BOTS) if (bests := at_rank(board, 1))] == [
        mina,
        robot,
    ]


def test_a_closed_bot_leaves_the_boards_of_bots_and_comes_back(mina: User, robot: User) -> None:
    counted(mina, 64)
    counted(robot, 64, kind=Game.Kind.BOT)
    for active in (False, True):
        User.objects.filter(pk=robot.pk).update(is_active=active)
        assert names(BOTS) == ([(1, "robot")] if active else [])
        assert names(PEOPLE) == [(1, "mina")]


def test_tallies_are_of_people_or_of_bots(mina: User, robot: User) -> None:
    counted(mina, 64)
    counted(robot, 64, kind=Game.Kind.BOT)
    for bots in (False, True):
        held = Tally.objects.filter(bots=bots, metric="score", period="all")
        assert [tally.amount for tally in held] == [1] * 4  # levels
        assert Best.objects.get(bots=bots, period="all").ranked


def test_the_api_has_both(mina: User, robot: User, client: Client) -> None:
    counted(mina, 64)
    counted(robot, 128, kind=Game.Kind.BOT)
    address = "/api/leaderboards/4x4/all/"
    for query, name in (("", "mina"), ("?bots=false", "mina"), ("?bots=true", "robot")):
        rows = client.get(address + query).json()["results"]
        assert [(row["rank"], row["player"]) for row in rows] == [(1, name)]
    assert browser(robot).get(f"{address}around/?bots=true").json()["me"]["rank"] == 1
    assert client.get("/api/players/robot/").json()["bot"]
    assert not client.get("/api/players/mina/").json()["bot"]


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_bot_wears_its_mark_wherever_its_name_is(
    mina: User, robot: User, client: Client, language: str
) -> None:
    theirs = counted(robot, 128, kind=Game.Kind.BOT, client_seed=CLIENT_SEED)
    hers = counted(mina, 64, client_seed=CLIENT_SEED)

    def marks(address: str) -> int:
        return client.get(f"/{language}/{address}").content.decode().count('class="bot"')

    assert marks("leaderboards/4x4/") == 0
    assert marks("leaderboards/4x4/?bots=1") == 1
    assert (marks("players/mina/"), marks("players/robot/")) == (0, 1)
    assert (marks(f"games/{hers.pk}/"), marks(f"games/{theirs.pk}/")) == (0, 1)
