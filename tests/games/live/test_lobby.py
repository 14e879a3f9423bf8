"""The socket of those who look for a game to watch."""

import asyncio
import json
import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from channels.db import database_sync_to_async
from django.db.models.functions import Now
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts import tokens
from accounts.models import Token, User
from games import showing
from games.live import limits, reporter
from games.live.process import Process
from games.models import Game, Report
from games.showing import Told
from tests.games.live.cast import ROOMY, SEED, browser, member, running, session_of
from tests.games.live.frames import MALFORMED, UNKNOWN
from tests.games.live.lines import Line
from tests.games.test_showing import shown
from tests.site import Site, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 1000
FIELDS = {"id", "shape", "kind", "player", "score", "largest", "ply", "board", "watchers"}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second is a twentieth of one."""
    monkeypatch.setattr(reporter, "EVERY_S", 0.05)


@pytest.fixture
def mina(transactional_db: None) -> User:
    return member()


@pytest.fixture
def session(mina: User) -> str:
    return session_of(mina)


@pytest.fixture
def game(mina: User) -> Game:
    return running(mina, ROOMY)


async def playing(game: Game, session: str) -> Line:
    """Its player, who has just moved."""
    line = Line(game.pk, session)
    await line.open()
    assert (await line.ask({"t": "move", "ply": 0, "moves": "LDRU"}))["t"] == "moved"
    return line


async def until(line: Line, *game_ids: str, **fields: Any) -> list[dict[str, Any]]:
    """The first list that holds these games, of which the first has these fields."""
    while True:
        games: list[dict[str, Any]] = (await line.next())["games"]
        known = [game["id"] for game in games] == list(game_ids)
        if known and all(games[0][name] == value for name, value in fields.items()):
            return games


async def looking(*game_ids: str) -> Line:
    """Somebody who sees these games."""
    line = Line()
    first = await line.open()
    if [game["id"] for game in first["games"]] != list(game_ids):
        await until(line, *game_ids)
    return line


async def change(model: Any, **columns: Any) -> None:
    await database_sync_to_async(model.objects.update)(**columns)


async def test_a_game_shows_as_soon_as_it_is_moved_and_until_its_player_leaves(
    process: Process, game: Game, session: str
) -> None:
    viewer = Line()
    assert (await viewer.open())["games"] == []
    await change(Game, moved_at=Now() - timedelta(hours=1))
    player = Line(game.pk, session)
    await player.open()
    assert await viewer.nothing()  # nobody plays who only looks at their board
    told = await player.ask({"t": "move", "ply": 0, "moves": "LDRU"})
    [seen] = await until(viewer, game.pk, ply=told["ply"])
    assert seen.keys() == FIELDS
    assert (seen["board"], seen["score"], seen["player"]) == (told["board"], told["score"], "mina")
    assert SEED.hex() not in json.dumps(seen)
    watcher = Line(game.pk)
    await watcher.open()
    await until(viewer, game.pk, watchers=1)
    await player.close()
    await until(viewer)
    await viewer.close()
    await watcher.close()
    assert process.reporter.viewers == set()


@pytest.mark.parametrize(
    ("model", "columns"),
    [(User, {"watchable": False}), (User, {"is_active": False}), (Game, {"hidden": True})],
)
async def test_what_is_not_to_be_seen_goes_at_once(
    process: Process, game: Game, session: str, model: Any, columns: dict[str, Any]
) -> None:
    player = await playing(game, session)
    viewer = await looking(game.pk)
    await change(model, **columns)
    await until(viewer)
    await player.close()
    await viewer.close()


async def test_who_has_not_moved_for_a_minute_does_not_play(
    process: Process, game: Game, session: str
) -> None:
    player = await playing(game, session)
    viewer = await looking(game.pk)
    for socket in process.sockets:
        socket.moved_at -= 60
    await until(viewer)
    await player.close()
    await viewer.close()


async def test_the_games_of_other_processes_are_there_too_and_age(
    process: Process, game: Game, session: str
) -> None:
    player = await playing(game, session)
    report = Report(process="other", at=Now() + timedelta(seconds=20), text="")
    report.text = showing.written(Told([shown("bbbbbbbb", 1 << 40)], {game.pk: 4}))
    await database_sync_to_async(report.save)()
    viewer = await looking("bbbbbbbb", game.pk)
    assert await player.hear_a("watchers") == {"t": "watchers", "n": 4}
    await database_sync_to_async(Report.objects.filter(process="other").delete)()
    await until(viewer, game.pk)
    told = await database_sync_to_async(showing.now)(showing.Wish())
    assert [each.id for each in told] == [game.pk]
    await player.close()
    await viewer.close()


async def test_while_the_database_is_away_the_process_tells_its_own(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await playing(game, session)
    viewer = await looking(game.pk)

    async def away(sql: str, values: Any) -> list[Any]:
        raise psycopg.OperationalError("gone")

    monkeypatch.setattr(process.databases[1], "fetch", away)
    told = await player.ask({"t": "move", "ply": 4, "moves": "LDRU"})
    if told["t"] == "moved":
        await until(viewer, game.pk, ply=told["ply"])
    await player.close()
    await viewer.close()


async def test_the_lists_that_are_wished_differ_and_wrong_wishes_are_refused(
    process: Process, game: Game, session: str
) -> None:
    player = await playing(game, session)
    lines = {query: Line(query=query) for query in ("", "shape=5x5", "shape=4x4", "bots=1")}
    await (await looking(game.pk)).close()  # from now on it is known
    heard = {query: (await line.open())["games"] for query, line in lines.items()}
    seen = {query: [each["id"] for each in games] for query, games in heard.items()}
    assert seen == {"": [game.pk], "shape=5x5": [game.pk], "shape=4x4": [], "bots=1": []}
    for query, code in (
        *(("shape=9x9", "illegal_shape"), ("shape=%00", "illegal_shape"), ("bots=2", "malformed")),
        *(("limit=0", "malformed"), ("limit=13", "malformed"), ("limit=" + "9" * 99, "malformed")),
        *(("limit=-1", "malformed"), ("limit=x", "malformed"), ("limit=²", "malformed")),
    ):
        wrong = Line(query=query)
        assert (await wrong.open())["code"] == code, query
        assert await wrong.close_code() == 1013
        await wrong.close()
    for line in (player, *lines.values()):
        await line.close()


async def test_who_does_not_read_is_closed_and_who_says_so_is_not(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNREAD", 4)
    reader, liar = Line(), Line()
    first = await reader.open()
    await liar.open()
    for n in range(8):
        await reader.ask({"t": "ping", "n": n})
        await reader.say({"t": "seen", "n": first["n"]})
        await liar.say({"t": "seen", "n": 2**53 - 1})
        await liar.say({"t": "ping", "n": n})
    for _ in range(3):
        assert (await liar.next())["t"] == "pong"
    assert await liar.close_code() == 4408
    await reader.close()
    await liar.close()


async def test_a_program_comes_in_with_a_token_that_exists(process: Process, mina: User) -> None:
    _, text = await database_sync_to_async(tokens.make)(
        mina, name="screen", scopes=[Token.Scope.READ]
    )
    program, forger = Line(token=text), Line(token="kashi_" + "x" * 43)
    assert (await program.open())["t"] == "games"
    assert (await forger.open())["code"] == "bad_token"
    assert await forger.close_code() == 4401
    await program.close()
    await forger.close()


def test_frames_that_mean_nothing_are_refused_and_harm_nobody(site: Site) -> None:
    calm = Visitor(site).open_at("/ws/watch/")
    calm.hear()
    in_game = ['{"t":"move","ply":0,"moves":"L"}', '{"t":"keep"}', '{"t":"state"}']
    known = {"seen without a ply", "seen with a negative ply"}
    screen, left = Visitor(site).open_at("/ws/watch/"), 15
    screen.hear()
    for frame in [*in_game, *UNKNOWN, *(f for name, f in MALFORMED.items() if name not in known)]:
        refused = screen.ask(frame)
        assert refused["t"] == "refused"
        assert refused["code"] in ("malformed", "unknown_type")
        left -= 1
        if not left:  # what a socket takes and may leave unread
            screen, left = Visitor(site).open_at("/ws/watch/"), 15
            screen.hear()
    assert calm.ask({"t": "ping", "n": 1}) == {"t": "pong", "n": 1}
    with suppress(ConnectionClosed):
        for _ in range(300):
            screen.say("x")
    assert screen.close_code() in (4408, 1008)
    with pytest.raises(InvalidStatus, match=r"HTTP 40[03]"):
        Visitor(site).open_at("/ws/watch/", origin="http://evil.example")


async def test_a_thousand_look_at_once(process: Process, game: Game, session: str) -> None:
    player = await playing(game, session)
    lines = [Line() for _ in range(CROWD)]
    began = time.monotonic()
    await asyncio.gather(*(line.open() for line in lines))
    assert time.monotonic() - began < 5
    told = await player.ask({"t": "move", "ply": 4, "moves": "LDRU"})
    assert told["t"] in ("moved", "refused")
    assert len(process.reporter.viewers) == CROWD
    await asyncio.gather(*(line.close() for line in lines))
    assert process.reporter.viewers == set()
    await player.close()


def test_a_real_site_shows_who_plays(site: Site) -> None:
    mina = member()
    game = running(mina)
    player, viewer = browser(site, mina).open(game.pk), Visitor(site).open_at("/ws/watch/")
    player.hear()
    viewer.hear()
    player.move(0, "LDRU")
    while [each["id"] for each in viewer.hear_a("games")["games"]] != [game.pk]:
        pass  # what other tests have left is told at first
    until = time.monotonic() + 5
    while not (found := Visitor(site).get("/api/watch/")[1]["results"]):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert found[0]["id"] == game.pk
