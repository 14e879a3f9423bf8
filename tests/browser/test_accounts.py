"""Who plays first and signs up later loses nothing."""

from collections.abc import Callable

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.browser.person import PASSWORD, Person
from tests.browser.words import in_english, in_persian

TOLD_MS = 30_000


def test_a_guest_signs_up_and_goes_on_with_the_same_game(mina: Person) -> None:
    mina.begin()
    mina.play(4)
    before = mina.board(), mina.score
    mina.page.click(".mine a.button")  # sign in
    mina.page.click(".note a >> nth=0")  # no account yet: sign up
    mina.page.fill("[name=username]", "mina")
    mina.page.fill("[type=password]", PASSWORD)
    mina.page.click("main button")
    expect(mina.page.locator(".top bdi")).to_have_text("mina")
    mina.wait_for(4)
    assert (mina.board(), mina.score) == before
    game = Game.objects.get()
    assert game.player == User.objects.get(username="mina")
    mina.play(1)
    mina.stands_at(game)


@in_persian
def test_a_guest_who_signs_in_has_both_open_games(
    mina: Person, people: Callable[..., Person]
) -> None:
    mina.sign("signup", "mina")
    mina.begin()
    mina.play(2)
    own = Game.objects.get()
    guest = people(mina.lang)
    guest.begin()
    guest.play(3)
    brought = Game.objects.exclude(pk=own.pk).get()
    guest.sign("login", "mina")
    guest.open()
    guest.wait_for(3)  # the one moved last
    guest.stands_at(brought)
    guest.page.click(".others a")
    guest.wait_for(2)
    guest.play(1)
    guest.stands_at(own)
    assert Game.objects.filter(player__username="mina", status="playing").count() == 2


@in_english
def test_who_signs_out_sees_their_game_as_everybody_else(mina: Person) -> None:
    mina.sign("signup", "mina")
    mina.begin()
    mina.play(2)
    game = Game.objects.get()
    mina.page.click(".top form button")
    expect(mina.page.locator("#play")).to_be_visible()
    expect(mina.page.locator(".top bdi")).to_have_count(0)
    mina.open(f"games/{game.pk}/")
    mina.stands_at(game)
    expect(mina.page.locator(".watching bdi")).to_have_text("mina")
    expect(mina.page.locator("#new-game")).to_have_count(0)
    mina.sign("login", "mina")
    mina.open()
    mina.wait_for(2)
    mina.play(1)
    mina.stands_at(game)


def test_who_is_signed_out_elsewhere_is_told_so(people: Callable[..., Person]) -> None:
    """In both languages at once, since the server looks for it only now and then."""
    both = [people("en"), people("fa")]
    for name, person in zip(("mina", "otter"), both, strict=True):
        person.sign("signup", name)
        person.begin()
        elsewhere = person.context.new_page()
        elsewhere.goto(f"/{person.lang}/accounts/logout/")
        elsewhere.click("main button")
    for person in both:
        told = person.words("You are signed out. Every saved move is safe; sign in to go on.")
        expect(person.page.locator("#trouble-text")).to_have_text(told, timeout=TOLD_MS)


def test_a_guest_who_signs_up_on_another_page_plays_on_here(people: Callable[..., Person]) -> None:
    both = [people("en"), people("fa")]
    for name, person in zip(("mina", "otter"), both, strict=True):
        person.begin()
        person.play(2)
        elsewhere = person.context.new_page()
        elsewhere.goto(f"/{person.lang}/accounts/signup/")
        elsewhere.fill("[name=username]", name)
        elsewhere.fill("[type=password]", PASSWORD)
        elsewhere.click("main button")
    for name, person in zip(("mina", "otter"), both, strict=True):
        expect(person.page.locator(".top bdi")).to_have_text(name, timeout=TOLD_MS)
        person.wait_for(2)
        person.play(1)
        person.stands_at(Game.objects.get(player__username=name))
