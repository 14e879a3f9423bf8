"""The line to the server breaks: the page says so, comes back, and each move counts once."""

import signal
from collections.abc import Callable

import pytest
from django.db import transaction
from playwright.sync_api import expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.positions import KEYS, valid_ways
from tests.browser.words import in_persian
from tests.site import Site

NOTICED_MS, BACK_MS = 10_000, 20_000


@pytest.fixture(scope="module")
def mortal_site(start_site: Callable[[], Site]) -> Site:
    """A server that can be killed."""
    return start_site()


@pytest.fixture
def both(people: Callable[..., Person], mortal_site: Site) -> dict[Person, Game]:
    """Two persons of two languages, so that a server dies once for both; and their games."""
    games = {}
    for lang in ("en", "fa"):
        person = people(lang, site=mortal_site)
        person.begin()
        person.play(3)
        games[person] = Game.objects.latest("created_at")
    return games


def test_a_server_killed_between_two_moves_comes_back_with_the_acknowledged_board(
    both: dict[Person, Game], mortal_site: Site
) -> None:
    seen = {person: person.board() for person in both}
    mortal_site.stop(signal.SIGKILL)
    for person in both:
        is_lost(person)
    mortal_site.start()
    for person, game in both.items():
        is_back(person)
        assert (person.board(), person.ply) == (seen[person], 3)
        person.play(2)
        person.stands_at(game)
        assert person.ply == 5


def test_a_move_that_the_killed_server_never_read_counts_once(
    both: dict[Person, Game], mortal_site: Site
) -> None:
    signal_to(mortal_site, signal.SIGSTOP)
    for person in both:
        press_any_move(person)
    mortal_site.stop(signal.SIGKILL)
    for person in both:
        is_lost(person)
    mortal_site.start()
    for person, game in both.items():
        is_back(person)
        person.wait_for(4)
        person.stands_at(game)


def test_a_silent_line_shows_and_what_was_pressed_counts_once(
    both: dict[Person, Game], mortal_site: Site
) -> None:
    """The server is there and says nothing; later it has read the move after all."""
    signal_to(mortal_site, signal.SIGSTOP)
    for person in both:
        press_any_move(person)
    for person in both:
        is_lost(person)
        press_any_move(person)  # not taken: the page has said that the line is lost
    signal_to(mortal_site, signal.SIGCONT)
    for person, game in both.items():
        is_back(person)
        person.wait_for(4)
        person.stands_at(game)


@in_persian
def test_without_websockets_the_page_says_what_is_safe(tinkerer: Person) -> None:
    tinkerer.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    tinkerer.open()
    tinkerer.page.click("#play")
    is_lost(tinkerer, ply=0)


@in_persian
def test_what_the_database_cannot_write_yet_is_shown_as_unsaved_and_counts_once(
    tinkerer: Person,
) -> None:
    told: list[str] = []
    tinkerer.page.on(
        "websocket", lambda line: line.on("framereceived", lambda text: told.append(str(text)))
    )
    tinkerer.begin()
    tinkerer.play(3)
    game, status = Game.objects.get(), tinkerer.page.locator("#status")
    with transaction.atomic():  # what a moderator's long look at the row would do
        Game.objects.select_for_update().get()
        press_any_move(tinkerer)
        while not any("not_saved" in text for text in told):
            tinkerer.page.wait_for_timeout(50)
        expect(status).to_have_text(tinkerer.words("Saving…"))
    tinkerer.wait_for(4)
    expect(status).to_have_attribute("data-kind", "saved")
    tinkerer.stands_at(game)


def signal_to(site: Site, number: signal.Signals) -> None:
    """Stop the server's clock, or let it go on."""
    assert site.process
    site.process.send_signal(number)


def press_any_move(person: Person) -> None:
    """A key that moves, without waiting for what comes of it."""
    person.page.keyboard.press(KEYS[valid_ways(person.shape, person.board())[0]])


def is_lost(person: Person, ply: int = 3) -> None:
    """The page says so in time, and which moves are safe."""
    lost = "Line lost. Your moves up to {move} are safe; trying again…"
    status = person.page.locator("#status")
    expect(status).to_have_text(person.words(lost, move=str(ply)), timeout=NOTICED_MS)


def is_back(person: Person) -> None:
    """The page has found the server again by itself."""
    status = person.page.locator("#status")
    expect(status).not_to_have_attribute("data-kind", "lost", timeout=BACK_MS)
