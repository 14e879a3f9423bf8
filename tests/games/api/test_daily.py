"""The daily challenge in the API: begin, read, and what is refused."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.guests import BACKEND
from accounts.models import User
from games import play
from games.models import Challenge, Game
from tests.games.api.test_games import post, refusal
from tests.games.daily_cast import attempt, challenge, close, day, finished
from tests.games.live.cast import SEED, member

pytestmark = pytest.mark.django_db
DAILY, BEGIN = "/api/daily/", "/api/daily/games/"


@pytest.fixture
def mina() -> User:
    return member()


@pytest.fixture
def hers(mina: User) -> Client:
    client = Client()
    client.force_login(mina, backend=BACKEND)
    return client


# --- to begin ------------------------------------------------------------------------------------
def test_an_attempt_is_begun_once_and_then_got_again(hers: Client, mina: User) -> None:
    status, state = post(hers, BEGIN, {"day": day().isoformat()})
    assert status == 201
    assert (state["kind"], state["status"], state["you"]) == ("daily", "playing", "player")
    assert (state["client_seed"], state["shape"]) == ("-", "4x4")
    assert state["commitment"] == Challenge.objects.get(day=day()).commitment
    assert post(hers, BEGIN, {"day": day().isoformat()}) == (200, state)
    play.give_up(player=mina, game_id=state["id"])
    status, again = post(hers, BEGIN, {"day": day().isoformat()})
    assert (status, again["id"], again["status"]) == (200, state["id"], "given_up")


def test_a_stranger_becomes_a_guest_who_is_not_ranked(client: Client) -> None:
    status, state = post(client, BEGIN, {"day": day().isoformat()})
    assert status == 201
    guest = User.objects.get()
    assert guest.is_guest
    Game.objects.update(score=64, ply=9)
    post(client, f"/api/games/{state['id']}/give-up/")
    assert client.get(f"{DAILY}{day()}/").json()["results"] == []


@pytest.mark.parametrize("ago", [-1, 1, 366 * 200, -366 * 200])
def test_another_day_than_today_is_refused(hers: Client, ago: int) -> None:
    for client in (hers, Client()):
        answer = post(client, BEGIN, {"day": day(ago).isoformat()})
        assert refusal(answer) == (409, "not_today")
    assert User.objects.count() == 1
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        *({}, {"day": None}, {"day": ""}, {"day": 5}, {"day": []}, {"day": "today"}, []),
        *({"day": "2026-13-01"}, {"day": "2026-02-30"}, {"day": "\0"}, {"day": "9" * 999}),
        {"day": "2026-11-30", "seed": "00"},
    ],
    ids=repr,
)
def test_what_is_no_day_is_refused(client: Client, given: object) -> None:
    assert refusal(post(client, BEGIN, given)) == (400, "malformed")
    assert not User.objects.exists()


def test_bots_are_refused(hers: Client, mina: User) -> None:
    play.become_bot(player=mina)
    assert refusal(post(hers, BEGIN, {"day": day().isoformat()})) == (403, "people_only")


def test_without_the_token_of_a_page_nothing_begins(mina: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert refusal(post(client, BEGIN, {"day": day().isoformat()})) == (403, "csrf")
    client.force_login(mina, backend=BACKEND)
    assert refusal(post(client, BEGIN, {"day": day().isoformat()})) == (403, "csrf")
    assert not Game.objects.exists()


# --- to read -------------------------------------------------------------------------------------
def test_today_tells_the_commitments_of_a_week_and_no_seed(client: Client) -> None:
    told = client.get(DAILY).json()
    assert (told["day"], told["seed"], told["closed_at"]) == (day().isoformat(), None, None)
    days = [each["day"] for each in told["coming"]]
    assert days == [(day() + timedelta(days=n)).isoformat() for n in range(1, 9)]
    drawn = {each.day.isoformat(): each.commitment for each in Challenge.objects.all()}
    assert {each["day"]: each["commitment"] for each in told["coming"]} | {
        told["day"]: told["commitment"]
    } == drawn
    assert (told["attempt"], told["streaks"]) == (None, None)


def test_my_attempt_and_streaks_are_told_to_me(hers: Client, mina: User) -> None:
    finished(mina, 64, 1)
    game = finished(mina, 32)
    told = hers.get(DAILY).json()
    mine = {"game": game.pk, "status": "given_up", "score": 32, "rank": 1}
    assert (told["attempt"], told["streaks"]) == (mine, {"current": 2, "longest": 2})


def test_a_day_tells_its_board_by_cursor_and_its_seed_once_closed(client: Client) -> None:
    for score in range(4, 24, 4):
        finished(member(f"player{score}"), score, 1)
    address = f"{DAILY}{day(1)}/?limit=2"
    first = client.get(address).json()
    assert (first["seed"], first["players"], first["previous"]) == (None, 5, None)
    assert [(row["rank"], row["value"]) for row in first["results"]] == [(1, 20), (2, 16)]
    rest = client.get(first["next"]).json()
    assert [row["rank"] for row in rest["results"]] == [3, 4]
    close(1)
    assert client.get(address).json()["seed"] == SEED.hex()


def test_a_board_is_seen_from_ones_own_place(hers: Client, mina: User) -> None:
    finished(mina, 64)
    finished(member("otter"), 128)
    around = f"{DAILY}{day()}/around/"
    seen = hers.get(around).json()
    assert (seen["me"]["rank"], seen["missing"]) == (2, 64)
    would = Client().get(f"{around}?score=96").json()
    assert (would["me"]["rank"], would["me"]["player"]) == (2, None)
    assert refusal((Client().get(around).status_code, Client().get(around).json())) == (
        403,
        "not_allowed",
    )


@pytest.mark.parametrize(
    "text",
    ["2026-11-3", "20261130", "2026-W49-1", "yesterday", "9999-12-31", "0001-01-01", "۲۰۲۶-۱۱-۳۰"],
)
def test_a_day_without_a_challenge_is_not_found(client: Client, text: str) -> None:
    for address in (f"{DAILY}{text}/", f"{DAILY}{text}/around/?score=4"):
        answer = client.get(address)
        assert refusal((answer.status_code, answer.json())) == (404, "no_such_day")


def test_a_day_to_come_is_not_found(client: Client) -> None:
    challenge(-1)
    assert client.get(f"{DAILY}{day(-1)}/").status_code == 404


# --- what is kept until the day has closed -------------------------------------------------------
def test_a_record_of_another_is_sealed_until_the_day_has_closed(
    hers: Client, mina: User, client: Client
) -> None:
    game = finished(mina, 64)
    running = attempt(member("otter"))
    for each in (game, running):
        answer = client.get(f"/api/games/{each.pk}/")
        assert refusal((answer.status_code, answer.json())) == (403, "sealed")
    own = hers.get(f"/api/games/{game.pk}/")
    assert (own.json()["seed"], own.json()["game_id"]) == (None, f"daily-{day()}")
    assert "max-age" not in own.headers.get("Cache-Control", "")  # it changes with the day's end
    close(0)
    known = {"If-None-Match": own["ETag"]}
    assert hers.get(f"/api/games/{game.pk}/", headers=known).json()["seed"] == SEED.hex()
    assert client.get(f"/api/games/{game.pk}/").json()["seed"] == SEED.hex()


def test_nobody_follows_the_points_of_an_attempt(client: Client, mina: User) -> None:
    game = attempt(mina, score=64, ply=9)
    assert client.get("/api/games/?player=mina").json()["results"] == []
    play.give_up(player=mina, game_id=game.pk)
    [told] = client.get("/api/games/?player=mina").json()["results"]
    assert (told["id"], told["score"]) == (game.pk, 64)


def test_giving_up_tells_the_place_on_the_day_and_no_seed(hers: Client, mina: User) -> None:
    finished(member("otter"), 128)
    game = attempt(mina, score=64, ply=9)
    told = {"id": game.pk, "status": "given_up", "seed": None, "score": 64, "rank": 2}
    assert post(hers, f"/api/games/{game.pk}/give-up/") == (200, told)
