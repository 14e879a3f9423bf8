"""What a browser withholds: the page plays on, or says what happened and what to do."""

from playwright.sync_api import Route, expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian

NO_STORAGE = """for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
}"""
NO_COOKIES = 'Object.defineProperty(document, "cookie", { get: () => "", set() {} });'


@in_english
def test_with_its_storage_blocked_the_page_still_plays(tinkerer: Person) -> None:
    tinkerer.context.add_init_script(NO_STORAGE)
    tinkerer.begin()
    tinkerer.play(3)
    tinkerer.stands_at(Game.objects.get())


def test_with_its_cookies_blocked_the_page_says_what_to_do(tinkerer: Person) -> None:
    def without_cookies(route: Route) -> None:
        answer = route.fetch(headers=route.request.headers | {"cookie": ""})
        kept = {key: value for key, value in answer.headers.items() if key != "set-cookie"}
        route.fulfill(response=answer, headers=kept)

    tinkerer.context.route("**", without_cookies)
    tinkerer.context.add_init_script(NO_COOKIES)
    tinkerer.open()
    tinkerer.page.click("#play")
    said = tinkerer.page.locator("#trouble-text")
    expect(said).to_be_visible()
    expect(said).to_have_text(
        tinkerer.words("This page is out of date. Nothing was changed; load it again.")
    )
    expect(tinkerer.page.locator("#try-again")).to_be_visible()


@in_persian
def test_a_game_that_cannot_be_started_is_tried_again_at_a_click(tinkerer: Person) -> None:
    tinkerer.open()
    tinkerer.context.set_offline(True)
    tinkerer.page.click("#play")
    told = (
        "The game could not be started. Your other games are safe. "
        "Check the connection and try again."
    )
    expect(tinkerer.page.locator("#trouble-text")).to_have_text(tinkerer.words(told))
    tinkerer.context.set_offline(False)
    tinkerer.page.click("#try-again")
    tinkerer.wait_for(0)
    tinkerer.stands_at(Game.objects.get())
