"""The page of a finished game, and the one that other sites may frame."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games import bests, replays
from games.models import Game
from games.rules.board import Direction
from tests.accounts.cast import guest_in
from tests.games.cast import NOON, counted, player
from tests.games.daily_cast import challenge, close, day
from tests.games.live.cast import running
from tests.games.replayed import CLIENT_SEED, played, played_daily

pytestmark = pytest.mark.django_db
ROUND = tuple(Direction) * 60


@pytest.fixture
def mina() -> User:
    return player("mina")


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def data(page: str) -> dict[str, Any]:
    """What the replay's script starts from."""
    found = re.search(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def facts(page: str) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", page))


# --- the page -------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", ["2x4", "3x3", "3x4", "4x4", "5x5"])
def test_a_finished_game_of_every_shape_is_replayed(client: Client, mina: User, shape: str) -> None:
    made = played(mina, shape, ROUND)
    told = data(text(client, f"/en/games/{made.pk}/"))
    assert (told["shape"], told["moves"], told["score"]) == (shape, made.ply, made.score)
    assert told["board"] == [1 << cell if cell else 0 for cell in made.cells]
    record = client.get(told["record"]).json()
    assert len(record["moves"]) == len(record["think_ms"]) == made.ply
    assert client.get(f"/en/games/{made.pk}/")["X-Frame-Options"] == "DENY"


def test_what_the_game_came_to_stands_beside_it(client: Client, mina: User) -> None:
    cells = bytes([11, 1, *[0] * 14])
    made = counted(mina, 20_480, cells=cells, won_at_ply=3, client_seed=CLIENT_SEED, ply=5)
    # Seconds before each move: the clock starts with the first one.
    made.tail = b"".join((1000 * second).to_bytes(2) for second in (7, 1, 2, 3, 4))
    made.save()
    page = text(client, f"/en/games/{made.pk}/")
    expected = {"Moves": "5", "Time": "0:10", "2048 at": "0:03", "Place of all time": "1"}
    assert facts(page) == expected
    persian = facts(text(client, f"/fa/games/{made.pk}/"))
    assert list(persian.values()) == ["۵", "۰:۱۰", "۰:۰۳", "۱"]
    assert "۱۱ آبان ۱۴۰۵" in text(client, f"/fa/games/{made.pk}/")


@pytest.mark.parametrize(
    ("shape", "largest", "expected"),
    [
        ("4x4", 12, [512, 1024, 2048, 4096]),
        ("4x4", 6, [16, 32, 64]),
        ("2x4", 7, [32, 64, 128]),
        ("5x5", 14, [2048, 4096, 8192, 16384]),
        ("4x4", 2, [4]),
    ],
)
def test_milestones_are_the_tiles_that_are_worth_marking(
    client: Client, mina: User, shape: str, largest: int, expected: list[int]
) -> None:
    size = int(shape[0]) * int(shape[2])
    made = counted(mina, 100, shape=shape, cells=bytes([largest, 1, *[0] * (size - 2)]))
    page = text(client, f"/en/games/{made.pk}/")
    assert data(page)["milestones"] == expected
    assert re.findall(r'data-milestone="(\d+)"', page) == [str(tile) for tile in expected]


def test_who_played_it_plays_again_and_others_beat_it(mina: User) -> None:
    made = played(mina, "3x3", ROUND)
    hers, others = Client(), Client()
    hers.force_login(mina)
    page = text(others, f"/en/games/{made.pk}/")
    assert f'href="/en/play/3x3/?beat={made.pk}" id="beat"' in page
    assert 'href="/en/play/3x3/" id="beat"' in text(hers, f"/en/games/{made.pk}/")


def test_a_guest_is_asked_to_sign_up_for_the_place(client: Client) -> None:
    made = played(guest_in(client), "3x3", ROUND)
    address = f"/en/games/{made.pk}/"
    assertContains(client.get(address), "Sign up and this is place 1")
    assertNotContains(Client().get(address), "Sign up and this")
    assertNotContains(Client().get(address), "Place of all time")


def test_a_game_without_a_move_has_a_page_and_says_so(client: Client, mina: User) -> None:
    made = played(mina, "4x4", ())
    page = text(client, f"/en/games/{made.pk}/")
    assert "given up before its first move" in page
    assert 'data-empty="true"' in page
    assert data(page)["moves"] == 0


def test_a_hidden_game_can_be_looked_at_and_not_handed_on(client: Client, mina: User) -> None:
    made = played(mina, "4x4", ROUND, hidden=True)
    page = text(client, f"/en/games/{made.pk}/")
    for name in ("share", "challenge-others", "embed-code"):
        assert f'id="{name}"' not in page
    assert f"beat={made.pk}" not in page


def test_a_running_game_has_no_replay_and_keeps_its_seed(client: Client, mina: User) -> None:
    made = running(mina)
    page = text(client, f"/en/games/{made.pk}/")
    assert 'class="replay"' not in page
    assert client.get(f"/en/games/{made.pk}/embed/").status_code == 404
    assert bytes(made.seed).hex() not in page


# --- attempts at a daily challenge ----------------------------------------------------------------
def test_a_past_attempt_has_its_place_on_the_board_of_its_day(client: Client, mina: User) -> None:
    made = played_daily(mina, ROUND, challenge(2, closed=True))
    bests.record_best(game_id=made.pk)
    counted(player("otter"), made.score + 4)  # on the board of all time
    page = text(client, f"/en/games/{made.pk}/")
    assert facts(page)["Place of the day"] == "1"
    assert "all time" not in page
    assert f'href="/en/daily/{day(2)}/"' in page
    assert data(page)["moves"] == made.ply


def test_nobody_is_asked_to_beat_a_day_that_is_over(client: Client, mina: User) -> None:
    made = played_daily(mina, ROUND, challenge(2, closed=True))
    hers = Client()
    hers.force_login(mina)
    for reader in (client, hers):
        page = text(reader, f"/en/games/{made.pk}/")
        assert 'href="/en/daily/">Play today’s challenge' in page
        assert 'id="beat"' not in page
        assert 'id="challenge-others"' not in page
        assert 'id="share"' in page


def test_a_guest_is_asked_to_sign_up_for_the_place_of_the_day(client: Client) -> None:
    made = played_daily(guest_in(client), ROUND, challenge(2, closed=True))
    page = text(client, f"/en/games/{made.pk}/")
    assert "Sign up and this is place 1 on the board of this day." in page
    assert f"?next=/en/daily/{day(2)}/" in unquote(page)
    assert "all time" not in page


def test_an_attempt_that_does_not_count_has_no_place_and_says_so(client: Client) -> None:
    guest = guest_in(client)
    made = played_daily(guest, ROUND, challenge(2, closed=True), kind=Game.Kind.EXTRA)
    page = text(client, f"/en/games/{made.pk}/")
    assert "does not count" in page
    assert "Place of" not in page
    assert "this is place" not in page


def test_before_its_day_has_closed_an_attempt_has_no_replay(client: Client, mina: User) -> None:
    made = played_daily(mina, ROUND, challenge())
    with pytest.raises(ValueError, match="no replay"):
        replays.player(made)
    for reader in (client, Client()):
        assert reader.get(f"/en/games/{made.pk}/embed/").status_code == 404
        page = text(reader, f"/en/games/{made.pk}/")
        assert 'class="replay"' not in page
        assert bytes(made.seed).hex() not in page
        reader.force_login(mina)  # nor has her own, whose page shows its end
    close(0)
    made.refresh_from_db()
    assert replays.player(made)["data"]["moves"] == made.ply
    assert client.get(f"/en/games/{made.pk}/embed/").status_code == 200


# --- the record -----------------------------------------------------------------------------------
def test_a_finished_record_may_be_kept_and_a_running_one_may_not(
    client: Client, mina: User
) -> None:
    ended = client.get(f"/api/games/{played(mina, '3x3', ROUND).pk}/")
    assert "max-age=86400" in ended["Cache-Control"]
    again = client.get(ended.request["PATH_INFO"], headers={"if-none-match": ended["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, ended["Cache-Control"])
    assert "max-age" not in client.get(f"/api/games/{running(mina).pk}/").headers.get(
        "Cache-Control", ""
    )


# --- framed by others -----------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_anybody_may_frame_a_replay_and_it_asks_for_no_cookie(
    client: Client, mina: User, lang: str
) -> None:
    made = played(mina, "3x3", ROUND)
    client.force_login(mina)
    client.cookies["theme"] = "dark"
    already = dict(client.cookies)
    answer = client.get(f"/{lang}/games/{made.pk}/embed/")
    assert "X-Frame-Options" not in answer
    assert "Vary" not in answer
    assert answer["Cache-Control"] == "public, max-age=300"
    assert dict(client.cookies) == already
    page = answer.content.decode()
    assert f'lang="{lang}" dir="{"rtl" if lang == "fa" else "ltr"}"' in page
    assert "data-theme" not in page
    assert f'href="/{lang}/games/{made.pk}/" target="_blank"' in page
    assert data(page)["moves"] == made.ply
    assert page == Client().get(f"/{lang}/games/{made.pk}/embed/").content.decode()


def test_a_copy_that_is_still_good_may_be_framed_too(client: Client, mina: User) -> None:
    address = f"/en/games/{played(mina, '3x3', ROUND).pk}/embed/"
    again = client.get(address, headers={"if-none-match": client.get(address)["ETag"]})
    assert again.status_code == 304
    assert "X-Frame-Options" not in again


@pytest.mark.parametrize(("asked", "given"), [("dark", "dark"), ("light", "light"), ("x", None)])
def test_a_page_that_frames_it_may_choose_its_theme(
    client: Client, mina: User, asked: str, given: str | None
) -> None:
    made = played(mina, "3x3", ROUND)
    page = text(client, f"/en/games/{made.pk}/embed/?theme={asked}")
    assert re.findall(r'data-theme="(\w*)"', page) == ([given] if given else [])


def test_without_a_language_it_is_the_readers(client: Client, mina: User) -> None:
    path = f"/games/{played(mina, '3x3', ROUND).pk}/embed/"
    answer = client.get(path, headers={"accept-language": "fa"})
    assert answer["Location"] == f"/fa{path}"


def test_what_may_not_be_shown_says_so_within_the_frame(client: Client, mina: User) -> None:
    hidden = played(mina, "3x3", ROUND, hidden=True)
    closed = played(player("closed", is_active=False), "3x3", ROUND)
    for game_id in (hidden.pk, closed.pk, running(mina).pk, "00000000"):
        answer = client.get(f"/en/games/{game_id}/embed/")
        assert answer.status_code == 404
        assert "X-Frame-Options" not in answer
        assertContains(answer, "This game cannot be shown here", status_code=404)


def test_no_other_page_may_be_framed(client: Client, mina: User) -> None:
    made = played(mina, "3x3", ROUND)
    paths = ["", "play/3x3/", f"games/{made.pk}/", f"games/{running(mina).pk}/", "nowhere/"]
    paths += ["leaderboards/4x4/", "players/mina/", "accounts/login/", "accounts/signup/"]
    for path in paths:
        assert client.get(f"/en/{path}")["X-Frame-Options"] == "DENY", path


def test_the_code_to_put_into_a_page_names_the_player_safely(client: Client) -> None:
    made = played(player("نیلوفر"), "3x3", ROUND)
    page = text(client, f"/fa/games/{made.pk}/")
    (code,) = re.findall(r'<textarea id="embed-code"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert f"&lt;iframe src=&quot;{settings.SITE_URL}/fa/games/{made.pk}/embed/&quot;" in code
    assert "<" not in code


def test_a_closed_account_is_not_named(client: Client) -> None:
    made = counted(player("mina", is_active=False), 100, at=NOON)
    assertNotContains(client.get(f"/en/games/{made.pk}/"), "mina")
    assert Game.objects.get().pk == made.pk
