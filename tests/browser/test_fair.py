"""The page on which anybody checks a record, which never leaves their browser."""

import json

from playwright.sync_api import FilePayload, Request, ViewportSize, expect

from tests.browser.person import Person
from tests.browser.test_accessibility import faults
from tests.games.rules.given import Record, won

NARROW = ViewportSize(width=320, height=640)
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def chosen(person: Person, record: Record) -> None:
    content = json.dumps(record).encode()
    file = FilePayload(name="k3T9xQ2b.json", mimeType="application/json", buffer=content)
    person.page.set_input_files("#file", files=[file])


def test_a_record_is_checked_where_it_is_chosen_and_pasted(mina: Person) -> None:
    """A true one, then one with another direction: which move it is, and why, in plain words."""
    sent: list[str] = []

    def hear(request: Request) -> None:
        sent.append(request.url)

    mina.open("fair/")
    mina.page.on("request", hear)
    chosen(mina, won())
    said = mina.page.locator("#check [role=status]")
    holds = mina.words("All of it holds: {moves} moves, {points} points.", moves=71, points=800)
    expect(said).to_have_text(holds)
    expect(mina.page.locator("#check [data-found=held]")).to_have_count(4)
    tiles = mina.words("All {n} tiles follow from the seed", n=73)
    expect(mina.page.locator("[data-part=tiles] [data-text]")).to_have_text(tiles)
    expect(mina.page.locator("[data-commitment]")).to_have_text(won()["commitment"])
    compare = mina.words("Compare the commitment with the one that was shown before the game.")
    expect(mina.page.locator("[data-compare] p:visible")).to_have_text(compare)
    false = won()
    false["moves"] = false["moves"][:2] + "U" + false["moves"][3:]
    mina.page.fill("#text", json.dumps(false))
    mina.page.click("#drop button")
    why = mina.words(
        "Move {move} ({direction}) changes nothing on the board as the seed and the moves before "
        "it leave it. Nothing after it was checked.",
        move=3,
        direction=mina.words("Up", "direction"),
    )
    expect(said).to_have_text(why)
    expect(mina.page.locator("#check [data-found=broken]")).to_have_count(1)
    expect(mina.page.locator("#check [data-found=held]")).to_have_count(1)
    expect(mina.page.locator("[data-compare]")).to_be_hidden()
    assert faults(mina) == []
    mina.page.set_viewport_size(NARROW)
    assert mina.page.evaluate(OVERFLOW) == 0
    assert all("/static/" in address for address in sent)
    mina.page.remove_listener("request", hear)
