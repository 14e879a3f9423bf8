"""What lies over the board: the win, which comes once, and the question before giving up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.positions import ALMOST_OVER, END_OF_4X4, NEAR_WIN
from tests.browser.words import in_english, in_persian

# The links and buttons that are seen and lower than 44 pixels.
LOW = """() => [...document.querySelectorAll("a, button")]
  .filter((one) => one.checkVisibility() && !one.classList.contains("skip"))
  .filter((one) => one.getBoundingClientRect().height < 44)
  .map((one) => one.outerHTML)"""


def win(person: Person) -> Game:
    """Make the first 2048."""
    game = person.begin_at(*NEAR_WIN)
    person.page.keyboard.press("ArrowLeft")
    expect(person.page.locator("#win")).to_be_visible()
    assert person.board()[0] == 2048
    return game


@in_persian
def test_the_win_waits_for_its_answer_and_comes_once(mina: Person) -> None:
    game = win(mina)
    banner = mina.page.locator("#win")
    title = mina.words("You made %(tile)s") % {"tile": mina.figure("2048")}
    expect(banner.locator("h2")).to_have_text(title)
    mina.page.keyboard.press("ArrowDown")  # no move is taken meanwhile
    mina.page.reload()
    expect(banner).to_be_visible()
    assert mina.ply == 1
    mina.page.keyboard.press("Enter")
    expect(banner).to_be_hidden()
    mina.page.keyboard.press("ArrowLeft")  # the second 2048
    mina.wait_for(2)
    assert mina.board()[4] == 2048
    mina.page.reload()
    mina.play(4)
    expect(banner).to_be_hidden()
    mina.stands_at(game)


@in_persian
def test_a_new_game_from_the_win_needs_no_second_question(mina: Person) -> None:
    game = win(mina)
    mina.page.click("#win-new")
    mina.wait_for(0)
    expect(mina.page.locator("#win")).to_be_hidden()
    expect(mina.page.locator("#give-up")).to_be_hidden()
    game.refresh_from_db()
    assert game.status == "given_up"
    mina.stands_at(Game.objects.exclude(pk=game.pk).get())


@in_english
def test_a_running_game_is_given_up_only_by_a_yes(mina: Person) -> None:
    mina.begin()
    mina.play(2)
    game = Game.objects.get()
    question, keyboard = mina.page.locator("#give-up"), mina.page.keyboard
    for way_out in ("Escape", "Enter"):  # Enter presses the button that has the focus: No
        keyboard.press("n")
        expect(question).to_be_visible()
        keyboard.press("ArrowLeft")
        keyboard.press(way_out)
        expect(question).to_be_hidden()
    mina.page.click("#new-game")
    question.locator("[value=no]").click()
    expect(question).to_be_hidden()
    mina.play(1)
    assert mina.ply == 3
    mina.stands_at(game)
    mina.page.click("#new-game")
    question.locator("[value=yes]").click()
    mina.wait_for(0)
    game.refresh_from_db()
    assert game.status == "given_up"
    mina.stands_at(Game.objects.exclude(pk=game.pk).get())


@in_persian
def test_the_end_can_be_put_aside_to_look_at_the_board(mina: Person) -> None:
    mina.begin_at(*END_OF_4X4)
    mina.page.keyboard.press("ArrowLeft")
    mina.page.click("#look")
    expect(mina.page.locator("#end")).to_be_hidden()
    assert mina.board()[:3] == [4, 8, 16]
    mina.page.click("#new-game")
    mina.wait_for(0)
    assert mina.status == "playing"


@pytest.mark.parametrize(("rows", "below"), [(ALMOST_OVER, "#board"), (END_OF_4X4, ".bar")])
def test_the_end_fits_on_a_phone_and_shows_the_whole_seed(
    people: Callable[..., Person], lang: str, rows: tuple[list[int], ...], below: str
) -> None:
    mina = people(lang, viewport={"width": 390, "height": 844})
    mina.begin_at(*rows)
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#end")).to_be_visible()
    seed = mina.page.locator("#end-seed")
    assert seed.evaluate("code => code.scrollWidth <= code.clientWidth")
    assert edge(mina, "#end", "top") >= edge(mina, below, "bottom")


def edge(person: Person, selector: str, side: str) -> float:
    """Where an element begins or ends on the screen."""
    box = person.page.locator(selector).evaluate("one => one.getBoundingClientRect().toJSON()")
    return float(box[side])


def test_every_target_on_a_phone_is_as_high_as_a_thumb(
    people: Callable[..., Person], lang: str
) -> None:
    mina = people(lang, viewport={"width": 390, "height": 844})
    low = {}
    for path in ("", "accounts/login/", "accounts/password/reset/", "leaderboards/4x4/"):
        mina.open(path)
        low[path] = mina.page.evaluate(LOW)
    mina.sign("signup", "mina")
    mina.begin_at(*ALMOST_OVER)
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#end")).to_be_visible()
    low["end"] = mina.page.evaluate(LOW)
    for path in ("", "leaderboards/2x4/", "players/mina/", "accounts/"):
        mina.open(path)
        low[f"{path} of a member"] = mina.page.evaluate(LOW)
    assert low == {path: [] for path in low}
