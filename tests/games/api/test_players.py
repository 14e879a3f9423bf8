"""Players and their games in the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.games.cast import NOON, counted, game, player

pytestmark = pytest.mark.django_db


def test_a_player_has_public_figures_and_nothing_private(client: Client) -> None:
    alice = player("alice", email="alice@example.org", date_joined=NOON)
    made = counted(alice, 900)
    counted(alice, 500, shape="3x3", cells=bytes([8, 1, 0, 0, 0, 0, 0, 0, 0]))
    counted(player("bob"), 1000)
    told = client.get("/api/players/alice/").json()
    assert set(told) == {"name", "bot", "since", "games", "moves", "bests"}
    assert (told["name"], told["since"]) == ("alice", "2026-11-02T12:00:00Z")
    assert (told["games"], told["moves"]) == (2, 200)
    assert [(best["shape"], best["value"], best["rank"]) for best in told["bests"]] == [
        ("4x4", 900, 2),
        ("3x3", 500, 1),
    ]
    assert told["bests"][0]["game"] == made.pk


@pytest.mark.parametrize("name", ["guest-1", "bob", "nobody", "%00", "%ff", "a%0a", "x" * 3000])
def test_guests_closed_accounts_and_nobody_cannot_be_looked_up(client: Client, name: str) -> None:
    player("guest-1", is_guest=True)
    player("bob", is_active=False)
    for address in (f"/api/players/{name}/", f"/api/games/?player={name}"):
        answer = client.get(address)
        assert answer.status_code in (400, 404)
        assert answer.json()["code"] in ("malformed", "no_such_player", "not_found")


def test_a_history_is_listed_newest_first_by_cursor(client: Client) -> None:
    alice = player("alice")
    made = [game(alice, n, at=NOON + n * timedelta(hours=1)).pk for n in range(1, 4)]
    first = client.get("/api/games/?player=Alice&limit=2").json()
    second = client.get(first["next"]).json()
    assert [row["id"] for row in first["results"] + second["results"]] == made[::-1]
    assert first["results"][0] == {
        "id": made[2],
        "shape": "4x4",
        "kind": "ranked",
        "status": "over",
        "won": False,
        "score": 3,
        "largest": 2048,
        "moves": 100,
        "started_at": "2026-11-02T14:00:00Z",
        "ended_at": "2026-11-02T15:00:00Z",
    }


def test_a_history_without_a_name_is_malformed(client: Client) -> None:
    answer = client.get("/api/games/")
    assert answer.status_code == 400
    assert answer.json() == {"code": "malformed", "detail": "player: This field is required."}


def test_me_is_nobody_before_the_first_game(client: Client) -> None:
    told = client.get("/api/me/").json()
    nothing: dict[str, Any] = {"open_games": [], "bests": []}
    assert told == {"name": None, "guest": False, "bot": False, "watchable": True, **nothing}


def test_me_as_a_guest_has_games_and_bests_but_no_name_and_no_rank(client: Client) -> None:
    guest = player("guest-1", is_guest=True)
    counted(guest, 900)
    running = game(guest, 64, status=Game.Status.WON, ended_at=None)
    client.force_login(guest)
    told = client.get("/api/me/").json()
    assert (told["name"], told["guest"]) == (None, True)
    assert [(one["id"], one["status"]) for one in told["open_games"]] == [(running.pk, "won")]
    assert [(best["value"], best["rank"]) for best in told["bests"]] == [(900, None)]


def test_me_with_an_account_has_a_name_and_a_rank(client: Client) -> None:
    alice = player("alice")
    counted(alice, 900)
    client.force_login(alice)
    told = client.get("/api/me/").json()
    assert (told["name"], told["guest"]) == ("alice", False)
    assert [(best["value"], best["rank"]) for best in told["bests"]] == [(900, 1)]


def test_no_answer_tells_a_seed(client: Client) -> None:
    alice = player("alice")
    canary = b"\xca\x4a\x12" * 10 + b"ab"
    counted(alice, 900, seed=canary, status=Game.Status.PLAYING, ended_at=None)
    client.force_login(alice)
    for address in (
        "/api/me/",
        "/api/games/?player=alice",
        "/api/players/alice/",
        "/api/leaderboards/4x4/all/",
        "/api/leaderboards/4x4/all/around/",
    ):
        body = client.get(address).content
        assert canary.hex().encode() not in body, address
        assert b"seed" not in body, address
