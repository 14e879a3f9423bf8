"""Profiles and histories as people read them: pictures and their tables, some games, all games."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian
from tests.games.cast import counted, game, player

NOW = datetime.now(UTC)
DAY = timedelta(days=1)
SMALL = bytes([6, 1, 0, 0, 0, 0, 0, 0, 0])
SCORES = ".rows tbody tr td:nth-child(4)"


def played(owner: User) -> None:
    """Three games a day apart: a classic one, one of the small board, one that was won."""
    counted(owner, 900, at=NOW - 2 * DAY)
    counted(owner, 120, at=NOW - DAY, shape="3x3", cells=SMALL)
    times = {"first_moved_at": NOW - timedelta(minutes=4), "won_at": NOW}
    counted(owner, 20_480, at=NOW, won_at_ply=941, **times)


def scores(person: Person) -> list[str]:
    """Of the games in the rows, from the top."""
    return person.page.locator(SCORES).all_inner_texts()


def figures(person: Person, *values: int) -> list[str]:
    """As the person reads them."""
    return [person.figure(value) for value in values]


@in_persian
def test_a_profile_draws_its_figures_and_has_them_as_tables(mina: Person) -> None:
    played(player("alice"))
    mina.open("players/alice/")
    charts = mina.page.locator("figure.chart")
    expect(charts).to_have_count(4)
    expect(mina.page.locator("figure svg[role=img]")).to_have_count(3)
    for chart in charts.all():
        expect(chart.locator("table")).to_be_hidden()
        chart.locator("summary").click()
        expect(chart.locator("tbody tr").first).to_be_visible()
    tiles = charts.nth(1).locator("tbody tr").last
    expect(tiles).to_contain_text(mina.figure("2048"))
    mina.page.click("a[href='?shape=3x3#figures']")
    expect(charts.nth(1).locator("tbody tr").last).to_contain_text(mina.figure("64"))


@in_english
def test_a_best_leads_to_its_game_and_its_rank_to_the_place_on_the_board(mina: Person) -> None:
    alice = player("alice")
    played(alice)
    won = Game.objects.get(score=20_480)
    mina.open("players/alice/")
    card = mina.page.locator(".bests .card").first
    expect(card.locator(".best")).to_have_text(["20,480", "4:00.000", "941"])
    card.locator(".link").nth(2).click()
    expect(mina.page.locator("tr#found")).to_contain_text("941")
    mina.page.go_back()
    card.locator(".best").nth(1).click()
    expect(mina.page.locator("h1")).to_contain_text("20,480")
    assert mina.page.url.endswith(f"/games/{won.pk}/")


def test_a_history_is_narrowed_and_sorted_and_says_where_nothing_is_left(mina: Person) -> None:
    played(player("alice"))
    mina.open("players/alice/games/")
    assert scores(mina) == figures(mina, 20_480, 120, 900)
    show = mina.page.locator(".filter button")
    mina.page.select_option("[name=sort]", "lowest")
    show.click()
    assert scores(mina) == figures(mina, 120, 900, 20_480)
    mina.page.select_option("[name=shape]", "4x4")
    show.click()
    assert scores(mina) == figures(mina, 900, 20_480)
    mina.page.select_option("[name=result]", "won")
    show.click()
    assert scores(mina) == figures(mina, 20_480)
    mina.page.fill("[name=to]", (NOW - 2 * DAY).date().isoformat())
    show.click()
    expect(mina.page.locator(".empty p")).to_have_text(mina.words("No games like this."))
    mina.page.select_option("[name=result]", "")
    show.click()
    assert scores(mina) == figures(mina, 900)
    mina.page.locator("[name=from]").fill(NOW.date().isoformat())
    show.click()
    mina.page.click(".empty a")
    assert scores(mina) == figures(mina, 20_480, 120, 900)


@in_persian
def test_a_history_is_leafed_through_forward_and_back(mina: Person) -> None:
    alice = player("alice")
    for number in range(60):
        game(alice, 100 + number, at=NOW - number * DAY)
    game(alice, 5000, at=NOW, shape="3x3", cells=SMALL)
    mina.open("players/alice/games/?shape=4x4&sort=oldest")
    pages = [figures(mina, *range(159 - first, max(134 - first, 99), -1)) for first in (0, 25, 50)]
    assert scores(mina) == pages[0]
    for page in pages[1:]:
        mina.page.click("[rel=next]")
        assert scores(mina) == page
    expect(mina.page.locator("[rel=next]")).to_have_count(0)
    for page in pages[1::-1]:
        mina.page.click("[rel=prev]")
        assert scores(mina) == page
    assert "shape=4x4" in mina.page.url
    assert "sort=oldest" in mina.page.url


@in_english
def test_who_has_played_nothing_is_led_to_a_game_and_all_games_are_taken_as_lines(
    mina: Person,
) -> None:
    mina.sign("signup", "mina")
    for path in ("players/mina/", "players/mina/games/"):
        mina.open(path)
        expect(mina.page.locator(".empty p")).to_have_text("No games yet.")
        expect(mina.page.locator(".empty a")).to_have_text("Play")
    owner = User.objects.get(username="mina")
    made = [game(owner, 100, at=NOW - DAY), game(owner, 200, at=NOW)]
    mina.page.reload()
    with mina.page.expect_download() as waiting:
        mina.page.click("a[download]")
    assert waiting.value.suggested_filename == "kashi-games.jsonl"
    lines = Path(waiting.value.path()).read_text().splitlines()
    assert [json.loads(line)["game_id"] for line in lines] == [each.pk for each in made]


def test_nothing_of_a_player_is_wider_than_a_phone(mina: Person) -> None:
    owner = player("m" * 20)
    counted(owner, 3_221_225_476, at=NOW, shape="5x5", cells=bytes([17] * 25))
    hours = NOW - timedelta(hours=99)
    counted(owner, 3_900_000, at=NOW, first_moved_at=hours, won_at=NOW, won_at_ply=99_999)
    for path in ("", "games/"):
        mina.open(f"players/{owner.username}/{path}")
        for width in (320, 390):
            mina.page.set_viewport_size({"width": width, "height": 700})
            assert mina.page.evaluate("document.documentElement.scrollWidth") <= width
