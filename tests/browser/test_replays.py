"""Finished games, watched again."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.models import Game
from games.rules.board import Direction
from tests.browser.contexts import WINDOW
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian
from tests.games.cast import player
from tests.games.replayed import long_game, played, positions

DRAGS = 100  # in each language
LINE = ".timeline"
ROUND = tuple(Direction) * 30
# Every position that is shown from now on: where the figures say it is, its score and its tiles.
RECORD = """() => {
  const board = document.querySelector(".board");
  const cells = [...board.querySelectorAll(".cell")];
  const score = document.querySelector("[data-part='score']");
  window.shown = [];
  new MutationObserver(() => window.shown.push([
    Number(board.dataset.ply), score.textContent, cells.map((cell) => Number(cell.dataset.v)),
  ])).observe(board, { attributeFilter: ["data-ply"] });
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def opened(person: Person, game: Game, place: str = "") -> Page:
    """The page of a game with all of it rebuilt."""
    person.open(f"games/{game.pk}/{place}")
    expect(person.page.locator(".replay")).to_have_attribute("aria-busy", "false", timeout=20_000)
    return person.page


def values(cells: bytes) -> list[int]:
    return [1 << exponent if exponent else 0 for exponent in cells]


def stands_at(person: Person, ply: int, truth: list[Any]) -> None:
    """What is seen on the screen is this position."""
    person.wait_for(ply)
    assert (person.board(), person.score) == (values(truth[ply].cells), truth[ply].score)


# --- a long game ----------------------------------------------------------------------------------
def test_thirty_thousand_moves_are_scrubbed_without_a_dropped_position(mina: Person) -> None:
    game = long_game(player("mina"))
    truth = list(positions(game))
    assert len(truth) == 30_001
    mina.page.set_viewport_size({"width": 390, "height": 844})
    page = opened(mina, game, "#12345")
    stands_at(mina, 12_345, truth)
    page.evaluate(RECORD)
    box = page.locator(LINE).bounding_box()
    assert box
    chance, landed = Random(1), []
    for _ in range(DRAGS):
        start, end = (chance.uniform(box["x"], box["x"] + box["width"] - 0.01) for _ in "12")
        page.mouse.move(start, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(end, box["y"] + 30, steps=2)
        page.mouse.up()
        page.evaluate(TWO_FRAMES)
        landed.append(round((end - box["x"]) / box["width"] * 30_000))
        assert mina.ply == landed[-1]
        if len(landed) % 50 == 0:
            stands_at(mina, landed[-1], truth)
    shown = page.evaluate("window.shown")
    assert set(landed) <= {ply for ply, *_ in shown}
    assert len(shown) > DRAGS
    for ply, score, cells in shown:
        assert (score, cells) == (mina.figure(truth[ply].score), values(truth[ply].cells)), ply


# --- ways through a game --------------------------------------------------------------------------
def test_a_game_just_ended_is_checked_and_replayed_from_its_banner(mina: Person) -> None:
    mina.begin("2x4")
    mina.play_to_the_end()
    mina.page.click("#end-replay")
    game = Game.objects.get()
    truth = list(positions(game))
    stands_at(mina, game.ply, truth)
    expect(mina.page.locator(".check")).to_have_attribute("data-state", "held")
    press = mina.page.keyboard.press
    press("Home")
    stands_at(mina, 0, truth)
    for ply in (1, 2, 3):
        press("ArrowRight")
        stands_at(mina, ply, truth)
    press("ArrowLeft")
    stands_at(mina, 2, truth)
    expect(mina.page).to_have_url(f"{mina.page.url.partition('#')[0]}#2")
    for _ in "1234":
        press("Equal")
    press("Space")
    mina.wait_for(game.ply)
    stands_at(mina, game.ply, truth)


@in_english
def test_a_link_to_a_move_leads_to_it(tinkerer: Person, people: Callable[..., Person]) -> None:
    tinkerer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = played(player("mina"), "4x4", ROUND)
    page = opened(tinkerer, game)
    page.click("[data-order='first']")
    page.click("[data-order='forward']")
    page.click("#copy-move")
    expect(page.locator("#shared")).to_have_text("Link copied")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    otter = people(tinkerer.lang)
    otter.page.goto(link)
    stands_at(otter, 1, list(positions(game)))


@in_persian
def test_a_finger_scrubs_along_the_line(people: Callable[..., Person], lang: str) -> None:
    """Time runs from left to right here, too, as in the players of films."""
    game = played(player("mina"), "4x4", ROUND)
    mina = people(lang, has_touch=True, viewport={"width": 390, "height": 844})
    page = opened(mina, game)
    stands_at(mina, game.ply, list(positions(game)))
    page.wait_for_load_state("networkidle")  # the check of the record moves what is below it
    cdp = mina.context.new_cdp_session(page)

    def touch(kind: str, share: float) -> None:
        box = page.locator(LINE).bounding_box()
        assert box
        point = {"x": box["x"] + share * box["width"], "y": box["y"] + 30}
        points = [] if kind == "touchEnd" else [point]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for _ in range(5):  # a browser that is busy drops a touch now and then
        touch("touchStart", 0.0)
        page.wait_for_timeout(200)
        began = page.get_attribute(".replay .board", "data-ply")
        touch("touchMove", 0.25)
        touch("touchMove", 0.5)
        touch("touchEnd", 0.5)
        page.wait_for_timeout(200)
        if (began, mina.page.get_attribute(".replay .board", "data-ply")) == (
            "0",
            str(game.ply // 2),
        ):
            break
    else:
        raise AssertionError("the finger never led from the beginning to the middle")
    stands_at(mina, game.ply // 2, list(positions(game)))
    said = page.get_attribute(f"{LINE} input", "aria-valuetext") or ""
    assert said.startswith(f"حرکت {mina.figure(game.ply // 2)} از {mina.figure(game.ply)}")


# --- for everybody --------------------------------------------------------------------------------
def test_replays_are_made_for_everybody(mina: Person) -> None:
    """In light in English, in dark in Persian; at the width of any phone."""
    mina.page.emulate_media(color_scheme="dark" if mina.lang == "fa" else "light")
    owner = player("m" * 20)
    made = [played(owner, "4x4", ROUND), played(owner, "4x4", ())]
    for place in (*(f"games/{game.pk}/" for game in made), f"games/{made[0].pk}/embed/"):
        mina.open(place)
        if "embed" not in place:
            expect(mina.page.locator(".check")).to_have_attribute("data-state", "held")
        for width in (320, 390, 1280):
            mina.page.set_viewport_size({"width": width, "height": 844})
            assert mina.page.evaluate("document.documentElement.scrollWidth") <= width, place
        found = Axe().run(mina.page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], place
    mina.page.set_viewport_size(WINDOW)


# --- in other sites -------------------------------------------------------------------------------
class Elsewhere(BaseHTTPRequestHandler):
    """Another site, whose page has the address in its query in a frame."""

    def do_GET(self) -> None:
        """That page."""
        address = unquote(self.path.partition("?")[2])
        body = f'<!doctype html><iframe src="{address}" width="480" height="820"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Its address; to a browser `localhost` is another site than 127.0.0.1."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_replay_plays_within_another_site_and_no_other_page_does(
    mina: Person, elsewhere: str
) -> None:
    game = played(player("mina"), "3x3", ROUND)
    mina.open(f"games/{game.pk}/")
    here = mina.page.url
    mina.context.clear_cookies()
    mina.page.goto(f"{elsewhere}?{here}embed/")
    frame = mina.page.frame_locator("iframe")
    expect(frame.locator(".replay")).to_have_attribute("aria-busy", "false")
    frame.locator("[data-order='first']").click()
    expect(frame.locator(".board")).to_have_attribute("data-ply", "0")
    frame.locator("[data-order='forward']").click()
    expect(frame.locator("[data-part='move']")).to_have_text(mina.figure(1))
    assert mina.context.cookies(here) == []
    with mina.page.expect_response(here) as refused:
        mina.page.goto(f"{elsewhere}?{here}")
    assert refused.value.headers["x-frame-options"] == "DENY"
    expect(mina.page.frame_locator("iframe").locator(".replay")).to_have_count(0)
    assert all(error.startswith("Refused to display") for error in mina.errors)
    mina.errors.clear()
