"""The play page, and the page of one game: what they hand to the browser."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from accounts.guests import BACKEND
from accounts.models import User
from games import bests
from games.models import Game
from tests.games.live.cast import SEED, member, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    return member()


@pytest.fixture
def hers(mina: User) -> Client:
    client = Client()
    client.force_login(mina, backend=BACKEND)
    return client


def page(client: Client, path: str) -> dict[str, Any]:
    """What the page's script starts from."""
    response = client.get(path)
    assert response.status_code == 200
    found = re.search(r'<script id="page"[^>]*>(.*?)</script>', response.content.decode(), re.S)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_a_stranger_finds_an_empty_board(client: Client) -> None:
    told = page(client, "/en/")
    assert (told["state"], told["others"]) == (None, [])
    assert told["me"] == {"name": None, "guest": False}
    assert (told["shape"], told["win"], told["language"]) == ("4x4", 2048, "en")
    assert client.cookies["csrftoken"].value


@pytest.mark.parametrize(
    ("shape", "win"), [("3x3", 512), ("3x4", 1024), ("2x4", 128), ("5x5", 8192)]
)
def test_every_shape_has_its_page(client: Client, shape: str, win: int) -> None:
    told = page(client, f"/fa/play/{shape}/")
    assert (told["shape"], told["win"], told["language"]) == (shape, win, "fa")


def test_the_classic_board_has_one_address(client: Client) -> None:
    assert client.get("/en/play/4x4/").headers["Location"] == "/en/"
    for shape in ("8x8", "4x5", "x", "4X4"):
        assert client.get(f"/en/play/{shape}/").status_code == 404


def test_the_page_goes_on_with_the_game_moved_last(hers: Client, mina: User) -> None:
    older = running(mina, moved_at="2026-11-01T00:00:00Z")
    newer = running(mina, moved_at="2026-11-02T00:00:00Z", score=64, ply=9)
    running(mina, "2 . . . / . . 2 .")
    told = page(hers, "/en/")
    assert (told["state"]["id"], told["state"]["you"]) == (newer.pk, "player")
    assert [other["id"] for other in told["others"]] == [older.pk]
    assert told["me"] == {"name": "mina", "guest": False}


def test_the_page_of_a_game_is_its_players_or_a_watchers(
    hers: Client, client: Client, mina: User
) -> None:
    game = running(mina)
    assert page(hers, f"/en/games/{game.pk}/")["state"]["you"] == "player"
    seen = page(client, f"/en/games/{game.pk}/")
    assert (seen["state"]["you"], seen["state"]["player"]) == ("watcher", "mina")
    assert seen["others"] == []


def test_a_waiting_banner_survives_a_reload(hers: Client, mina: User) -> None:
    running(mina, status="won")
    assert page(hers, "/en/")["state"]["status"] == "won"


def test_a_finished_game_stays_with_its_seed(client: Client, mina: User) -> None:
    game = running(mina, status="over", score=64, ply=9, started_at=timezone.now())
    shown = client.get(f"/en/games/{game.pk}/")
    assertContains(shown, f'<code id="seed">{SEED.hex()}</code>')
    assert shown.templates[0].name == "replay.html"  # the rest of it: test_replays.py


def test_a_game_that_is_not_there_or_not_begun_has_no_page(hers: Client, mina: User) -> None:
    prepared = running(mina, status="prepared", cells=b"", client_seed="")
    for game_id in (prepared.pk, "00000000", "x", "%00%00%00%00%00%00%00%00"):
        assert hers.get(f"/en/games/{game_id}/").status_code == 404
    assert Game.objects.count() == 1


@pytest.mark.parametrize("is_guest", [False, True])
def test_the_empty_board_tells_of_the_games_before(is_guest: bool) -> None:
    somebody = member("somebody", is_guest=is_guest)
    higher = running(somebody, status="over", score=2400, ply=9, ended_at=timezone.now())
    newer = running(somebody, status="given_up", score=112, ply=5, ended_at=timezone.now())
    running(somebody, "2 . . . / . . 2 .", status="over", score=8, ended_at=timezone.now())
    bests.record_best(game_id=higher.pk)
    client = Client()
    client.force_login(somebody, backend=BACKEND)
    assertContains(client.get("/en/"), 'aria-labelledby="best-name">2,400<')
    last = f'href="/en/games/{newer.pk}/">Your last game: 112 points<'
    assertContains(client.get("/en/"), last)
    running(somebody)
    assertNotContains(client.get("/en/"), "Your last game")


def test_the_empty_board_tells_strangers_of_no_games_before(client: Client, mina: User) -> None:
    running(mina, status="over", score=112, ended_at=timezone.now())
    shown = client.get("/en/")
    assertContains(shown, 'aria-labelledby="best-name">–<')
    assertNotContains(shown, "Your last game")
