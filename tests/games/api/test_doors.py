"""Pages of other sites read, and change nothing; what is known already is not sent again."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Segment
from tests.games.cast import counted, game, player

pytestmark = pytest.mark.django_db
OPEN, COOKIES = "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"
BOARD = "/api/leaderboards/4x4/all/"
ELSEWHERE = {"origin": "https://elsewhere.example"}


@pytest.mark.parametrize("address", [BOARD, "/api/nowhere/", "/api/me", "/api/players/nobody/"])
def test_every_origin_may_read_as_a_stranger(client: Client, address: str) -> None:
    for answer in (client.get(address, headers=ELSEWHERE), client.head(address, headers=ELSEWHERE)):
        assert answer[OPEN] == "*"
        assert COOKIES not in answer


def test_a_browser_that_asks_first_is_told_that_reading_is_all(client: Client) -> None:
    asks = {"access-control-request-method": "POST"} | ELSEWHERE
    answer = client.options("/api/games/", headers=asks)
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "authorization" not in answer["Access-Control-Allow-Headers"].lower()
    assert COOKIES not in answer


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("/api/games/", "HEAD, GET, POST, OPTIONS"),
        ("/api/games/00000000/start/", "POST, OPTIONS"),
        (BOARD, "HEAD, GET, OPTIONS"),
        ("/api/schema/", "HEAD, GET, OPTIONS"),
        ("/api/nowhere/", "OPTIONS"),
        ("/api/me", "GET, HEAD, OPTIONS"),
    ],
)
def test_an_address_tells_which_methods_it_takes(client: Client, address: str, taken: str) -> None:
    assert client.options(address)["Allow"] == taken


def test_no_other_origin_sees_the_answer_to_a_write_or_a_page(client: Client) -> None:
    assert OPEN not in client.post("/api/games/", {}, "application/json", headers=ELSEWHERE)
    assert OPEN not in client.get("/en/leaderboards/4x4/", headers=ELSEWHERE)


def test_a_board_is_sent_again_when_it_has_changed(client: Client) -> None:
    etag = client.get(BOARD)["ETag"]
    known = {"if-none-match": etag}
    answer = client.get(BOARD, headers=known)
    assert (answer.status_code, answer.content) == (304, b"")
    counted(player("mina"), 64)
    assert client.get(BOARD, headers=known).status_code == 200
    for address in ("/api/players/mina/", "/api/games/?player=mina"):
        known = {"if-none-match": client.get(address)["ETag"]}
        assert client.get(address, headers=known).status_code == 304


def test_a_record_that_is_known_takes_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ended = game(player("mina"), 64, ply=128, tail=b"")
    Segment.objects.create(game=ended, number=0, moves=bytes(256))
    address = f"/api/games/{ended.pk}/"
    known = {"if-none-match": client.get(address)["ETag"]}
    with django_assert_num_queries(1):
        answer = client.get(address, headers=known)
    assert (answer.status_code, answer["ETag"]) == (304, known["if-none-match"])


def test_a_record_changes_with_every_move_and_with_the_end(client: Client) -> None:
    running = game(player("mina"), 4, ply=0, status=Game.Status.PLAYING, ended_at=None)
    address, etags = f"/api/games/{running.pk}/", set()
    for change in ({}, {"tail": bytes(2), "ply": 1}, {"status": Game.Status.GIVEN_UP}):
        Game.objects.filter(pk=running.pk).update(**change) if change else None
        etags.add(client.get(address)["ETag"])
    assert len(etags) == 3
