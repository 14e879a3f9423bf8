"""The games that are played just now, as the processes tell them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from games import showing
from games.models import Report
from games.showing import Shown, Told, Wish
from tests.games.cast import counted, player

BOARD = [[2, 4, 0, 0]] * 4


def shown(game_id: str, score: int, **fields: Any) -> Shown:
    given: dict[str, Any] = {
        "shape": "4x4",
        "kind": "ranked",
        "player": "mina",
        "largest": 4,
        "ply": 9,
    }
    return Shown(id=game_id, score=score, board=BOARD, **given | fields)


def told(process: str, *games: Shown, seconds_ago: int = 0, **watchers: int) -> None:
    text = showing.written(Told(list(games), watchers))
    at = Now() - timedelta(seconds=seconds_ago)
    Report.objects.create(process=process, at=at, text=text)


def ids(**wish: Any) -> list[str]:
    return [game.id for game in showing.now(Wish(**wish))]


def test_a_game_that_two_processes_have_open_is_shown_once_where_it_is_furthest() -> None:
    behind, ahead = shown("a", 64, ply=9), shown("a", 72, ply=11)
    for order in ([behind, ahead], [ahead, behind]):
        found = showing.together(Told([game], {"a": 2}) for game in order)
        assert [(game.score, game.watchers) for game in found.games] == [(72, 4)]


@pytest.mark.django_db
def test_the_best_come_first_of_the_board_that_is_wished() -> None:
    told("one", shown("a", 64), shown("b", 900, shape="5x5"), a=3)
    told("two", shown("c", 128), shown("d", 4000, kind="bot"), a=2)
    assert ids() == ["b", "c", "a"]
    assert ids(shape="4x4") == ["c", "a"]
    assert ids(bots=True) == ["d"]
    assert ids(most=1) == ["b"]
    assert showing.now(Wish())[2].watchers == 5


@pytest.mark.django_db
def test_what_a_dead_process_told_is_forgotten_in_a_moment() -> None:
    told("dead", shown("a", 64), seconds_ago=7)
    told("alive", shown("b", 32), seconds_ago=3)
    assert ids() == ["b"]


@pytest.mark.django_db
def test_what_another_version_told_is_passed_over() -> None:
    told("new", shown("a", 64))
    Report.objects.create(process="old", at=Now(), text='{"games":[{"name":"?"}]}')
    Report.objects.create(process="torn", at=Now(), text='{"ga')
    assert ids() == ["a"]


@pytest.mark.django_db
def test_the_reports_are_not_logged() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'games_report'")
        assert cursor.fetchone() == ("u",)


@pytest.mark.django_db
def test_the_api_tells_the_same(client: Client) -> None:
    told("one", shown("aaaaaaaa", 64, player=None), shown("bbbbbbbb", 900, shape="5x5"), aaaaaaaa=3)
    assert client.get("/api/watch/?shape=4x4").json() == {
        "results": [
            {
                "id": "aaaaaaaa",
                "shape": "4x4",
                "kind": "ranked",
                "player": None,
                "score": 64,
                "largest": 4,
                "ply": 9,
                "board": BOARD,
                "watchers": 3,
            }
        ]
    }
    answer = client.get("/api/watch/?limit=1")
    assert [game["id"] for game in answer.json()["results"]] == ["bbbbbbbb"]
    same = client.get("/api/watch/?limit=1", headers={"If-None-Match": answer["ETag"]})
    assert same.status_code == 304
    for wrong in ("shape=9x9", "limit=0", "limit=13", "limit=x", "bots=perhaps"):
        refused = client.get(f"/api/watch/?{wrong}")
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lang", "points", "watching"), [("en", "1,234", "3 watching"), ("fa", "۱٬۲۳۴", "۳ تماشاگر")]
)
def test_the_page_is_whole_without_a_script(
    client: Client, lang: str, points: str, watching: str
) -> None:
    told("one", shown("aaaaaaaa", 1234), aaaaaaaa=3)
    page = client.get(f"/{lang}/watch/").content.decode()
    assert f'href="/{lang}/games/aaaaaaaa/"' in page
    for text in (points, watching, '<bdi data-part="player">mina</bdi>'):
        assert text in page
    assert '<div id="nobody" hidden>' in page
    assert client.get(f"/{lang}/watch/?shape=3x3").content.decode().count("aaaaaaaa") == 0
    for wrong in ("shape=9x9", "bots=2", "shape="):
        assert client.get(f"/{lang}/watch/?{wrong}").status_code == 404


@pytest.mark.django_db
def test_while_nobody_plays_the_page_shows_the_best_there_were(client: Client) -> None:
    page = client.get("/en/watch/").content.decode()
    assert "Nobody plays here just now" in page
    best = counted(player("alice"), 900)
    assert f"/en/games/{best.pk}/" in client.get("/en/watch/").content.decode()
