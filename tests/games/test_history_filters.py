"""Which games of a history are shown, in which order, and at what cost."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games import history
from games.cursors import HistoryCursor, from_text, to_text
from games.errors import Malformed
from games.history import Sort, Wanted
from games.models import Game, Summary
from tests.games.cast import NOON, game, player

SHAPES = ["4x4", "3x3"]
MOMENTS = st.sampled_from(
    [
        datetime(2026, 11, 1, 23, 59, 59, 999_999, tzinfo=UTC),
        datetime(2026, 11, 2, tzinfo=UTC),
        datetime(2026, 11, 2, 12, tzinfo=UTC),
        datetime(2026, 11, 3, 0, 0, 0, 1, tzinfo=UTC),
    ]
)
COLUMNS: dict[str, dict[str, Any]] = {
    "running": {"status": Game.Status.PLAYING, "ended_at": None},
    "won": {"won_at": NOON},
    "over": {},
    "given_up": {"status": Game.Status.GIVEN_UP},
}
made = st.tuples(
    st.sampled_from(SHAPES),
    st.sampled_from(list(COLUMNS)),
    st.integers(0, 3),  # so few scores and lengths that many are equal
    st.integers(0, 3),
    MOMENTS,
)
wanted = st.builds(
    Wanted,
    shape=st.none() | st.sampled_from(SHAPES),
    result=st.none() | st.sampled_from(list(COLUMNS)),
    first_day=st.none() | st.dates(date(2026, 11, 1), date(2026, 11, 4)),
    last_day=st.none() | st.dates(date(2026, 11, 1), date(2026, 11, 4)) | st.just(date.max),
)


def is_wanted(one: Any, asked: Wanted, sort: Sort) -> bool:
    shape, result, _, _, at = one
    return (
        asked.shape in (None, shape)
        and asked.result in (None, result)
        and (asked.first_day is None or asked.first_day <= at.date())
        and (asked.last_day is None or at.date() <= asked.last_day)
        and (sort in (Sort.NEWEST, Sort.OLDEST) or result != "running")
    )


def key(one: Any, sort: Sort) -> Any:
    _, _, score, ply, at = one
    return {"started_at": at, "score": score, "moves": ply}[sort.column]


class Recounted(TestCase):
    """Every page together holds what plain Python finds."""

    @settings(max_examples=40, deadline=None)
    @given(st.lists(made, max_size=12), wanted, st.sampled_from(Sort), st.integers(1, 4))
    def test_pages_hold_what_is_wanted_in_order_and_both_ways(
        self, games: list[Any], asked: Wanted, sort: Sort, limit: int
    ) -> None:
        alice = player("alice")
        ids = {}
        for one in games:
            shape, result, score, ply, at = one
            columns = COLUMNS[result] | {"shape": shape, "ply": ply, "started_at": at}
            ids[game(alice, score, **columns).pk] = one
        game(player("bob"), 3)
        down, up = walk(alice.pk, limit, asked, sort)
        assert down == up
        assert sorted(down) == sorted(pk for pk in ids if is_wanted(ids[pk], asked, sort))
        keys = [key(ids[pk], sort) for pk in down]
        assert keys == sorted(keys, reverse=sort.descending)


def walk(player_id: int, limit: int, asked: Wanted, sort: Sort) -> tuple[list[str], list[str]]:
    """All ids from the first page to the last, and back again."""

    def page(cursor: str | None) -> Any:
        after = from_text(cursor, HistoryCursor) if cursor else None
        return history.page(player_id=player_id, after=after, limit=limit, wanted=asked, sort=sort)

    down = [page(None)]
    while cursor := down[-1].next:
        down.append(page(cursor))
    up = [down[-1]]
    while cursor := up[0].previous:
        up.insert(0, page(cursor))
    return [row.id for one in down for row in one.rows], [row.id for one in up for row in one.rows]


@pytest.mark.django_db
def test_a_place_in_another_order_is_refused() -> None:
    for sort, value in ((Sort.NEWEST, 7), (Sort.HIGHEST, NOON), (Sort.SHORTEST, NOON)):
        after = HistoryCursor(False, value, "k3T9xQ2b")
        with pytest.raises(Malformed):
            history.page(player_id=1, after=after, limit=5, sort=sort)


@pytest.mark.django_db
def test_a_game_ends_up_in_the_history_as_it_ended() -> None:
    alice = player("alice")
    prepared = game(
        alice, 0, status=Game.Status.PREPARED, cells=b"", started_at=None, ended_at=None
    )
    assert not Summary.objects.exists()
    Game.objects.filter(pk=prepared.pk).update(status=Game.Status.PLAYING, started_at=NOON)
    assert summary() == ("running", None, None)
    Game.objects.filter(pk=prepared.pk).update(score=64, ply=9)
    assert summary() == ("running", None, None)
    Game.objects.filter(pk=prepared.pk).update(status=Game.Status.GIVEN_UP, ended_at=NOON)
    assert summary() == ("given_up", 64, 9)
    bob = player("bob")
    Game.objects.filter(pk=prepared.pk).update(player=bob)
    assert Summary.objects.get().player_id == bob.pk


def summary() -> tuple[str, int | None, int | None]:
    return Summary.objects.values_list("result", "score", "moves").get()


@pytest.mark.django_db
def test_no_index_holds_a_column_that_moves_change() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = 'games_game'")
        definitions = " ".join(definition for (definition,) in cursor.fetchall())
    columns = set(re.findall(r"\w+", definitions))
    assert not columns & {"cells", "score", "ply", "tail", "status", "moved_at", "won_at"}


@pytest.mark.django_db
@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("result", [None, "won"])
def test_every_order_is_read_from_its_index_alone(sort: Sort, result: str | None) -> None:
    alice = player("alice")
    after = HistoryCursor(False, NOON if sort.column == "started_at" else 500, "k3T9xQ2b")
    asked = Wanted(shape="3x3", result=result, first_day=date(2026, 11, 1))
    rows = history.reading(player_id=alice.pk, after=after, wanted=asked, sort=sort)
    with connection.cursor() as cursor:
        # Among a handful of rows PostgreSQL would rather read them all.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    plan = rows[:26].explain()
    assert "Index Only Scan" in plan, plan
    assert f"summary_{sort.column.removesuffix('_at')}" in plan, plan
    assert "Sort" not in plan, plan


GAMES = "/en/players/alice/games/"


def ids(page: str) -> list[str]:
    return re.findall(r'href="/en/games/(\w{8})/"', page)


@pytest.mark.django_db
def test_the_page_filters_and_sorts_without_a_script_and_keeps_that_from_page_to_page(
    client: Client,
) -> None:
    alice = player("alice")
    small = [game(alice, n, shape="3x3", cells=bytes([5] * 9)).pk for n in range(30)]
    game(alice, 99)
    address = f"{GAMES}?shape=3x3&sort=highest&from=2026-11-02&to=2026-11-02&result=over"
    first = client.get(address).content.decode()
    assert '<option value="3x3" selected>' in first
    assert '<option value="highest" selected>' in first
    assert 'value="2026-11-02"' in first
    (link,) = re.findall(r'rel="next" href="([^"]+)"', first)
    second = client.get(GAMES + link.replace("&amp;", "&")).content.decode()
    assert ids(first) + ids(second) == small[::-1]
    assert '<option value="highest" selected>' in second


@pytest.mark.django_db
def test_what_is_not_there_is_said(client: Client) -> None:
    alice = player("alice")
    assert "No games yet." in client.get(GAMES).content.decode()
    game(alice, 9)
    none = client.get(f"{GAMES}?shape=5x5").content.decode()
    assert "No games like this." in none
    assert f'href="{GAMES}"' in none


@pytest.mark.django_db
def test_what_cannot_be_read_is_said_and_filters_nothing(client: Client) -> None:
    made = game(player("alice"), 9).pk
    page = client.get(f"{GAMES}?from=yesterday&shape=6x6&sort=best").content.decode()
    assert page.count('class="errors"') == 3
    assert ids(page) == [made]


@pytest.mark.django_db
def test_addresses_that_lead_nowhere_are_not_found(client: Client) -> None:
    player("alice")
    number = to_text(HistoryCursor(False, 7, "k3T9xQ2b"))
    for address in (f"{GAMES}?cursor=abc", f"{GAMES}?cursor={number}", "/en/players/nobody/games/"):
        assert client.get(address).status_code == 404, address


@pytest.mark.django_db
def test_the_api_filters_and_sorts(client: Client) -> None:
    alice = player("alice")
    old = game(alice, 5, started_at=NOON - timedelta(days=9))
    long = game(alice, 3, ply=900, won_at=NOON)
    small = game(alice, 7, shape="3x3", cells=bytes([5] * 9))

    def listed(query: str) -> list[str]:
        answer = client.get(f"/api/games/?player=alice&{query}")
        assert answer.status_code == 200, answer.content
        return [row["id"] for row in answer.json()["results"]]

    assert listed("sort=highest") == [small.pk, old.pk, long.pk]
    assert listed("sort=longest")[0] == long.pk
    assert listed("sort=oldest")[0] == old.pk
    assert listed("shape=3x3") == [small.pk]
    assert listed("result=won") == [long.pk]
    assert listed("to=2026-10-31") == [old.pk]
    assert set(listed("from=2026-11-01")) == {long.pk, small.pk}
    assert listed("from=9999-12-31") == listed("to=0001-01-01") == []
    first = client.get("/api/games/?player=alice&sort=lowest&limit=2").json()
    second = client.get(first["next"]).json()
    rows = first["results"] + second["results"]
    assert [row["score"] for row in rows] == [3, 5, 7]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["sort=best", "shape=6x6", "result=lost", "from=x", "to=2026-13-01", "cursor=W10"]
)
def test_the_api_refuses_what_it_cannot_read(client: Client, query: str) -> None:
    player("alice")
    answer = client.get(f"/api/games/?player=alice&{query}")
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
