"""What lies over the board: the win, which comes once, and the question before giving up."""

from playwright.sync_api import expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.positions import NEAR_WIN


def win(person: Person) -> Game:
    """Make the first 2048."""
    game = person.begin_at(*NEAR_WIN)
    person.page.keyboard.press("ArrowLeft")
    expect(person.page.locator("#win")).to_be_visible()
    assert person.board()[0] == 2048
    return game


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


def test_a_new_game_from_the_win_needs_no_second_question(mina: Person) -> None:
    game = win(mina)
    mina.page.click("#win-new")
    mina.wait_for(0)
    expect(mina.page.locator("#win")).to_be_hidden()
    expect(mina.page.locator("#give-up")).to_be_hidden()
    game.refresh_from_db()
    assert game.status == "given_up"
    mina.stands_at(Game.objects.exclude(pk=game.pk).get())


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
