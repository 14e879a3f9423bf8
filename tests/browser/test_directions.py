"""Left is left in every language and on every keyboard layout; other keys are not ours."""

from playwright.sync_api import expect

from games.models import Game
from games.records import record_of
from games.rules.board import Direction
from tests.browser.person import Person
from tests.browser.positions import moves_of
from tests.browser.words import in_english

CORNER = ([0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0])
LEFT, RIGHT = 4, 7  # where the tile of CORNER goes
PERSIAN_LAYOUT = [
    *(("KeyA", "ش", "L"), ("KeyW", "ص", "U"), ("KeyD", "ی", "R"), ("KeyS", "س", "D")),
    *(("KeyH", "ا", "L"), ("KeyK", "ن", "U"), ("KeyL", "م", "R"), ("KeyJ", "ت", "D")),
]

PRESS = """(init) => {
  const key = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  return document.body.dispatchEvent(key);
}"""


def test_a_right_to_left_page_never_mirrors_the_board(mina: Person) -> None:
    mina.begin_at(*CORNER)
    expect(mina.page.locator("html")).to_have_attribute(
        "dir", "rtl" if mina.lang == "fa" else "ltr"
    )
    lefts = [cell.bounding_box() for cell in mina.page.locator(".cell").all()[:4]]
    across = [box["x"] for box in lefts if box]
    assert len(across) == 4
    assert across == sorted(across)
    mina.page.keyboard.press("ArrowLeft")
    mina.wait_for(1)
    assert mina.board()[LEFT] == 2


def test_keys_count_by_their_place_under_a_persian_layout(mina: Person) -> None:
    mina.begin()
    game = Game.objects.get()
    ways = []
    for code, key, way in PERSIAN_LAYOUT:
        mina.page.evaluate(PRESS, {"code": code, "key": key})
        ways.append(Direction(way))
        mina.wait_for(len(moves_of(game, ways)))
    game.refresh_from_db()
    assert record_of(game)["moves"] == moves_of(game, ways)


@in_english
def test_the_browser_keeps_its_own_keys(mina: Person) -> None:
    mina.begin_at(*CORNER)
    foreign = [
        {"code": "ArrowLeft", "key": "ArrowLeft", "altKey": True},
        {"code": "KeyR", "key": "r", "ctrlKey": True},
        {"code": "KeyD", "key": "d", "ctrlKey": True},
        {"code": "KeyD", "key": "ی", "metaKey": True},
        {"code": "KeyN", "key": "n", "ctrlKey": True},
        {"code": "KeyA", "key": "ش", "isComposing": True},
    ]
    assert [mina.page.evaluate(PRESS, key) for key in foreign] == [True] * len(foreign)
    mina.page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    mina.page.locator("main > input").press_sequentially("wasdhjkln")
    expect(mina.page.locator("main > input")).to_have_value("wasdhjkln")
    mina.page.locator("main > input").evaluate("field => field.remove()")
    expect(mina.page.locator("#give-up")).to_be_hidden()
    mina.page.keyboard.press("ArrowRight")
    mina.wait_for(1)  # the first move of all
    assert mina.board()[RIGHT] == 2


def test_figures_are_in_the_digits_of_the_page(mina: Person) -> None:
    mina.begin_at([4, 4, 0, 0], [0, 0, 0, 0], [1024, 0, 0, 0], [65536, 32768, 0, 0])
    faces = mina.page.locator(".face").all_inner_texts()
    assert sorted(faces) == sorted(
        mina.figure(tile) for tile in ("4", "4", "1024", "65536", "32768")
    )
    mina.page.keyboard.press("ArrowLeft")
    mina.wait_for(1)
    expect(mina.page.locator("#score")).to_have_text(mina.figure(8))
    saved = mina.words("Saved · move {move}", move="1")
    expect(mina.page.locator("#status")).to_have_text(saved)
