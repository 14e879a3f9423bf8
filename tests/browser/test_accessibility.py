"""All of it works for who cannot see it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import Game
from tests.browser.person import Person
from tests.browser.positions import ALMOST_OVER, NEAR_WIN
from tests.browser.words import in_english, in_persian

LADDER = (
    [2, 4, 8, 16],
    [32, 64, 128, 256],
    [512, 1024, 2048, 4096],
    [8192, 16384, 32768, 65536],
)
MERGES = ([4, 4, 8, 8], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])

# Every text that the announcer is given from now on.
LISTEN = """() => {
  window.said = [];
  const announcer = document.getElementById("announcer");
  new MutationObserver(() => window.said.push(announcer.textContent))
    .observe(announcer, { childList: true, characterData: true, subtree: true });
}"""

SPOIL = """() => {
  document.querySelector("h1").append(document.createElement("img"));
  const pale = "color-mix(in oklch, var(--ground), var(--ink) 25%)";
  document.querySelector("main .quiet").style.color = pale;
}"""


def test_axe_finds_nothing_while_playing(mina: Person) -> None:
    """From the invitation over the question and the win to the end."""
    found = {}
    mina.open()
    found["invitation"] = faults(mina)
    mina.begin_at(*LADDER)
    found["playing"] = faults(mina)
    mina.page.keyboard.press("n")
    expect(mina.page.locator("#give-up")).to_be_visible()
    found["question"] = faults(mina)
    mina.stand_at(*NEAR_WIN)
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#win")).to_be_visible()
    mina.wait_for(1)
    found["win"] = faults(mina)
    mina.begin_at(*ALMOST_OVER)
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#end-seed")).not_to_have_text("…")
    mina.wait_for(1)
    found["end"] = faults(mina)
    mina.open(f"games/{Game.objects.latest('created_at').pk}/")
    expect(mina.page.locator(".check [role=status]")).not_to_be_empty()
    mina.wait_for(1)
    found["a replay that its moves do not lead to"] = faults(mina)
    assert found == {place: [] for place in found}


def test_axe_finds_nothing_on_the_other_pages(mina: Person) -> None:
    """First those that strangers see, then those of a member with a finished game."""
    found = {}
    strangers = ("accounts/login/", "accounts/signup/", "leaderboards/4x4/", "archive/", "nowhere/")
    for path in strangers:
        mina.open(path)
        found[path] = faults(mina)
    mina.sign("signup", "mina")
    mina.begin_at(*ALMOST_OVER)
    mina.page.keyboard.press("ArrowLeft")
    expect(mina.page.locator("#end-seed")).not_to_have_text("…")
    for path in ("leaderboards/2x4/", "players/mina/", "players/mina/games/", "accounts/programs/"):
        mina.open(path)
        found[path] = faults(mina)
    assert found == {place: [] for place in found}


@in_english
def test_axe_finds_a_fault_where_there_is_one(mina: Person) -> None:
    mina.open("nowhere/")
    mina.page.evaluate(SPOIL)
    assert {fault for fault, _ in faults(mina)} == {"image-alt", "color-contrast"}


def faults(person: Person) -> list[tuple[str, str]]:
    """The rules that are broken, and where. English is read in light and Persian in dark: no
    colour depends on the language, so each pair has its turn at half the time."""
    theme = {"en": "light", "fa": "dark"}[person.lang]
    person.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    found = Axe().run(person.page).response["violations"]
    return [(each["id"], node["html"][:200]) for each in found for node in each["nodes"]]


def test_the_board_is_a_grid_of_sixteen_named_cells(mina: Person) -> None:
    mina.begin_at(*LADDER[:3], [0, 0, 32768, 65536])
    grid = mina.page.get_by_role("grid", name=mina.words("Board"))
    expect(grid.get_by_role("row")).to_have_count(4)
    cells = grid.get_by_role("gridcell").all()
    names = [cell.get_attribute("aria-label") for cell in cells]
    assert names == [
        mina.words(
            "row {row}, column {column}: {tile}",
            row=str(cell // 4 + 1),
            column=str(cell % 4 + 1),
            tile=str(value) if value else mina.words("empty", "cell"),
        )
        for cell, value in enumerate(mina.board())
    ]


def test_each_move_is_said_once(mina: Person) -> None:
    game = mina.begin_at(*MERGES)
    expect(mina.page.locator("#announcer")).to_have_attribute("aria-live", "polite")
    mina.page.evaluate(LISTEN)
    mina.page.keyboard.press("ArrowLeft")
    mina.wait_for(1)
    said = mina.page.evaluate("window.said")
    game.refresh_from_db()
    spawned = next(cell for cell in range(2, 16) if game.cells[cell])
    tiles = {"en": "8 and 16", "fa": "۸ و ۱۶"}[mina.lang]
    assert said == [
        " ".join(
            (
                mina.words("Left", "direction") + ".",
                mina.words("{tiles} merged, {points} points.", points="24", tiles=tiles),
                mina.words(
                    "New {tile} in row {row}, column {column}.",
                    tile=str(1 << game.cells[spawned]),
                    row=str(spawned // 4 + 1),
                    column=str(spawned % 4 + 1),
                ),
            )
        )
    ]


@in_persian
def test_a_whole_game_needs_no_mouse(mina: Person) -> None:
    """Tab reaches all there is, and Enter begins, gives up and begins again."""
    mina.open()
    for _ in range(20):
        mina.page.keyboard.press("Tab")
        if mina.page.evaluate("document.activeElement.id") == "play":
            break
    mina.page.keyboard.press("Enter")
    mina.wait_for(0)
    assert mina.page.evaluate("document.activeElement.id") == "board"
    mina.play(2)
    mina.page.keyboard.press("n")
    mina.page.keyboard.press("Tab")
    mina.page.keyboard.press("Enter")
    mina.wait_for(0)
    assert Game.objects.filter(status="given_up").count() == 1
