"""The pages of boards and players, in both languages."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import translation

from games.models import Game
from games.templatetags.kashi import beyond, day, digits, number, shape
from tests.games.cast import NOON, counted, game, player

pytestmark = pytest.mark.django_db
BOARD = "/en/leaderboards/4x4/"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def links(page: str, rel: str) -> list[str]:
    return re.findall(rf'rel="{rel}" href="([^"]+)"', page)


def names(page: str) -> list[str]:
    """Who stands in the rows, from the top."""
    return re.findall(r'<th scope="row"><a [^>]*>(?:<bdi>)?([^<]+)', page)


def test_a_row_isolates_its_name_and_links_to_player_and_game(client: Client) -> None:
    made = counted(player("نیلوفر"), 12864)
    page = text(client, BOARD)
    assert "<bdi>نیلوفر</bdi>" in page
    assert f'href="/en/games/{made.pk}/"' in page
    assert "12,864" in page
    assert page.count('data-v="2048"') == 1


def test_persian_pages_have_persian_figures_and_days(client: Client) -> None:
    alice = player("alice", date_joined=NOON)
    counted(alice, 12864)
    board = text(client, "/fa/leaderboards/4x4/")
    assert "۱۲٬۸۶۴" in board
    assert "۲۰۴۸" in board
    assert "۴×۴" in board
    assert 'data-v="2048"' in board
    assert "۱۱ آبان ۱۴۰۵" in text(client, "/fa/players/alice/")


def test_the_pages_of_a_board_lead_to_each_other(client: Client) -> None:
    for n in range(60):
        counted(player(f"p{n:02}"), 9000 - n)
    first = text(client, BOARD)
    second = text(client, BOARD + links(first, "next")[0])
    third = text(client, BOARD + links(second, "next")[0])
    assert names(first) + names(second) + names(third) == [f"p{n:02}" for n in range(60)]
    assert not links(first, "prev")
    assert not links(third, "next")
    assert names(text(client, BOARD + links(third, "prev")[0])) == names(second)


def test_my_row_is_pinned_on_the_side_where_it_lies(client: Client) -> None:
    people = [player(f"p{n:02}") for n in range(52)]
    for n, owner in enumerate(people):
        counted(owner, 9000 - n)
    client.force_login(people[51])
    first = text(client, BOARD)
    assert names(first)[-1] == "You"
    assert len(names(first)) == 26
    client.force_login(people[0])
    first = text(client, BOARD)
    assert names(first)[0] == "You"
    assert len(names(first)) == 25
    second = text(client, BOARD + links(first, "next")[0])
    assert names(second)[:2] == ["You", "p25"]


def test_what_is_missing_to_the_next_place_is_said(client: Client) -> None:
    counted(player("alice"), 1316)
    bob = player("bob")
    counted(bob, 1000)
    client.force_login(bob)
    assert "316 points to the next place" in text(client, BOARD)


def test_empty_pages_say_so_and_lead_on(client: Client) -> None:
    player("alice")
    assert "Nobody has a score on this board yet." in text(client, "/en/leaderboards/5x5/")
    assert 'href="/en/play/5x5/"' in text(client, "/en/leaderboards/5x5/")
    assert "No games yet." in text(client, "/en/players/alice/")


def test_a_history_shows_how_each_game_went(client: Client) -> None:
    alice = player("alice")
    game(alice, 10, status=Game.Status.GIVEN_UP)
    game(alice, 20, status=Game.Status.PLAYING, ended_at=None)
    game(alice, 30, won_at=NOON)
    game(alice, 40)
    page = text(client, "/en/players/alice/")
    results = re.findall(r"<td>\s*(Running|Won|Given up|Over)\s*</td>", page)
    assert sorted(results) == ["Given up", "Over", "Running", "Won"]
    assert "400 moves" in page


def test_a_long_history_goes_on_by_cursor(client: Client) -> None:
    alice = player("alice")
    made = [game(alice, n, at=NOON + n * timedelta(hours=1)).pk for n in range(30)]
    first = text(client, "/en/players/alice/games/")
    second = text(client, "/en/players/alice/games/" + links(first, "next")[0])
    ids = re.findall(r'href="/en/games/(\w+)/"', first + second)
    assert ids == made[::-1]


@pytest.mark.parametrize(
    "address",
    [
        "/en/leaderboards/6x6/",
        "/en/leaderboards/4x4/?cursor=abc",
        "/en/leaderboards/4x4/?cursor=%00",
        "/en/players/nobody/",
        "/en/players/guest-1/",
        "/en/players/%00/",
        "/en/players/alice/?shape=5x5",
        "/en/players/alice/games/?cursor=W10",
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(client: Client, address: str) -> None:
    player("alice")
    player("guest-1", is_guest=True)
    assert client.get(address).status_code == 404


def test_the_boards_address_leads_to_the_classic_board(client: Client) -> None:
    answer = client.get("/fa/leaderboards/", follow=True)
    assert answer.request["PATH_INFO"] == "/fa/leaderboards/4x4/"


def test_figures_are_written_as_the_language_writes_them() -> None:
    moment = datetime.fromisoformat("2026-11-03T01:00:00+03:30")
    with translation.override("en"):
        assert (digits(2048), number(1234567), shape("3x4")) == ("2048", "1,234,567", "3×4")
        assert day(moment) == "2 November 2026"
    with translation.override("fa"):
        assert (digits(2048), number(1234567), shape("3x4")) == ("۲۰۴۸", "۱٬۲۳۴٬۵۶۷", "۳×۴")
        assert day(moment) == "۱۱ آبان ۱۴۰۵"


def test_tiles_above_the_named_ones_take_turns() -> None:
    looks = [beyond(1 << exponent) for exponent in (11, 17, 18, 19)]
    assert looks == ["", "", "even", "odd"]
