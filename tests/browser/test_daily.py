"""The daily challenge, from the first push to the board of a day that has closed."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import Game
from games.rules.board import Direction
from games.rules.position import Position
from tests.browser.person import Person
from tests.browser.positions import END_OF_4X4, cells_of
from tests.browser.words import in_english
from tests.games.daily_cast import attempt, challenge, day, finished
from tests.games.live.cast import SEED, member
from tests.games.replayed import played_daily, positions

CLIPBOARD = "navigator.clipboard.readText()"
FITS = "document.documentElement.scrollWidth <= innerWidth"
IN_SIGHT = "document.getElementById('board').getBoundingClientRect().bottom <= innerHeight"


def begin(person: Person) -> None:
    person.open("daily/")
    person.page.click("#play")
    person.wait_for(0)


def looks_right(person: Person, *, board: bool = False) -> None:
    """On a phone and on a desk."""
    for width in (390, 1280):
        person.page.set_viewport_size({"width": width, "height": 844})
        assert Axe().run(person.page).violations_count == 0
        assert person.page.evaluate(FITS)
        assert not board or person.page.evaluate(IN_SIGHT)


def test_an_attempt_is_played_gone_on_with_on_another_device_and_shared(
    tinkerer: Person, people: Callable[..., Person]
) -> None:
    tinkerer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tinkerer.page.add_init_script("delete Navigator.prototype.share")
    finished(member("otter"), 100_000)
    tinkerer.sign("signup", "mina")
    begin(tinkerer)
    tinkerer.move()
    game = Game.objects.get(player__username="mina")
    assert (game.kind, game.ply) == ("daily", 1)

    phone = people(tinkerer.lang, viewport={"width": 390, "height": 844})
    phone.sign("login", "mina")
    phone.open("daily/")
    phone.stands_at(game)
    expect(phone.page.locator("#new-game")).to_have_text(phone.words("End the attempt"))
    phone.page.keyboard.press("n")
    expect(phone.page.locator("#give-up")).to_contain_text(phone.words("End the attempt?"))
    phone.page.keyboard.press("Escape")

    Game.objects.filter(pk=game.pk).update(
        cells=cells_of([value for row in END_OF_4X4 for value in row])
    )
    tinkerer.page.reload()
    tinkerer.wait_for(1)
    looks_right(tinkerer, board=True)
    tinkerer.page.keyboard.press("ArrowLeft")
    end = tinkerer.page.locator("#end")
    place = tinkerer.words("Place {place} on the board of this day", place=2)
    expect(end.locator("#end-place")).to_have_text(place)
    expect(phone.page.locator("#end-place")).to_have_text(place)
    expect(end.locator("#end-check")).to_be_hidden()  # it has no seed yet
    assert SEED.hex() not in tinkerer.page.content()
    game.refresh_from_db()
    tinkerer.page.click("#share")
    expect(tinkerer.page.locator("#shared")).to_have_text(tinkerer.words("Result copied"))
    text = str(tinkerer.page.evaluate(CLIPBOARD)).split("\n")
    assert text[1].startswith(tinkerer.figure(game.score))
    assert text[2:4] == ["🟦🟦⬜⬜⬜⬜", tinkerer.words("Place {place} so far", place=2)]
    assert text[4].endswith(f"/{tinkerer.lang}/daily/")
    assert game.pk not in "".join(text)
    looks_right(tinkerer)

    tinkerer.open("daily/")  # and there is no second one
    expect(tinkerer.page.locator("#end")).to_be_visible()
    expect(tinkerer.page.locator("#play")).to_be_hidden()
    expect(tinkerer.page.locator(".top-rows .me")).to_contain_text("mina")
    streak = tinkerer.figure(1)
    expect(tinkerer.page.locator(".in-a-row")).to_contain_text(streak)
    looks_right(tinkerer)


@in_english
def test_an_attempt_is_ended_early_after_asking(mina: Person) -> None:
    begin(mina)
    mina.move()
    mina.page.click("#new-game")
    mina.page.click("#give-up-yes")
    expect(mina.page.locator("#end-title")).to_have_text(mina.words("Given up"))
    expect(mina.page.locator("#new-game")).to_be_hidden()
    expect(mina.page.locator("#end")).to_contain_text("Sign up")
    assert Game.objects.get().status == "given_up"


def test_a_day_that_has_closed_tells_its_seed_and_puts_two_games_side_by_side(
    mina: Person,
) -> None:
    otter, badger = member("otter"), member("badger")
    sealed = finished(otter, 64)
    mina.open(f"games/{sealed.pk}/")
    expect(mina.page.locator(".result")).to_contain_text(mina.figure(64))
    looks_right(mina)
    mina.open(f"daily/{day()}/")
    expect(mina.page.locator("tbody tr")).to_have_count(1)
    expect(mina.page.locator("#seed")).to_have_count(0)
    looks_right(mina)
    for player, score in ((otter, 64), (badger, 8)):
        finished(player, score, 2)
    attempt(member("heron"), 2)
    mina.open("daily/archive/")  # somebody looks, and the day closes
    expect(mina.page.locator("tbody tr")).to_have_count(1)
    looks_right(mina)
    mina.page.locator("tbody th a").click()
    expect(mina.page.locator("#seed")).to_have_text(SEED.hex())
    for box in mina.page.locator("tbody input").all():
        box.check()
    looks_right(mina)
    mina.page.get_by_role("button", name=mina.words("Side by side")).click()
    expect(mina.page.locator(".two .card")).to_have_count(2)
    expect(mina.page.locator(".two .card").first).to_contain_text("otter")
    looks_right(mina)


# --- two games, replayed together -----------------------------------------------------------------
CELLS = "root => [...root.querySelectorAll('.cell')].map((cell) => Number(cell.dataset.v))"
ROUND = tuple(Direction) * 30


def both_at(person: Person, ply: int, truths: list[list[Position]]) -> None:
    """What both show is what the rules say of a ply, or of their end where it is beyond that."""
    for root, truth in zip(person.page.locator(".replay").all(), truths, strict=True):
        expected = truth[min(ply, len(truth) - 1)]
        board = root.locator(".board")
        expect(board).to_have_attribute("data-ply", str(expected.ply), timeout=10_000)
        shown = (root.evaluate(CELLS), root.locator("[data-part='score']").inner_text())
        tiles = [1 << exponent if exponent else 0 for exponent in expected.cells]
        assert shown == (tiles, person.figure(expected.score))


def test_two_games_of_a_day_are_replayed_together(mina: Person) -> None:
    closed = challenge(2, closed=True)
    shorter = played_daily(member("otter"), (*ROUND[:12], *ROUND[40:10:-1]), closed)
    longer = played_daily(member("badger"), ROUND, closed)
    truths = [list(positions(game)) for game in (shorter, longer)]
    pairs = enumerate(zip(*truths, strict=False))
    parting = next(ply for ply, (one, other) in pairs if one != other)
    mina.open(f"daily/{day(2)}/compare/?game={shorter.pk}&game={longer.pk}")
    roots, page = mina.page.locator(".replay"), mina.page
    for root in roots.all():
        expect(root).to_have_attribute("aria-busy", "false")
    both_at(mina, longer.ply, truths)
    page.keyboard.press("ArrowLeft")
    both_at(mina, longer.ply - 1, truths)
    looks_right(mina)

    page.click("#parting")
    both_at(mina, parting, truths)
    roots.first.locator(".board").focus()
    page.keyboard.press("ArrowLeft")
    both_at(mina, parting - 1, truths)
    page.click("#together [data-order='forward']")
    both_at(mina, parting, truths)
    roots.last.locator(".board").focus()
    page.keyboard.press("Home")
    both_at(mina, 0, truths)
    for root, plies in zip(roots.all(), (shorter.ply, longer.ply), strict=True):
        line = root.locator(".timeline")
        line.scroll_into_view_if_needed()
        box = line.bounding_box()
        assert box
        line.click(position={"x": box["width"] / 2, "y": 20})
        both_at(mina, round(plies / 2), truths)
        expect(root.locator("input")).to_have_value(str(round(plies / 2)))
    page.click("#together [data-order='last']")
    both_at(mina, longer.ply, truths)
    page.select_option("#together select", "50")
    page.click("#together [data-order='toggle']")
    expect(page.locator("#together")).to_have_attribute("data-doing", "play")
    both_at(mina, longer.ply, truths)  # the shorter one rests, while the longer one plays on
    expect(page.locator("#together")).to_have_attribute("data-doing", "pause")
