"""Those who watch: told together, in slices, and never waited for."""

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts import tokens
from accounts.models import Token, User
from games import play
from games.live import audience as audience_module
from games.live import broadcast, limits, messages, reporter, spectators
from games.live.audience import in_a_row, spread
from games.live.process import Process
from games.models import Game
from tests.games.live.cast import ROOMY, browser, member, running, session_of
from tests.games.live.lines import Line
from tests.site import Site, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
MANY = audience_module.LEAST + 2


@pytest.fixture
def mina(transactional_db: None) -> User:
    return member()


@pytest.fixture
def session(mina: User) -> str:
    return session_of(mina)


@pytest.fixture
def game(mina: User) -> Game:
    return running(mina, ROOMY)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second is a twentieth of one."""
    monkeypatch.setattr(reporter, "EVERY_S", 0.05)


def hint(before: int, ply: int) -> dict[str, Any]:
    return {"type": "game.moved", "before": before, "told": (ply, "playing"), "text": ""}


async def watch(game: Game, amount: int) -> list[Line]:
    lines = [Line(game.pk) for _ in range(amount)]
    for line in lines:
        assert (await line.open())["you"] == "watcher"
    return lines


async def close(*lines: Line) -> None:
    for line in lines:
        await line.close()


def at_rest() -> bool:
    return False


async def test_between_two_slices_the_loop_does_other_things() -> None:
    said: list[str] = []

    async def tell(number: int) -> None:
        said.append(str(number))

    async def other() -> None:
        while "99" not in said:
            said.append("other")
            await asyncio.sleep(0)

    await asyncio.gather(spread(range(100), tell, at_rest), other())
    between = " ".join(said).split(" other")
    assert max(len(part.split()) for part in between) <= audience_module.LEAST


async def test_a_move_that_is_written_comes_first_but_not_for_ever() -> None:
    heard: list[int] = []

    async def tell(number: int) -> None:
        heard.append(number)

    writing = iter([True, True, False])
    asked: list[int] = []

    def is_busy() -> bool:
        asked.append(len(heard))
        return next(writing, False)

    await spread(range(30), tell, is_busy)
    assert asked[:4] == [0, 0, 0, audience_module.LEAST]
    await spread(range(30), tell, lambda: True)
    assert len(heard) == 60


def test_moves_that_follow_one_another_are_told_as_one() -> None:
    row = [hint(0, 2), hint(2, 3), hint(3, 5)]
    assert in_a_row(row) == row
    assert in_a_row([hint(0, 2), hint(0, 2), hint(2, 3)]) == [hint(0, 2), hint(2, 3)]
    assert in_a_row([hint(0, 2), hint(4, 5), hint(5, 6)]) == [hint(4, 5), hint(5, 6)]
    texts = [
        messages.encode({"t": "moved", "from": 0, "steps": [["L", 6, 2]], "ply": 1, "score": 0}),
        messages.encode({"t": "moved", "from": 1, "steps": [["D", 3, 4]], "ply": 2, "score": 4}),
    ]
    assert json.loads(messages.joined(texts)) == {
        "t": "moved",
        "from": 0,
        "steps": [["L", 6, 2], ["D", 3, 4]],
        "ply": 2,
        "score": 4,
    }


async def test_many_hear_every_move_and_the_same(
    process: Process, game: Game, session: str
) -> None:
    """However the moves are put together, each step comes once and leads to the board."""
    player, watchers = Line(game.pk, session), await watch(game, MANY)
    await player.open()
    ply = 0
    steps: list[Any] = []
    for letter in "LDRULDRULDRU":
        told = await player.ask({"t": "move", "ply": ply, "moves": letter})
        ply, steps = told["ply"], steps + told["steps"]
    for watcher in watchers:
        heard = [await watcher.hear()]
        while heard[-1]["ply"] < ply:
            heard.append(await watcher.hear())
        assert [step for moved in heard for step in moved["steps"]] == steps
        assert (heard[0]["from"], heard[-1]["board"]) == (0, told["board"])
        assert len(heard) < len(steps)
    await close(player, *watchers)
    assert process.audiences == {}


async def test_who_comes_in_between_or_missed_a_hint_is_shown_the_board(
    process: Process, game: Game, session: str
) -> None:
    player, [watcher] = Line(game.pk, session), await watch(game, 1)
    await player.open()
    [seated] = process.audiences[game.pk].watchers
    seated.told = (-1, "")  # as if all that came before had been lost
    told = await player.ask({"t": "move", "ply": 0, "moves": "LDRU"})
    state = await watcher.hear()
    assert (state["t"], state["ply"], state["you"]) == ("state", told["ply"], "watcher")
    told = await player.ask({"t": "move", "ply": told["ply"], "moves": "LDRU"})
    assert await watcher.hear() == told
    await close(player, watcher)


@pytest.mark.usefixtures("process")
async def test_who_does_not_read_is_dropped_and_catches_up_when_they_come_back(
    game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNREAD", 8)
    player, [sleeper, reader] = Line(game.pk, session), await watch(game, 2)
    await player.open()
    ply = 0
    for _ in range(limits.UNREAD):
        told = await player.ask({"t": "move", "ply": ply, "moves": "LDRU"})
        ply = told["ply"]
        assert await reader.hear() == told
        await reader.say({"t": "seen", "ply": ply})
    for _ in range(limits.UNREAD - 1):  # with the state it was told so many
        assert (await sleeper.hear())["t"] == "moved"
    assert await sleeper.close_code() == 4408
    back = Line(game.pk)
    assert await back.open() == (await reader.ask({"t": "state"}))
    await close(player, sleeper, reader, back)


@pytest.fixture
def loads(process: Process, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is asked of the loader from now on."""
    asked: list[Any] = []
    load = process.loader.load

    async def counted(want: Any) -> Any:
        asked.append(want)
        return await load(want)

    monkeypatch.setattr(process.loader, "load", counted)
    return asked


