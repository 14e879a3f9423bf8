"""Somebody at a browser: what they press, and what they see."""

from typing import Any

from playwright.sync_api import Browser, expect

from games.models import Game
from tests.browser import words
from tests.browser.contexts import WINDOW, errors_in, from_somewhere
from tests.browser.glances import COUNTED, SEEN, STILL
from tests.browser.positions import KEYS, cells_of, valid_ways

PASSWORD = "five blue herons"


class Person:
    """One browser context with one page of it open."""

    def __init__(self, browser: Browser, address: str, lang: str, **options: Any) -> None:
        """Nothing is open yet."""
        options = {"locale": lang, "viewport": WINDOW} | options
        self.context = browser.new_context(
            base_url=address, extra_http_headers=from_somewhere(), **options
        )
        self.lang, self.shape = lang, "4x4"
        self.errors = errors_in(self.context)
        self.page = self.context.new_page()

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    def forget(self) -> None:
        """Whoever comes to this browser next is somebody else."""
        self.shape = "4x4"
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.goto("about:blank")
        self.page.emulate_media(color_scheme="null", reduced_motion="null")
        self.context.clear_permissions()
        self.context.clear_cookies()
        self.context.set_extra_http_headers(from_somewhere())

    # --- where they go ---------------------------------------------------------------------------
    def open(self, path: str = "") -> None:
        """A page in their language."""
        self.page.goto(f"/{self.lang}/{path}")

    def open_board(self, shape: str) -> None:
        """The page of a shape."""
        self.shape = shape
        self.open("" if shape == "4x4" else f"play/{shape}/")

    def begin(self, shape: str = "4x4") -> None:
        """A game with the button that is over the empty board."""
        self.open_board(shape)
        self.page.click("#play")
        self.wait_for(0)

    def begin_at(self, *rows: list[int]) -> Game:
        """A new game that stands at these tiles."""
        self.shape = f"{len(rows)}x{len(rows[0])}"
        self.begin(self.shape)
        return self.stand_at(*rows)

    def stand_at(self, *rows: list[int]) -> Game:
        """The youngest game stands at these tiles now, as if its first moves had led there."""
        game = Game.objects.latest("created_at")
        game.cells = cells_of([value for row in rows for value in row])
        game.save(update_fields=["cells"])
        self.page.reload()
        self.wait_for(0)
        return game

    def sign(self, way: str, name: str) -> None:
        """Sign up or in (`signup`, `login`) with the forms."""
        self.open(f"accounts/{way}/")
        self.page.fill("[name=username], [name=login]", name)
        self.page.fill("[type=password]", PASSWORD)
        self.page.click("main button")
        expect(self.page.locator(".top bdi")).to_have_text(name)

    # --- what they press -------------------------------------------------------------------------
    def move(self) -> None:
        """Any move that is valid, until it is counted."""
        ply, _, values = self.page.evaluate(COUNTED)
        self.page.keyboard.press(KEYS[valid_ways(self.shape, values)[0]])
        self.page.evaluate(COUNTED, ply + 1)

    def play(self, moves: int) -> None:
        """So many moves, until all is still."""
        for _ in range(moves):
            self.move()
        self.wait_for(self.ply)

    def play_to_the_end(self) -> None:
        """Until a banner says that no move is left; past the other one, should it be won."""
        ply, status, values = self.page.evaluate(COUNTED)
        while status != "over":
            if status == "won":
                self.page.click("#keep")
                expect(self.page.locator("#win")).to_be_hidden()
            self.page.keyboard.press(KEYS[valid_ways(self.shape, values)[0]])
            ply, status, values = self.page.evaluate(COUNTED, ply + 1)
        expect(self.page.locator("#end")).to_be_visible()

    # --- what they see ---------------------------------------------------------------------------
    def wait_for(self, ply: int) -> None:
        """Until the page stands at this move, and nothing on it is in motion."""
        self.page.wait_for_function(STILL, arg=ply, polling=40)

    @property
    def ply(self) -> int:
        """Where the page stands."""
        return int(self.page.get_attribute(".board", "data-ply") or 0)

    @property
    def status(self) -> str:
        """Playing, won, over."""
        return self.page.get_attribute("#board", "data-status") or ""

    @property
    def score(self) -> int:
        """The figure above the board, or below that of a replay."""
        return int(
            self.page.inner_text("#score, [data-part='score']").replace(",", "").replace("٬", "")
        )

    def board(self) -> list[int]:
        """The numbers on the screen, each from where its tile is seen."""
        return [int(text or 0) for text in self.page.evaluate(SEEN)]

    def stands_at(self, game: Game) -> None:
        """What is seen is the server's board."""
        game.refresh_from_db()
        self.wait_for(game.ply)
        expected = [1 << exponent if exponent else 0 for exponent in bytes(game.cells)]
        assert (self.board(), self.score) == (expected, game.score)

    # --- what they read --------------------------------------------------------------------------
    def words(self, text: str, context: str = "", **values: int | str) -> str:
        """A text of the site as they read it."""
        return words.words(self.lang, text, context, **values)

    def figure(self, value: int | str) -> str:
        """A number in their digits."""
        return words.figure(self.lang, value)
