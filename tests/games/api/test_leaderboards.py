"""Boards in the API."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.games.cast import NOON, counted, player

pytestmark = pytest.mark.django_db
ALL_TIME = "/api/leaderboards/4x4/all/"


def test_a_row_is_rank_player_value_game_and_when(client: Client) -> None:
    made = counted(player("نیلوفر"), 900)
    answer = client.get(ALL_TIME)
    assert answer.status_code == 200
    assert answer.json() == {
        "next": None,
        "previous": None,
        "results": [
            {
                "rank": 1,
                "player": "نیلوفر",
                "value": 900,
                "game": made.pk,
                "at": "2026-11-02T12:00:00Z",
            }
        ],
    }


def test_an_empty_board_is_an_empty_list(client: Client) -> None:
    assert client.get("/api/leaderboards/5x5/day/").json()["results"] == []


def test_next_and_previous_are_addresses_that_lead_through_the_board(client: Client) -> None:
    for n in range(5):
        counted(player(f"p{n}"), 900 - n)
    first = client.get(f"{ALL_TIME}?limit=2&metric=score").json()
    second = client.get(first["next"]).json()
    third = client.get(second["next"]).json()
    pages = [[row["rank"] for row in page["results"]] for page in (first, second, third)]
    assert pages == [[1, 2], [3, 4], [5]]
    assert (first["previous"], third["next"]) == (None, None)
    assert client.get(third["previous"]).json() == second


def test_an_older_period_is_named_by_any_of_its_days(client: Client) -> None:
    counted(player("alice"), 900, at=datetime(2024, 12, 31, 12, tzinfo=UTC))
    week = "/api/leaderboards/4x4/week/"
    found = [
        len(client.get(week, {"on": day}).json()["results"])
        for day in ("2024-12-29", "2024-12-30", "2025-01-05", "2025-01-06")
    ]
    assert found == [0, 1, 1, 0]


def test_the_running_period_is_meant_where_none_is_named(client: Client) -> None:
    counted(player("alice"), 900, at=datetime.now(UTC))
    for period in ("all", "year", "month", "week", "day"):
        assert len(client.get(f"/api/leaderboards/4x4/{period}/").json()["results"]) == 1, period


def test_the_fastest_win_has_a_board_of_its_own(client: Client) -> None:
    counted(player("alice"), 900, won_at=NOON - timedelta(minutes=50))
    (row,) = client.get(ALL_TIME, {"metric": "fastest"}).json()["results"]
    assert row["value"] == 600_000


def test_around_me_are_my_neighbours(client: Client) -> None:
    people = [player(name) for name in ("alice", "bob", "charlie")]
    for owner, score in zip(people, (900, 700, 500), strict=True):
        counted(owner, score)
    client.force_login(people[1])
    seen = client.get(f"{ALL_TIME}around/").json()
    assert (seen["me"]["rank"], seen["me"]["player"], seen["missing"]) == (2, "bob", 200)
    assert [row["player"] for row in seen["above"] + seen["below"]] == ["alice", "charlie"]


def test_around_is_empty_for_somebody_who_has_not_played(client: Client) -> None:
    client.force_login(player("alice"))
    seen = client.get(f"{ALL_TIME}around/").json()
    assert seen == {"me": None, "above": [], "below": [], "missing": None}


def test_around_is_for_somebody_signed_in(client: Client) -> None:
    answer = client.get(f"{ALL_TIME}around/")
    assert answer.status_code == 403
    assert answer.json() == {"code": "not_allowed", "detail": "Sign in to see this."}


def test_the_fewest_moves_have_a_board_of_their_own(client: Client) -> None:
    counted(player("alice"), 900, won_at=NOON, won_at_ply=940)
    counted(player("bob"), 900, won_at=NOON, won_at_ply=930)
    rows = client.get(ALL_TIME, {"metric": "fewest"}).json()["results"]
    assert [(row["rank"], row["player"], row["value"]) for row in rows] == [
        (1, "bob", 930),
        (2, "alice", 940),
    ]


def test_a_page_can_begin_with_a_rank_or_a_name_and_goes_on_by_cursor(client: Client) -> None:
    for n in range(6):
        counted(player(f"p{n}"), 900 - n)
    by_rank = client.get(ALL_TIME, {"rank": 3, "limit": 2}).json()
    by_name = client.get(ALL_TIME, {"name": "P2", "limit": "2"}).json()
    assert [row["rank"] for row in by_rank["results"]] == [3, 4]
    assert by_rank["results"] == by_name["results"]
    for page in (by_rank, by_name):
        after, before = client.get(page["next"]).json(), client.get(page["previous"]).json()
        assert [row["rank"] for row in after["results"]] == [5, 6]
        assert [row["rank"] for row in before["results"]] == [1, 2]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"rank": 2}, 404, "no_such_place"),
        ({"rank": 10**30}, 404, "no_such_place"),
        ({"name": "bob"}, 404, "no_such_place"),
        ({"name": "nobody"}, 404, "no_such_player"),
        ({"rank": 0}, 400, "malformed"),
        ({"rank": "1.0"}, 400, "malformed"),
        ({"name": ""}, 400, "malformed"),
        ({"cursor": ""}, 400, "malformed"),
        ({"rank": 1, "name": "alice"}, 400, "malformed"),
    ],
)
def test_what_cannot_be_gone_to_is_refused(
    client: Client, query: dict[str, str], status: int, code: str
) -> None:
    counted(player("alice"), 900)
    player("bob")
    answer = client.get(ALL_TIME, query)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_anybody_may_ask_for_the_place_that_a_score_would_take(client: Client) -> None:
    made = counted(player("alice"), 900)
    seen = client.get(f"{ALL_TIME}around/", {"score": 500}).json()
    assert seen == {
        "me": {"rank": 2, "player": None, "value": 500, "game": None, "at": None},
        "above": [
            {
                "rank": 1,
                "player": "alice",
                "value": 900,
                "game": made.pk,
                "at": "2026-11-02T12:00:00Z",
            }
        ],
        "below": [],
        "missing": 400,
    }
    client.force_login(player("bob"))
    assert client.get(f"{ALL_TIME}around/", {"score": 900}).json()["me"]["player"] == "bob"
    client.force_login(player("guest-1", is_guest=True))
    assert client.get(f"{ALL_TIME}around/", {"score": 901}).json()["me"]["player"] is None


@pytest.mark.parametrize(
    "query", [{"score": -1}, {"score": 2**70}, {"score": "x"}, {"score": 5, "metric": "fewest"}]
)
def test_a_score_that_cannot_be_one_is_refused(client: Client, query: dict[str, str]) -> None:
    assert client.get(f"{ALL_TIME}around/", query).status_code == 400
