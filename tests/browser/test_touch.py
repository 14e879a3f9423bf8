"""Fingers on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.person import Person
from tests.browser.positions import ALMOST_OVER
from tests.browser.words import in_english, in_persian

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 560},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}
NARROWEST = 320
MIDDLE = ([0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
SCROLLED = "scrollY > 50"
UP = 1  # the cell where it goes
Way = tuple[float, float]


@pytest.fixture
def mina(people: Callable[..., Person], lang: str) -> Person:
    return people(lang, **PHONE)


class Hand:
    """Moves fingers on the glass as the browser's own input does."""

    def __init__(self, person: Person, over: str) -> None:
        """Over the middle of an element."""
        self.glass: CDPSession = person.context.new_cdp_session(person.page)
        box = person.page.locator(over).bounding_box()
        assert box
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def swipe(self, *ways: Way) -> None:
        """One finger for each way, from beside each other, in ten steps."""
        for step in range(11):
            points = [
                {"x": self.x + 30 * finger + dx * step / 10, "y": self.y + dy * step / 10}
                for finger, (dx, dy) in enumerate(ways)
            ]
            self._touch("touchMove" if step else "touchStart", points)
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        ids = [point | {"id": finger} for finger, point in enumerate(points)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": ids})


@in_persian
def test_a_swipe_on_the_board_moves_once_and_scrolls_nothing(mina: Person) -> None:
    mina.begin_at(*MIDDLE)
    hand = Hand(mina, "#board")
    hand.swipe((90, 90))  # neither right nor down
    hand.swipe((-80, 0), (80, 0))  # two fingers
    hand.swipe((0, -150))
    mina.wait_for(1)
    assert mina.board()[UP] == 2
    hand.swipe((150, 4))
    mina.wait_for(2)
    assert mina.page.evaluate("scrollY") == 0


@in_persian
def test_beside_the_board_and_after_the_end_the_page_scrolls(mina: Person) -> None:
    mina.begin_at(*ALMOST_OVER)
    Hand(mina, ".foot").swipe((0, -150))
    mina.page.wait_for_function(SCROLLED, timeout=5000)
    assert mina.ply == 0
    mina.page.evaluate("scrollTo(0, 0)")
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#end")).to_be_visible()
    Hand(mina, "#board").swipe((0, -150))
    mina.page.wait_for_function(SCROLLED, timeout=5000)


@in_english
def test_a_tap_on_the_empty_board_begins_the_game(mina: Person) -> None:
    mina.open()
    box = mina.page.locator("#board").bounding_box()
    assert box
    mina.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    mina.wait_for(0)


def test_nothing_scrolls_sideways_on_the_narrowest_phone(
    people: Callable[..., Person], lang: str
) -> None:
    mina = people(lang, fresh=True, **PHONE | {"viewport": {"width": NARROWEST, "height": 600}})
    mina.sign("signup", "a-name-of-20-letters")
    mina.begin_at(*ALMOST_OVER)
    mina.move()
    expect(mina.page.locator("#end")).to_be_visible()
    wide = {"the end": width(mina)}
    pages = ("", "play/5x5/", "leaderboards/4x4/", "leaderboards/2x4/", "accounts/", "nowhere/")
    for path in (*pages, "players/a-name-of-20-letters/", "accounts/password/"):
        mina.open(path)
        wide[path] = width(mina)
    mina.context.clear_cookies()
    accounts = ("accounts/login/", "accounts/signup/", "accounts/password/reset/")
    for path in ("", "archive/", "fair/", *accounts):
        mina.open(path)
        wide[f"{path} for strangers"] = width(mina)
    assert {path: width for path, width in wide.items() if width > NARROWEST} == {}


def width(person: Person) -> int:
    """How wide the page is."""
    return int(person.page.evaluate("document.scrollingElement.scrollWidth"))
