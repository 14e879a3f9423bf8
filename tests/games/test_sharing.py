"""Links to results and challenges: what they say, what they show, what they keep to themselves."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game
from games.picture_views import PICTURES
from tests.games.cast import NOON, game, player

pytestmark = pytest.mark.django_db
MARKS = dict.fromkeys(map(ord, "\u2066\u2068\u2069"))


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """No test counts towards another's limit."""
    cache.clear()


def tags(client: Client, address: str) -> dict[str, str]:
    """The preview of a page, by property or name."""
    page = client.get(address).content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page)
    return {name: unescape(content) for name, content in found}


def page_data(client: Client, address: str) -> dict[str, Any]:
    page = client.get(address).content.decode()
    data = re.search(r'<script id="page" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data
    return dict(json.loads(data[1]))


def not_to_be_shown(owner: User) -> list[Game]:
    return [
        game(owner, 500, status=Game.Status.PLAYING, ended_at=None),
        game(owner, 500, status=Game.Status.WON, ended_at=None),
        game(owner, 0, status=Game.Status.PREPARED, ended_at=None, cells=b""),
        game(owner, 500, hidden=True),
        game(player("closed", is_active=False), 500),
    ]


# --- results --------------------------------------------------------------------------------------
def test_a_finished_game_introduces_itself_in_english(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://kashi.example"
    made = game(player("mina"), 12864)
    found = tags(client, f"/en/games/{made.pk}/")
    assert found["og:title"] == "12,864 points by \u2068mina\u2069"
    assert found["og:description"].translate(MARKS) == (
        "Largest tile 2048 after 100 moves on the 4×4 board of 2048."
    )
    assert found["og:url"] == f"https://kashi.example/en/games/{made.pk}/"
    assert found["og:image"] == f"https://kashi.example/en/games/{made.pk}/picture.png"
    assert found["twitter:image"] == found["og:image"]
    assert found["twitter:card"] == "summary_large_image"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:locale"] == "en_GB"


def test_a_finished_game_introduces_itself_in_persian(client: Client) -> None:
    made = game(player("نیلوفر"), 12864)
    found = tags(client, f"/fa/games/{made.pk}/")
    assert "۱۲٬۸۶۴" in found["og:title"]
    assert "\u2068نیلوفر\u2069" in found["og:title"]
    assert "۲۰۴۸" in found["og:description"]
    assert found["og:image"].endswith(f"/fa/games/{made.pk}/picture.png")
    assert found["og:locale"] == "fa_IR"


def test_a_guest_is_shown_without_a_name(client: Client) -> None:
    made = game(player("guest-k3t9xq2b", is_guest=True), 12864)
    assert tags(client, f"/en/games/{made.pk}/")["og:title"].endswith("by \u2068a guest\u2069")
    assert "guest-" not in "".join(tags(client, f"/en/?beat={made.pk}").values())


def test_only_a_finished_game_that_may_be_shown_introduces_itself(client: Client) -> None:
    assert tags(client, "/en/") == {}
    for made in not_to_be_shown(player("mina")):
        assert tags(client, f"/en/games/{made.pk}/") == {}, made.status


def test_who_looks_at_a_finished_game_is_invited_to_beat_it(client: Client) -> None:
    made = game(player("mina"), 12864)
    page = client.get(f"/en/games/{made.pk}/").content.decode()
    assert f'href="/en/?beat={made.pk}"' in page


# --- pictures -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["picture", "challenge"])
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_a_picture_is_a_png_that_everybody_may_keep(client: Client, lang: str, name: str) -> None:
    mina = player("mina")
    client.force_login(mina)
    made = game(mina, 12864)
    answer = client.get(f"/{lang}/games/{made.pk}/{name}.png")
    assert answer.status_code == 200
    assert "Vary" not in answer
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert "public" in answer["Cache-Control"]
    assert "max-age=86400" in answer["Cache-Control"]
    assert not answer.cookies


def test_languages_and_challenges_have_pictures_of_their_own(client: Client) -> None:
    made = game(player("mina"), 12864)
    addresses = [
        f"/{lang}/games/{made.pk}/{name}.png"
        for lang in ("en", "fa")
        for name in ("picture", "challenge")
    ]
    assert len({client.get(address).content for address in addresses}) == 4
    assert len({client.get(address)["ETag"] for address in addresses}) == 4


def test_a_picture_that_somebody_has_is_not_drawn_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = game(player("mina"), 12864)
    address = f"/en/games/{made.pk}/picture.png"
    etag = client.get(address)["ETag"]
    monkeypatch.setattr("games.picture_views.png", lambda card: pytest.fail("drawn again"))
    answer = client.get(address, headers={"if-none-match": etag})
    assert answer.status_code == 304
    assert answer["ETag"] == etag


def test_a_new_name_makes_a_new_picture(client: Client) -> None:
    mina = player("mina")
    made = game(mina, 12864)
    address = f"/en/games/{made.pk}/picture.png"
    etag = client.get(address)["ETag"]
    User.objects.filter(pk=mina.pk).update(username="otter")
    answer = client.get(address, headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert answer["ETag"] != etag


def test_no_picture_of_what_is_not_there_or_not_to_be_shown(client: Client) -> None:
    shown = [made.pk for made in not_to_be_shown(player("mina"))]
    for game_id in [*shown, "00000000", "short"]:
        for name in ("picture", "challenge"):
            assert client.get(f"/en/games/{game_id}/{name}.png").status_code == 404, game_id


def test_a_game_that_is_hidden_loses_its_picture_at_once(client: Client) -> None:
    made = game(player("mina"), 12864)
    address = f"/en/games/{made.pk}/picture.png"
    etag = client.get(address)["ETag"]
    Game.objects.filter(pk=made.pk).update(hidden=True)
    assert client.get(address, headers={"if-none-match": etag}).status_code == 404


def test_an_address_that_asks_for_too_many_pictures_waits(client: Client) -> None:
    made = game(player("mina"), 12864)
    for _ in range(PICTURES.amount):
        PICTURES.take("127.0.0.1")
    answer = client.get(f"/en/games/{made.pk}/picture.png")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


# --- challenges -----------------------------------------------------------------------------------
def test_a_challenge_says_whom_to_beat_and_nothing_more(client: Client) -> None:
    mina = player("mina", email="mina@example.org")
    made = game(mina, 12864)
    page = client.get(f"/en/?beat={made.pk}").content.decode()
    assert "Beat <b>12,864</b> by <bdi>mina</bdi>" in page
    assert page_data(client, f"/en/?beat={made.pk}")["challenge"] == {"score": 12864}
    for secret in (bytes(made.seed).hex(), made.client_seed or "no seed", mina.email, "100 moves"):
        assert secret not in page


def test_a_challenge_stays_when_the_game_begins(client: Client) -> None:
    made = game(player("mina"), 400, shape="3x3", cells=bytes(9))
    urls = page_data(client, f"/fa/play/3x3/?beat={made.pk}")["urls"]
    assert urls["play"] == f"/fa/play/3x3/?beat={made.pk}"
    assert urls["challenge"] == "/fa/play/3x3/?beat=ID"


def test_a_challenge_introduces_itself(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://kashi.example"
    made = game(player("mina"), 12864)
    found = tags(client, f"/en/?beat={made.pk}")
    assert found["og:title"] == "Beat 12,864 points by \u2068mina\u2069"
    assert found["og:url"] == f"https://kashi.example/en/?beat={made.pk}"
    assert found["og:image"] == f"https://kashi.example/en/games/{made.pk}/challenge.png"
    persian = tags(client, f"/fa/?beat={made.pk}")
    assert "۱۲٬۸۶۴" in persian["og:title"]


def test_the_classic_board_keeps_the_challenge_on_its_way_to_the_front_door(client: Client) -> None:
    answer = client.get("/en/play/4x4/?beat=k3T9xQ2b")
    assert answer["Location"] == "/en/?beat=k3T9xQ2b"


@pytest.mark.parametrize("beat", ["00000000", "", "%00", "../x", "k3T9xQ2b%0A", "a" * 500])
def test_a_challenge_to_nothing_is_the_play_page(client: Client, beat: str) -> None:
    answer = client.get(f"/en/?beat={beat}")
    assert answer.status_code == 200
    assert 'id="challenge"' not in answer.content.decode()


def test_a_challenge_to_what_is_not_to_be_shown_is_the_play_page(client: Client) -> None:
    for made in not_to_be_shown(player("mina")):
        data = page_data(client, f"/en/?beat={made.pk}")
        assert data["challenge"] is None, made.status
        assert data["urls"]["play"] == "/en/"


def test_a_challenge_of_another_shape_is_the_play_page(client: Client) -> None:
    made = game(player("mina"), 400, shape="3x3", cells=bytes(9))
    assert page_data(client, f"/en/?beat={made.pk}")["challenge"] is None


def test_a_player_with_a_running_game_sees_the_challenge_beside_it(client: Client) -> None:
    otter = player("otter")
    running = game(otter, 12000, status=Game.Status.PLAYING, ended_at=None, started_at=NOON)
    made = game(player("mina"), 12864)
    client.force_login(otter)
    data = page_data(client, f"/en/?beat={made.pk}")
    assert data["state"]["id"] == running.pk
    assert data["challenge"] == {"score": 12864}
