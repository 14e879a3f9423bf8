"""The profile: figures in words, pictures and tables, in both languages."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.games.cast import counted, player

pytestmark = pytest.mark.django_db
PICTURE = re.compile(r'<svg[^>]*class="pygal-chart".*?</svg>', re.DOTALL)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.fixture
def alice() -> str:
    """Three classic games on three days in a row, and one on the small board."""
    owner = player("alice")
    now = datetime.now(UTC)
    for back, score in enumerate((900, 12_864, 300)):
        at = now - timedelta(days=back)
        counted(owner, score, at=at, started_at=at)
    small = bytes([6, 1, 0, 0, 0, 0, 0, 0, 0])
    counted(owner, 120, at=now, started_at=now, shape="3x3", cells=small)
    return owner.username


def test_bests_ranks_tiles_and_streaks_are_told(client: Client, alice: str) -> None:
    page = text(client, "/en/players/alice/")
    assert "4 games" in page
    assert "400 moves" in page
    assert "12,864" in page
    assert page.count("Rank 1") == 2
    assert page.count('class="chip"') == 2
    assert "3 days in a row now" in page
    assert "Played on 3 days of the last year" in page
    assert text(client, "/fa/players/alice/").count("۳ روز") >= 1


def test_a_shape_that_was_won_tells_the_fastest_win_and_the_fewest_moves(
    client: Client, alice: str
) -> None:
    assert "Fastest win" not in text(client, "/en/players/alice/")
    now = datetime.now(UTC)
    times = {"first_moved_at": now - timedelta(minutes=4, milliseconds=10_500), "won_at": now}
    won = counted(User.objects.get(username="alice"), 20_000, at=now, won_at_ply=941, **times)
    page = text(client, "/en/players/alice/")
    for value, metric in (("4:10.500", "fastest"), ("941", "fewest")):
        assert f'href="/en/games/{won.pk}/">{value}<' in page
        assert f'href="/en/leaderboards/4x4/?metric={metric}&amp;to=alice">Rank 1<' in page
    assert "۴:۱۰٫۵۰۰" in text(client, "/fa/players/alice/")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_picture_has_a_name_a_description_and_a_table(
    client: Client, alice: str, language: str
) -> None:
    page = text(client, f"/{language}/players/alice/")
    pictures = PICTURE.findall(page)
    assert len(pictures) == 3
    assert page.count("<details>") == page.count("<figure") == 4
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for picture in pictures:
        root = ElementTree.fromstring(picture)  # noqa: S314 - our own
        assert root.get("role") == "img"
        named = {child.get("id"): child.text for child in root if child.get("id")}
        assert list(named) == root.get("aria-labelledby", "").split()
        assert all(named.values())


@pytest.mark.parametrize(("language", "first"), [("en", "Mon"), ("fa", "شنبه")])
def test_the_table_of_the_calendar_names_the_days_of_the_week(
    client: Client, alice: str, language: str, first: str
) -> None:
    page = text(client, f"/{language}/players/alice/")
    (table,) = re.findall(r'chart activity">.*?<thead>(.*?)</thead>', page, re.DOTALL)
    heads = re.findall(r"<th [^>]*>(.*?)</th>", table)
    assert len(heads) == 8
    assert heads[1] == first


def test_pictures_hold_no_style_no_script_and_no_colour(client: Client, alice: str) -> None:
    page = text(client, "/en/players/alice/")
    assert " style=" not in page
    assert "<style" not in page
    for picture in PICTURE.findall(page):
        assert not re.search(r"<script|<!--|fill=|stroke=|#[0-9a-f]{3}", picture)


def test_persian_pictures_have_persian_figures_alone(client: Client, alice: str) -> None:
    for picture in PICTURE.findall(text(client, "/fa/players/alice/")):
        words = "".join(re.findall(r"<text[^>]*>([^<]*)", picture))
        assert words
        assert not re.search("[0-9]", words), words


def test_days_stand_as_far_from_each_other_as_they_were(client: Client) -> None:
    owner, now = player("dora"), datetime.now(UTC)
    for back in (40, 30, 0):
        at = now - timedelta(days=back)
        counted(owner, 900, at=at, started_at=at)
    picture = PICTURE.findall(text(client, "/en/players/dora/"))[-1]
    across = sorted({float(x) for x in re.findall(r'<circle cx="([\d.]+)"', picture)})
    assert len(across) == 3
    assert (across[1] - across[0]) / (across[2] - across[0]) == pytest.approx(0.25)
    heights = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', picture)]
    assert min(heights) >= 0


def test_no_figure_stands_twice_at_an_axis(client: Client, alice: str) -> None:
    picture = PICTURE.findall(text(client, "/en/players/alice/"))[1]
    ticks = re.findall(r'<text[^>]*class="[^"]*"[^>]*>([^<]*)', picture.partition("axis y")[2])
    assert ticks[:2] == ["0", "1"]
    assert len(ticks) == len(set(ticks))


def test_a_board_is_chosen_and_the_one_played_most_comes_first(client: Client, alice: str) -> None:
    page = text(client, "/en/players/alice/")
    assert 'data-v="2048"' in PICTURE.findall(page)[0]
    page = text(client, "/en/players/alice/?shape=3x3")
    assert 'data-v="64"' in PICTURE.findall(page)[0]
    assert re.search(r'href="\?shape=3x3#figures"[^>]*aria-current', page)


def test_only_the_player_is_offered_the_download(client: Client, alice: str) -> None:
    address = "/api/me/games.jsonl"
    assert address not in text(client, "/en/players/alice/games/")
    client.force_login(player("bob"))
    assert address not in text(client, "/en/players/alice/games/")
    client.force_login(User.objects.get(username="alice"))
    assert address in text(client, "/en/players/alice/games/")


def test_the_pages_cost_the_same_few_statements_however_much_was_played(
    client: Client, alice: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(20):
        text(client, "/en/players/alice/")
    with django_assert_max_num_queries(3):
        text(client, "/en/players/alice/games/")
