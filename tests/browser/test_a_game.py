"""A game from its first key to its end, and the places where it can be seen afterwards."""

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.words import in_english, in_persian


@pytest.mark.parametrize(("lang", "shape"), [("en", "2x4"), ("fa", "2x4"), ("fa", "4x4")])
def test_a_game_goes_to_its_end_and_its_record_holds(mina: Person, shape: str) -> None:
    """The end says the score, the place and the seed, and anybody can check them."""
    mina.open_board(shape)
    mina.page.keyboard.press("ArrowLeft")  # the first key only begins the game
    mina.wait_for(0)
    mina.play_to_the_end()
    game = Game.objects.get()
    assert game.status == "over"
    mina.stands_at(game)
    place = mina.words("Sign up and this is place {place} on the leaderboard of all time.", place=1)
    expect(mina.page.locator("#end-place")).to_have_text(place)
    expect(mina.page.locator("#end-seed")).to_have_text(bytes(game.seed).hex())
    expect(mina.page.locator("#end-score")).to_have_text(mina.figure(game.score))
    holds = f"all of it holds: {game.ply} moves, {game.score} points\n"
    assert verify(record(mina).text()) == (0, holds)
    mina.page.click("#end-new")
    mina.wait_for(0)
    expect(mina.page.locator("#end")).to_be_hidden()
    mina.stands_at(Game.objects.exclude(pk=game.pk).get())


def record(person: Person) -> APIResponse:
    """What the link of the end leads to."""
    address = person.page.get_attribute("#end-check, .verifiers [href^='/api/']", "href")
    assert address
    return person.page.request.get(address)


def verify(text: str) -> tuple[int, str]:
    """What `manage.py verify -` says of a record: its exit code and its line."""
    command = [sys.executable, "manage.py", "verify", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@in_persian
def test_a_members_game_stands_on_the_board_in_their_history_and_on_its_own_page(
    mina: Person,
) -> None:
    mina.sign("signup", "mina")
    mina.begin("2x4")
    mina.play_to_the_end()  # a real game: its moves lead to the board that its page replays
    game = Game.objects.get()
    place = mina.words("Place {place} on the leaderboard of all time", place=1)
    game.refresh_from_db()
    assert game.status == "over"
    expect(mina.page.locator("#end-place")).to_have_text(place)
    mina.open("leaderboards/2x4/")
    row = mina.page.locator("main tbody tr")
    expect(row).to_have_class("me")
    expect(row.locator("th")).to_have_text(mina.words("You"))
    expect(row.locator("td").nth(1)).to_have_text(mina.figure(game.score))
    row.locator("th a").click()
    expect(mina.page.locator("h1")).to_have_text("mina")
    row = mina.page.locator("main tbody tr", has=mina.page.locator(".to-game"))
    expect(row.locator("td").nth(3)).to_have_text(mina.figure(game.score))
    row.locator(".to-game").click()
    expect(mina.page).to_have_url(re.compile(f"/{mina.lang}/games/{game.pk}/$"))
    mina.stands_at(game)
    expect(mina.page.locator("#seed")).to_have_text(bytes(game.seed).hex())
    assert record(mina).json()["game_id"] == game.pk


@in_english
def test_a_finished_game_is_open_to_everybody(mina: Person, people: Callable[..., Person]) -> None:
    mina.begin("2x4")
    mina.play_to_the_end()  # a real game: its moves lead to the board that its page replays
    game = Game.objects.get()
    expect(mina.page.locator("#end-seed")).to_have_text(bytes(game.seed).hex())
    otter = people(mina.lang)
    otter.open(f"games/{game.pk}/")
    otter.stands_at(game)
    expect(otter.page.locator("#seed")).to_have_text(bytes(game.seed).hex())
