"""Games in the API: prepare, start, give up, and the record of one."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import guests
from accounts.guests import BACKEND
from accounts.limits import Limit
from accounts.models import User
from games.models import Game
from tests.games.live.cast import CLIENT_SEED, member, running

pytestmark = pytest.mark.django_db
GAMES = "/api/games/"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def mina() -> User:
    return member()


@pytest.fixture
def hers(mina: User) -> Client:
    client = Client()
    client.force_login(mina, backend=BACKEND)
    return client


def post(client: Client, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
    """Status and JSON; a text or bytes go as they are."""
    data = body if isinstance(body, str | bytes) else json.dumps({} if body is None else body)
    response = client.post(path, data, content_type="application/json", **more)
    return response.status_code, response.json()


def refusal(answer: tuple[int, Any]) -> tuple[int, str]:
    status, body = answer
    assert set(body) == {"code", "detail"}
    assert body["detail"]
    return status, body["code"]


def test_a_stranger_becomes_a_guest_by_preparing_a_game(client: Client) -> None:
    status, prepared = post(client, GAMES, {"shape": "3x4"})
    assert status == 201
    assert set(prepared) == {"id", "shape", "commitment"}
    guest = User.objects.get()
    assert guest.is_guest
    status, state = post(client, f"{GAMES}{prepared['id']}/start/", {"client_seed": CLIENT_SEED})
    assert status == 200
    assert (state["t"], state["status"], state["you"], state["player"]) == (
        *("state", "playing", "player", None),
    )
    assert (state["commitment"], state["client_seed"]) == (prepared["commitment"], CLIENT_SEED)
    status, _ = post(client, GAMES, {"shape": "4x4"})
    assert status == 201
    assert User.objects.get() == guest


def test_without_the_token_of_a_page_a_stranger_makes_nothing() -> None:
    stranger = Client(enforce_csrf_checks=True)
    assert refusal(post(stranger, GAMES, {"shape": "4x4"})) == (403, "csrf")
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_without_the_token_of_a_page_nothing_is_written(mina: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mina, backend=BACKEND)
    game = running(mina)
    for path in (GAMES, f"{GAMES}{game.pk}/start/", f"{GAMES}{game.pk}/give-up/"):
        assert refusal(post(client, path, {"shape": "4x4"})) == (403, "csrf")
    assert Game.objects.get().status == "playing"


def test_reading_makes_no_rows(client: Client, mina: User) -> None:
    game = running(mina)
    paths = ["/en/", "/fa/", "/en/play/3x3/", f"/en/games/{game.pk}/", "/en/leaderboards/4x4/"]
    paths += ["/en/players/mina/", "/en/accounts/login/", "/en/accounts/signup/", "/api/me/", GAMES]
    paths += [f"{GAMES}{game.pk}/", "/api/leaderboards/4x4/all/", "/api/players/mina/", "/"]
    for path in paths * 2:
        assert client.get(path).status_code < 500
        assert client.head(path).status_code < 500
        assert client.options(path).status_code < 500
    assert User.objects.get() == mina
    assert Game.objects.get() == game


def test_new_guests_of_one_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "NEW_GUESTS", Limit("guests", amount=3, seconds=3600))
    for _ in range(guests.NEW_GUESTS.amount):
        assert post(Client(), GAMES, {"shape": "4x4"})[0] == 201
    response = Client().post(GAMES, '{"shape":"4x4"}', content_type="application/json")
    assert refusal((response.status_code, response.json())) == (429, "rate_limited")
    assert 0 < int(response.headers["Retry-After"]) <= guests.NEW_GUESTS.seconds + 1
    assert response.headers["RateLimit-Policy"] == '"guests";q=3;w=3600'
    assert User.objects.count() == guests.NEW_GUESTS.amount
    forged = {"HTTP_X_FORWARDED_FOR": "203.0.113.7"}
    assert post(Client(), GAMES, {"shape": "4x4"}, **forged)[0] == 429
    assert post(Client(), GAMES, {"shape": "4x4"}, REMOTE_ADDR="203.0.113.7")[0] == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"shape": "8x8"}, "illegal_shape"),
        ({"shape": " 4x4"}, "illegal_shape"),
        ({"shape": 4}, "malformed"),
        ({"shape": "\0"}, "malformed"),
        ({"shape": ""}, "malformed"),
        ({"shape": None}, "malformed"),
        ({"shape": ["4x4"]}, "malformed"),
        ({"shape": {"rows": 4}}, "malformed"),
        ({}, "malformed"),
        ([], "malformed"),
        ("4x4", "malformed"),
        ("", "malformed"),
        ("{", "malformed"),
        ('{"shape":NaN}', "malformed"),
        ('{"shape":' + "9" * 3000 + "}", "malformed"),
        ('{"shape":' * 400, "malformed"),
        ("[" * 4000, "malformed"),
        (b"\xff\xfe", "malformed"),
        ('{"shape":"4x4"}' + " " * 4096, "too_large"),
        ('{"shape":"' + "4" * 100_000 + '"}', "too_large"),
    ],
)
def test_what_is_no_shape_is_refused(client: Client, body: object, code: str) -> None:
    status, said = refusal(post(client, GAMES, body))
    assert said == code
    assert status == (413 if code == "too_large" else 400)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_bodies_that_are_not_json_are_refused(client: Client, kind: str) -> None:
    response = client.post(GAMES, b"shape=4x4", content_type=kind)
    assert 400 <= response.status_code < 500
    assert set(response.json()) == {"code", "detail"}
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("1F" * 16, "bad_client_seed"),
        ("1f" * 15, "bad_client_seed"),
        (CLIENT_SEED + "\n", "bad_client_seed"),
        ("", "malformed"),
        (None, "malformed"),
        (["1f"], "malformed"),
    ],
)
def test_a_start_needs_the_players_part(hers: Client, part: object, code: str) -> None:
    _, prepared = post(hers, GAMES, {"shape": "4x4"})
    path = f"{GAMES}{prepared['id']}/start/"
    assert refusal(post(hers, path, {"client_seed": part})) == (400, code)
    assert Game.objects.get().status == "prepared"


def test_numbers_are_no_client_seed(hers: Client) -> None:
    """A number is not taken for the text of its digits."""
    _, prepared = post(hers, GAMES, {"shape": "4x4"})
    path = f"{GAMES}{prepared['id']}/start/"
    for body in ('{"client_seed":' + "1" * 32 + "}", {"client_seed": True}, {"client_seed": 0.5}):
        assert refusal(post(hers, path, body)) == (400, "malformed")


def test_a_start_is_answered_again_but_not_with_another_part(hers: Client) -> None:
    _, prepared = post(hers, GAMES, {"shape": "4x4"})
    path = f"{GAMES}{prepared['id']}/start/"
    first = post(hers, path, {"client_seed": CLIENT_SEED})
    assert post(hers, path, {"client_seed": CLIENT_SEED}) == first
    assert refusal(post(hers, path, {"client_seed": "0" * 32})) == (409, "already_started")


def test_the_game_of_another_cannot_be_started_or_given_up(hers: Client, client: Client) -> None:
    _, prepared = post(hers, GAMES, {"shape": "4x4"})
    client.force_login(member("otter"), backend=BACKEND)
    for stranger in (client, Client()):
        for path in ("start", "give-up"):
            answer = post(
                stranger, f"{GAMES}{prepared['id']}/{path}/", {"client_seed": CLIENT_SEED}
            )
            assert refusal(answer) == (403, "not_yours")
    assert Game.objects.get().status == "prepared"


@pytest.mark.parametrize(
    "game_id", ["00000000", "x", "%00%00%00%00", "a" * 300, "..%2f..", "۱" * 8]
)
def test_a_game_that_does_not_exist_is_not_found(hers: Client, game_id: str) -> None:
    assert hers.get(f"{GAMES}{game_id}/").status_code == 404
    for path in ("start", "give-up"):
        status, body = post(hers, f"{GAMES}{game_id}/{path}/", {"client_seed": CLIENT_SEED})
        assert (status, body["code"] in ("no_such_game", "not_found")) == (404, True)


def test_a_fourth_open_game_is_refused(hers: Client, mina: User) -> None:
    for _ in range(3):
        running(mina)
    assert refusal(post(hers, GAMES, {"shape": "4x4"})) == (409, "too_many_open")
    assert post(hers, GAMES, {"shape": "3x3"})[0] == 201


def test_giving_up_tells_the_end_again_and_again(hers: Client, mina: User) -> None:
    game = running(mina, score=64, ply=9)
    first = post(hers, f"{GAMES}{game.pk}/give-up/")
    seed = bytes(game.seed).hex()
    told = {"id": game.pk, "status": "given_up", "seed": seed, "score": 64, "rank": 1}
    assert first == (200, told)
    assert post(hers, f"{GAMES}{game.pk}/give-up/") == first
    assert post(hers, f"{GAMES}{game.pk}/give-up/", "") == first


def test_the_record_of_a_running_game_keeps_its_seed(client: Client, mina: User) -> None:
    game = running(mina)
    told = client.get(f"{GAMES}{game.pk}/").json()
    assert told["seed"] is None
    assert told["commitment"] == game.commitment
    assert set(told) >= {"scheme", "game_id", "shape", "client_seed", "moves", "think_ms"}


def test_no_method_sets_a_score(hers: Client, mina: User) -> None:
    game = running(mina)
    for method in (hers.put, hers.patch, hers.delete):
        assert method(f"{GAMES}{game.pk}/").status_code == 405


@pytest.mark.parametrize("field", ["score", "board", "seed", "commitment", "id"])
def test_a_forged_field_is_refused(hers: Client, mina: User, field: str) -> None:
    assert refusal(post(hers, GAMES, {"shape": "4x4", field: 99})) == (400, "malformed")
    assert not Game.objects.filter(player=mina).exists()
