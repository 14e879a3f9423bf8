"""Boards as people read them: leafing, going to somebody, and places that move as others play."""

import re
from datetime import UTC, datetime, timedelta

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian
from tests.games.cast import counted, player

CLASSIC = "leaderboards/4x4/"
SOON_MS = 30_000  # an open page asks every twelve seconds


def crowd(amount: int) -> list[User]:
    """Players whose games have just ended, the best first."""
    now = datetime.now(UTC)
    people = [player(f"p{n:02}") for n in range(amount)]
    for n, owner in enumerate(people):
        counted(owner, 9000 - 4 * n, at=now)
    return people


def names(person: Person) -> list[str]:
    """Who stands in the rows, from the top."""
    return person.page.locator("tbody tr[data-player] th").all_inner_texts()


@in_persian
def test_pages_lead_down_and_back_and_keep_their_place(mina: Person) -> None:
    crowd(60)
    mina.open(f"{CLASSIC}?period=month")
    assert names(mina) == [f"p{n:02}" for n in range(25)]
    mina.page.click("[rel=next]")
    mina.page.click("[rel=next]")
    assert names(mina) == [f"p{n:02}" for n in range(50, 60)]
    assert "period=month" in mina.page.url
    mina.page.go_back()
    assert names(mina)[0] == "p25"
    mina.page.click("[rel=prev]")
    assert names(mina)[0] == "p00"
    mina.page.reload()
    assert names(mina)[0] == "p00"


@in_persian
def test_a_rank_and_a_name_are_gone_to_and_seen(mina: Person) -> None:
    crowd(60)
    mina.open(f"{CLASSIC}?period=week")
    for to in (mina.figure("41"), "P40"):
        mina.page.fill("#to", to)
        mina.page.press("#to", "Enter")
        found = mina.page.locator("tr#found")
        expect(found).to_contain_text("p40")
        expect(found).to_be_in_viewport()
        expect(found.locator("td").first).to_have_text(mina.figure(41))
    mina.page.fill("#to", "nobody")
    mina.page.press("#to", "Enter")
    said = "There is no player with this name. These are the first places."
    expect(mina.page.locator("#found")).to_have_text(mina.words(said))
    assert names(mina)[0] == "p00"


@in_english
def test_a_row_opens_the_game_that_earned_it(mina: Person) -> None:
    crowd(1)
    mina.open(CLASSIC)
    mina.page.click("tr .to-game")
    expect(mina.page.locator("h1")).to_contain_text(mina.figure(9000))
    assert mina.page.url.endswith(f"/games/{Game.objects.get().pk}/")


def test_an_empty_board_says_so_and_leads_to_a_game(mina: Person) -> None:
    mina.open("leaderboards/3x3/?period=day")
    empty = mina.page.locator(".empty")
    expect(empty.locator("p")).to_have_text(mina.words("Nobody has a score on this board yet."))
    expect(mina.page.locator(".countdown time")).not_to_be_empty()
    empty.locator("a").click()
    expect(mina.page.locator("#play")).to_be_visible()
    assert mina.page.url.endswith("/play/3x3/")


def test_an_older_month_is_two_links_away_and_has_an_address(mina: Person) -> None:
    counted(player("sep"), 900, at=datetime(2025, 9, 20, tzinfo=UTC))
    counted(player("oct"), 900, at=datetime(2025, 10, 20, tzinfo=UTC))
    mina.open(f"{CLASSIC}?period=month")
    expect(mina.page.locator(".empty")).to_be_visible()
    for name in ("oct", "sep"):
        mina.page.click(".span a >> nth=0")
        assert names(mina) == [name]
    assert mina.page.url.endswith("?period=month&on=2025-09-01")
    mina.page.go_back()
    assert names(mina) == ["oct"]


@in_persian
def test_an_open_board_follows_what_happens(mina: Person) -> None:
    people = crowd(5)
    mina.open(CLASSIC)
    mina.page.focus("tr[data-player=p04] th a")
    counted(people[4], 20_000)
    first = mina.page.locator("tbody tr").first
    expect(first).to_have_attribute("data-player", "p04", timeout=SOON_MS)
    assert names(mina) == ["p04", "p00", "p01", "p02", "p03"]
    expect(mina.page.locator("tr[data-player=p04] th a")).to_be_focused()


@in_english
def test_the_place_moves_while_somebody_plays(mina: Person) -> None:
    """A guest passes everybody; the neighbours are the server's, the way up the page's own."""
    now = datetime.now(UTC)
    for score in (8, 16, 40_000):
        counted(player(f"s{score}"), score, at=now - timedelta(minutes=1))
    asked: list[str] = []
    mina.page.on("request", lambda request: asked.append(request.url))
    mina.begin()
    me = mina.page.locator("#place-card .me span").first
    expect(me).to_have_text(mina.figure(4))
    expect(mina.page.locator("#place-card li")).to_have_count(3)
    while mina.score < 20:
        mina.move()
    expect(me).to_have_text(mina.figure(2))
    mina.wait_for(mina.ply)
    missing = mina.words("{points} points to the next place", points=40_000 - mina.score)
    expect(mina.page.locator("#place-card p")).to_have_text(missing)
    rows = mina.page.locator("#place-card bdi")
    expect(rows).to_have_text(["s40000", mina.words("You"), re.compile("s(8|16)")])
    assert len([url for url in asked if "/around/" in url]) <= 4


@in_english
def test_who_watches_sees_no_place_of_their_own(mina: Person) -> None:
    made = counted(player("alice"), 900, status="playing", ended_at=None)
    mina.open(f"games/{made.pk}/")
    expect(mina.page.locator(".watching")).to_be_visible()
    expect(mina.page.locator("#place-card")).to_have_count(0)


def test_axe_finds_nothing_on_a_board(mina: Person) -> None:
    """In light in English, in dark in Persian: no colour depends on the language."""
    crowd(30)
    mina.page.emulate_media(color_scheme="dark" if mina.lang == "fa" else "light")
    for query in ("?period=week&to=20", "?period=month&metric=fewest", "?to=nobody"):
        mina.open(CLASSIC + query)
        found = Axe().run(mina.page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_nothing_is_wider_than_a_phone(mina: Person) -> None:
    counted(player("m" * 20), 3_221_225_476)
    for query in ("", "?period=week&on=2026-11-02", "?to=nobody"):
        mina.open(CLASSIC + query)
        for width in (320, 390):
            mina.page.set_viewport_size({"width": width, "height": 700})
            assert mina.page.evaluate("document.documentElement.scrollWidth") <= width