async def test_watchers_of_a_game_that_is_given_up_are_told_with_one_look(
    game: Game, mina: User, loads: list[Any]
) -> None:
    watchers = await watch(game, MANY)
    loads.clear()
    await database_sync_to_async(play.give_up)(player=mina, game_id=game.pk)
    await broadcast.tell(game.pk, {"type": "game.changed"}, besides=0)
    for watcher in watchers:
        assert (await watcher.hear())["status"] == "given_up"
        assert (await watcher.hear())["t"] == "ended"
    assert len(loads) == 1
    await close(*watchers)


async def test_a_sweep_takes_nobody_for_late_who_is_just_about_to_be_told(
    process: Process, game: Game, loads: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And those who are late it shows the board with one look."""
    monkeypatch.setattr(audience_module, "LATE_S", 0.1)
    watchers = await watch(game, 3)
    loads.clear()
    in_time, *missed = process.audiences[game.pk].watchers
    for each in (in_time, *missed):
        each.told = (-1, "playing")
    seats = [each.seat for each in (in_time, *missed)]
    sweep = asyncio.create_task(process.sweep())
    await asyncio.sleep(audience_module.LATE_S / 2)
    in_time.told = (0, "playing")
    await sweep
    shown = [each.seat is not seat for each, seat in zip((in_time, *missed), seats, strict=True)]
    assert (shown, len(loads)) == ([False, True, True], 1)
    await close(*watchers)


@pytest.mark.usefixtures("process")
async def test_switching_off_closes_those_who_watch_and_nobody_else(
    game: Game, mina: User, session: str
) -> None:
    player, watchers = Line(game.pk, session), await watch(game, 2)
    await player.open()
    await database_sync_to_async(spectators.allow)(player=mina, watchable=False)
    for watcher in watchers:
        refused = await watcher.hear()
        assert (refused["t"], refused["code"]) == ("refused", "no_spectators")
        assert await watcher.close_code() == 4403
    late = Line(game.pk)
    assert (await late.open())["code"] == "no_spectators"
    assert await late.close_code() == 4403
    assert (await player.hear())["you"] == "player"
    assert (await player.ask({"t": "move", "ply": 0, "moves": "LDRU"}))["t"] == "moved"
    await database_sync_to_async(spectators.allow)(player=mina, watchable=True)
    [again] = await watch(game, 1)
    await close(player, *watchers, late, again)


@pytest.mark.usefixtures("hasty", "process")
async def test_all_but_programs_are_told_how_many_watch(
    game: Game, mina: User, session: str
) -> None:
    _, text = await database_sync_to_async(tokens.make)(
        mina, name="bot", scopes=[Token.Scope.READ, Token.Scope.PLAY]
    )
    player, program = Line(game.pk, session), Line(game.pk, token=text)
    for line in (player, program):
        await line.open()
    otter = await database_sync_to_async(lambda: session_of(member("otter")))()
    both = [Line(game.pk, otter), Line(game.pk, otter)]  # two screens of one browser
    for line in both:
        await line.open()
    for line in (player, *both):
        assert await line.hear_a("watchers") == {"t": "watchers", "n": 1}
    stranger = Line(game.pk)
    await stranger.open()
    for line in (player, *both, stranger):
        while (await line.hear_a("watchers"))["n"] != 2:
            pass
    await close(stranger, *both)
    while (await player.hear_a("watchers"))["n"] != 0:
        pass
    assert await program.nothing()
    await close(player, program)


def test_who_watches_sees_no_more_than_the_player_shows(site: Site) -> None:
    """Switched off over the API, by a guest, while somebody watches."""
    guest = member("guest-0a1b2c3d", is_guest=True)
    game, hers = running(guest), browser(site, guest)
    watcher = Visitor(site).open(game.pk)
    watcher.hear()
    status, me = hers.post("/api/me/", {"watchable": False}, method="PATCH")
    assert (status, me["watchable"], me["guest"]) == (200, False, True)
    assert watcher.hear()["code"] == "no_spectators"
    assert watcher.close_code() == 4403
    assert Visitor(site).get(f"/api/games/{game.pk}/")[0] == 403
    wrong: Any
    for wrong in ({"watchable": "no"}, {"watchable": None}, {}, {"name": "x"}, []):
        status, refused = hers.post("/api/me/", wrong, method="PATCH")
        assert (status, refused["code"]) == (400, "malformed")
    assert Visitor(site).post("/api/me/", {"watchable": True}, method="PATCH")[0] == 403
    assert not User.objects.get().watchable
