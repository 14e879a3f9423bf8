"""The API with a personal token."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts import tokens
from accounts.models import Token, User
from tests.games.live.cast import CLIENT_SEED, member

pytestmark = pytest.mark.django_db
READ, PLAY = Token.Scope.READ, Token.Scope.PLAY


@pytest.fixture
def mina() -> User:
    return member()


def program(user: User, *scopes: Token.Scope) -> Client:
    """It has no cookies and is asked for no CSRF token."""
    _, text = tokens.make(user, name="bot", scopes=scopes)
    return Client(enforce_csrf_checks=True, headers={"authorization": f"Bearer {text}"})


def post(client: Client, path: str, body: object = None) -> tuple[int, Any]:
    """Status and JSON."""
    answer = client.post(path, json.dumps(body or {}), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_program_plays_for_its_player_without_csrf(mina: User) -> None:
    hers = program(mina, READ, PLAY)
    assert hers.get("/api/me/").json()["name"] == "mina"
    status, game = post(hers, "/api/games/", {"shape": "4x4"})
    assert status == 201
    address = f"/api/games/{game['id']}/"
    status, state = post(hers, f"{address}start/", {"client_seed": CLIENT_SEED})
    assert (status, state["player"]) == (200, "mina")
    assert post(hers, f"{address}give-up/")[0] == 200
    assert not hers.cookies


def test_a_token_for_reading_changes_nothing(mina: User) -> None:
    hers = program(mina, READ)
    assert hers.get("/api/me/").json()["name"] == "mina"
    status, refused = post(hers, "/api/games/", {"shape": "4x4"})
    assert (status, refused["code"]) == (403, "out_of_scope")
    assert not mina.games.exists()


@pytest.mark.parametrize("shown", ["Bearer kashi_nobody", "Bearer", "Bearer \x00\xff"])
def test_a_bad_token_is_refused_even_where_anybody_may_read(client: Client, shown: str) -> None:
    answer = client.get("/api/me/", headers={"authorization": shown})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_another_scheme_says_nothing_about_who_asks(client: Client) -> None:
    answer = client.get("/api/me/", headers={"authorization": "Basic bWluYTp4"})
    assert (answer.status_code, answer.json()["name"]) == (200, None)


def test_a_session_still_needs_its_csrf_token(mina: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(mina)
    assert post(browser, "/api/games/", {"shape": "4x4"})[1]["code"] == "csrf"
