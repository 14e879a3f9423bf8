"""A game stays where it was, whoever comes back to it from wherever."""

from collections.abc import Callable
from statistics import median
from typing import Any

from playwright.sync_api import expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian

TOGETHER_MS = 500

# When the page first showed each move, on a clock that all pages of this machine share.
WATCH = """() => {
  window.shown = {};
  const board = document.getElementById("board");
  const note = () => { window.shown[board.dataset.ply] ??= Date.now(); };
  new MutationObserver(note).observe(board, { attributeFilter: ["data-ply"] });
}"""


def test_a_reload_changes_nothing(mina: Person) -> None:
    mina.begin()
    mina.play(5)
    before = mina.board(), mina.score, mina.ply
    mina.page.reload()
    mina.wait_for(5)
    assert (mina.board(), mina.score, mina.ply) == before
    saved = mina.words("Saved · move {move}", move=5)
    expect(mina.page.locator("#status")).to_have_text(saved)
    mina.play(1)
    mina.stands_at(Game.objects.get())


def test_another_browser_goes_on_where_the_closed_one_was(
    tinkerer: Person, people: Callable[..., Person]
) -> None:
    tinkerer.begin()
    tinkerer.play(5)
    before: dict[str, Any] = {"board": tinkerer.board(), "score": tinkerer.score}
    kept = tinkerer.context.storage_state()
    tinkerer.leave()
    again = people(tinkerer.lang, fresh=True, storage_state=kept)
    again.open()
    again.wait_for(5)
    assert {"board": again.board(), "score": again.score} == before
    again.play(1)
    again.stands_at(Game.objects.get())


@in_english
def test_two_screens_of_one_player_show_each_others_moves(
    mina: Person, people: Callable[..., Person]
) -> None:
    mina.sign("signup", "mina")
    mina.begin()
    phone = people(mina.lang)
    phone.sign("login", "mina")
    phone.open()
    phone.wait_for(0)
    for screen in (mina, phone):
        screen.page.evaluate(WATCH)
    game = Game.objects.get()
    for mover, other in ((mina, phone), (phone, mina)):
        mover.play(4)
        mover.stands_at(game)
        other.stands_at(game)
    late = [abs(here - there) for here, there in zip(times(mina), times(phone), strict=True)]
    assert len(late) == 8
    assert median(late) <= TOGETHER_MS


def times(screen: Person) -> list[int]:
    """When it showed each move."""
    shown: dict[str, int] = screen.page.evaluate("window.shown")
    return [shown[ply] for ply in sorted(shown, key=int)]


@in_persian
def test_who_watches_sees_each_move_and_can_make_none(
    mina: Person, people: Callable[..., Person]
) -> None:
    mina.begin()
    game = Game.objects.get()
    watcher = people(mina.lang)
    watcher.open(f"games/{game.pk}/")
    watcher.wait_for(0)
    guest = watcher.words("a guest")
    expect(watcher.page.locator(".watching bdi")).to_have_text(guest)
    expect(watcher.page.locator("#new-game")).to_have_count(0)
    watcher.page.evaluate(WATCH)
    mina.page.evaluate(WATCH)
    mina.play(3)
    watcher.stands_at(game)
    late = [there - here for here, there in zip(times(mina), times(watcher), strict=True)]
    assert median(late) <= TOGETHER_MS
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "n", "Enter"):
        watcher.page.keyboard.press(key)
    expect(watcher.page.locator("#give-up")).to_be_hidden()
    mina.play(1)  # the first move since then, for all that the watcher pressed
    watcher.stands_at(game)
    assert watcher.ply == 4
