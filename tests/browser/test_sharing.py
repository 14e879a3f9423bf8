"""Handing a result on, and taking up the challenge that it is."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import Game
from games.rules.board import Direction
from tests.browser.person import Person
from tests.browser.positions import ALMOST_OVER, END_OF_4X4
from tests.browser.words import in_english, in_persian
from tests.games.replayed import played

CLIPBOARD = "navigator.clipboard.readText()"


def finished(person: Person) -> Game:
    """A game that a push has just ended, with its banner."""
    game = person.begin_at(*ALMOST_OVER)
    person.move()
    expect(person.page.locator("#end-seed")).to_have_text(bytes(game.seed).hex())
    game.refresh_from_db()
    return game


def may_copy(person: Person) -> None:
    """As a person with a keyboard and no sheet of the device to share with."""
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.add_init_script("delete Navigator.prototype.share")


@in_english
def test_a_result_is_shared_with_the_keyboard_alone(tinkerer: Person) -> None:
    may_copy(tinkerer)
    game = finished(tinkerer)
    tinkerer.page.locator("#share").focus()
    tinkerer.page.keyboard.press("Enter")
    said = tinkerer.page.locator("#shared")
    expect(said).to_have_text(tinkerer.words("Link copied"))
    expect(said).to_have_attribute("role", "status")
    expect(tinkerer.page.locator("#share")).to_be_focused()
    link = str(tinkerer.page.evaluate(CLIPBOARD))
    assert link.endswith(f"/{tinkerer.lang}/games/{game.pk}/")
    tinkerer.page.goto(link)
    expect(tinkerer.page.locator("#seed")).to_have_text(bytes(game.seed).hex())


@in_persian
def test_a_challenge_goes_from_one_to_another_who_beats_it(
    tinkerer: Person, people: Callable[..., Person]
) -> None:
    may_copy(tinkerer)
    game = finished(tinkerer)
    Game.objects.filter(pk=game.pk).update(score=4)  # something that can be beaten in two moves
    tinkerer.page.click("#challenge-others")
    expect(tinkerer.page.locator("#shared")).to_have_text(tinkerer.words("Link copied"))
    link = str(tinkerer.page.evaluate(CLIPBOARD))
    otter = people(tinkerer.lang)
    otter.shape = "2x4"
    otter.page.goto(link)
    standing = otter.page.locator("#challenge-standing")
    expect(standing).to_have_text(otter.words("{points} points to go", points=4))
    otter.page.click("#play")
    otter.wait_for(0)
    own = Game.objects.exclude(pk=game.pk).get()
    own.cells = bytes([2, 2, 3, 3, 0, 0, 0, 0])  # 4 4 8 8: a push to the left makes 24 points
    own.save(update_fields=["cells"])
    otter.page.reload()  # the address still holds the challenge
    otter.wait_for(0)
    otter.page.keyboard.press("ArrowLeft")
    otter.wait_for(1)
    beaten = otter.words("Beaten by {points} points", points=20)
    expect(standing).to_have_text(beaten)
    expect(otter.page.locator("#announcer")).to_contain_text(f"{beaten}.")
    otter.page.keyboard.press("ArrowDown")
    otter.wait_for(2)
    expect(otter.page.locator("#announcer")).not_to_contain_text(f"{beaten}.")


@in_persian
def test_who_looks_at_a_result_takes_it_up(mina: Person, people: Callable[..., Person]) -> None:
    game = finished(mina)
    otter = people(mina.lang)
    otter.open(f"games/{game.pk}/")
    otter.page.click("#beat")
    expect(otter.page.locator("#challenge b")).to_have_text(otter.figure(game.score))


COVERED = """() => document.getElementById("end").getBoundingClientRect().top
  < document.getElementById("board").getBoundingClientRect().bottom"""


@in_persian
def test_who_follows_a_link_sees_the_whole_board_and_whose_place_it_is(
    mina: Person, people: Callable[..., Person]
) -> None:
    mina.sign("signup", "mina")
    game = mina.begin_at(*END_OF_4X4)
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#end-seed")).to_have_text(bytes(game.seed).hex())
    assert mina.page.evaluate(COVERED)  # who has just played is told at once, over the board
    otter = people(mina.lang)
    # One that follows from its seed: a board put into the row is seen until it has been rebuilt.
    made = played(game.player, "4x4", tuple(Direction) * 30)
    otter.open(f"games/{made.pk}/")
    otter.stands_at(made)
    expect(otter.page.locator(".over")).to_have_count(0)  # nothing lies over the board
    place = otter.page.locator("dt", has_text=otter.words("Place of all time"))
    expect(place.locator("+ dd")).to_have_text(otter.figure(1))


@in_english
def test_who_watches_a_guests_game_is_told_of_no_place(
    mina: Person, people: Callable[..., Person]
) -> None:
    game = finished(mina)
    otter = people(mina.lang)
    otter.open(f"games/{game.pk}/")
    expect(otter.page.locator("#seed")).to_have_text(bytes(game.seed).hex())
    assert otter.words("Place of all time") not in otter.page.inner_text("main")


WIDTHS = (390, 1280)


def test_banner_and_challenge_are_made_for_everybody(mina: Person) -> None:
    game = finished(mina)
    for width in WIDTHS:
        mina.page.set_viewport_size({"width": width, "height": 844})
        assert Axe().run(mina.page).violations_count == 0
    Game.objects.filter(pk=game.pk).update(shape="4x4", cells=bytes(range(16)))
    mina.open(f"?beat={game.pk}")
    expect(mina.page.locator("#challenge")).to_be_visible()
    fits = "document.documentElement.scrollWidth <= innerWidth"
    board = "document.getElementById('board').getBoundingClientRect().bottom <= innerHeight"
    for width in WIDTHS:
        mina.page.set_viewport_size({"width": width, "height": 844})
        assert Axe().run(mina.page).violations_count == 0
        assert mina.page.evaluate(fits)
        assert mina.page.evaluate(board)
