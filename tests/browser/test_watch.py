"""Watching those who play, and playing without them."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian

SOON_MS = 6_000  # a beat to tell what is played, one to hear it, two for how many watch
CARD = "#shows [data-game]"


def test_who_plays_is_found_watched_and_may_play_alone(
    mina: Person, people: Callable[..., Person]
) -> None:
    """From an empty list over a live board to a closed door; all of it fits a phone."""
    otter = people(mina.lang, viewport={"width": 390, "height": 844})
    otter.open("watch/")
    expect(otter.page.locator("#nobody")).to_be_visible()
    assert faults(otter) == []
    mina.begin()
    mina.play(2)
    game = Game.objects.get()
    card = otter.page.locator(CARD)
    expect(card.locator("[data-part=score]")).to_have_text(mina.figure(mina.score), timeout=SOON_MS)
    expect(otter.page.locator("#nobody")).to_be_hidden()
    expect(card.locator("bdi")).to_have_text(otter.words("a guest"))
    assert faults(otter) == []
    assert otter.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mina.play(1)
    seen = card.locator("i[data-v]")
    expect(seen).to_have_count(sum(value > 0 for value in mina.board()), timeout=SOON_MS)

    card.locator("a").click()
    otter.wait_for(3)
    mina.play(1)
    otter.stands_at(game)
    one = otter.words("{watchers} watching", watchers=1)
    for person in (otter, mina):
        expect(person.page.locator("[data-watchers]")).to_have_text(one, timeout=SOON_MS)
    otter.page.keyboard.press("ArrowLeft")
    otter.page.keyboard.press("ArrowUp")
    mina.stands_at(game)

    mina.page.uncheck("#watchable")
    said = "Nobody can watch now. Your games can be looked at when they have ended."
    expect(mina.page.locator("#spectators-said")).to_have_text(mina.words(said))
    alone = "This game is played without spectators. It can be looked at when it has ended."
    expect(otter.page.locator("#trouble-text")).to_have_text(otter.words(alone))
    otter.page.reload()
    expect(otter.page.locator("main")).to_contain_text(otter.words(alone))
    assert faults(otter) == []
    mina.play(1)
    mina.stands_at(game)
    nobody = mina.words("Nobody is watching.")
    expect(mina.page.locator("[data-watchers]")).to_have_text(nobody, timeout=SOON_MS)
    mina.page.reload()
    expect(mina.page.locator("#watchable")).not_to_be_checked()


@in_persian
def test_a_member_switches_spectators_off_and_on_again(mina: Person) -> None:
    mina.sign("signup", "mina")
    mina.open("accounts/")
    alone = "Nobody can watch you play. Your games can be looked at when they have ended."
    for button, then in (
        ("Play without spectators", alone),
        ("Let others watch", "Others may watch you play."),
    ):
        mina.page.get_by_role("button", name=mina.words(button)).click()
        expect(mina.page.locator("main")).to_contain_text(mina.words(then))


@in_english
def test_who_comes_to_play_sees_the_best_game_until_their_own_begins(
    mina: Person, people: Callable[..., Person]
) -> None:
    mina.begin()
    mina.play(1)
    otter = people(mina.lang)
    otter.open()
    card = otter.page.locator("#featured")
    expect(card.locator("[data-part=score]")).to_have_text(mina.figure(mina.score), timeout=SOON_MS)
    assert faults(otter) == []
    otter.page.click("#play")
    expect(card).to_be_hidden()
    otter.wait_for(0)
    otter.page.reload()
    otter.wait_for(0)
    expect(card).to_have_count(0)


@in_english
def test_a_lost_line_is_told_and_comes_back(
    tinkerer: Person, people: Callable[..., Person]
) -> None:
    mina = people(tinkerer.lang)
    mina.begin()
    mina.play(1)
    tinkerer.open("watch/")
    expect(tinkerer.page.locator(CARD)).to_have_count(1, timeout=SOON_MS)
    tinkerer.context.set_offline(True)
    lost = tinkerer.page.locator("#line-lost")
    expect(lost).to_be_visible(timeout=9_000)
    expect(tinkerer.page.locator(CARD)).to_have_count(1)
    tinkerer.context.set_offline(False)
    expect(lost).to_be_hidden(timeout=9_000)


def faults(person: Person) -> list[str]:
    """What axe finds; English is read in light and Persian in dark."""
    theme = {"en": "light", "fa": "dark"}[person.lang]
    person.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    found = Axe().run(person.page).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
