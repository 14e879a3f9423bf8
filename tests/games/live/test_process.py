"""What looks after the sockets of a process: lost hints, ended sessions, games left behind."""

import asyncio
from typing import Any

import psycopg
import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import User
from games import play
from games.errors import NotSaved
from games.live import audience, broadcast, reporter
from games.live import process as process_module
from games.live.process import Process
from games.models import Best, Game
from tests.games.live.cast import ONE_BEFORE_THE_END, member, running, session_of
from tests.games.live.lines import Line, consumer_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mina(transactional_db: None) -> User:
    return member()


@pytest.fixture
def session(mina: User) -> str:
    return session_of(mina)


@pytest.fixture
def game(mina: User) -> Game:
    return running(mina)


async def ask_the_database(process: Process, sql: str, *values: Any) -> None:
    await process.databases[1].fetch(f"{sql} RETURNING 1", values)


@pytest.fixture
def no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer that drops every message; nor is anybody told how many watch."""

    async def dropped(game_id: str, event: dict[str, Any], *, besides: int) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(broadcast, "tell", dropped)
    monkeypatch.setattr(reporter, "EVERY_S", 60)
    monkeypatch.setattr(audience, "LATE_S", 0)


@pytest.mark.usefixtures("no_hints")
async def test_a_sweep_shows_every_screen_what_no_hint_has(
    process: Process, game: Game, session: str
) -> None:
    mover, other, watcher = Line(game.pk, session), Line(game.pk, session), Line(game.pk)
    for line in (mover, other, watcher):
        await line.open()
    told = await mover.ask({"t": "move", "ply": 0, "moves": "LDRU"})
    assert await other.nothing()
    assert await watcher.nothing()
    await process.sweep()
    for line in (other, watcher):
        state = await line.hear()
        assert (state["t"], state["ply"], state["board"]) == ("state", told["ply"], told["board"])
    assert await mover.nothing()
    assert (await other.ask({"t": "move", "ply": told["ply"], "moves": "LDRU"}))["t"] == "moved"
    for line in (mover, other, watcher):
        await line.close()


@pytest.mark.usefixtures("no_hints")
async def test_a_sweep_brings_the_seed_to_screens_that_missed_the_end(
    process: Process, mina: User, session: str
) -> None:
    game = await database_sync_to_async(running)(mina, ONE_BEFORE_THE_END)
    mover, watcher = Line(game.pk, session), Line(game.pk)
    await mover.open()
    await watcher.open()
    await mover.ask({"t": "move", "ply": 0, "moves": "L"})
    ended = await mover.hear()
    await process.sweep()
    assert (await watcher.hear())["status"] == "over"
    assert await watcher.hear() == ended
    await process.sweep()
    assert await watcher.nothing()
    assert await mover.nothing()
    await mover.close()
    await watcher.close()


async def test_a_gap_between_hints_is_filled_from_the_row(
    process: Process, game: Game, session: str
) -> None:
    watcher = Line(game.pk)
    await watcher.open()
    await ask_the_database(process, "UPDATE games_game SET ply = 40 WHERE id = %s", game.pk)
    event = {"type": "game.moved", "by": "another", "told": (41, "playing"), "before": 40}
    await broadcast.tell(game.pk, event | {"text": '{"t":"moved"}'}, besides=0)
    state = await watcher.hear()
    assert (state["t"], state["ply"]) == ("state", 40)
    await watcher.close()


async def test_a_hint_of_what_is_known_is_passed_over(process: Process, game: Game) -> None:
    watcher = Line(game.pk)
    await watcher.open()
    event = {"type": "game.moved", "by": "another", "told": (0, "playing"), "before": 0}
    await broadcast.tell(game.pk, event | {"text": '{"t":"moved"}'}, besides=0)
    assert await watcher.nothing()
    await watcher.close()


ENDINGS = {
    "signed out": "DELETE FROM django_session WHERE true OR session_key = %s",
    "expired": "UPDATE django_session SET expire_date = now() WHERE true OR session_key = %s",
    "another password": "UPDATE accounts_user SET password = %s",
    "deactivated": "UPDATE accounts_user SET is_active = false WHERE true OR username = %s",
}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
async def test_a_player_whose_session_has_ended_is_closed(
    process: Process, game: Game, session: str, ending: str
) -> None:
    player, watcher = Line(game.pk, session), Line(game.pk)
    await player.open()
    await watcher.open()
    await process.sweep()
    assert await player.nothing()
    await ask_the_database(process, ending, "pbkdf2_sha256$1$x$y")
    await process.sweep()
    refused = await player.hear()
    assert (refused["t"], refused["code"]) == ("refused", "session_ended")
    assert await player.close_code() == 4401
    assert await watcher.nothing()
    await player.close()
    await watcher.close()


async def test_whoever_opens_a_socket_during_a_sweep_stays(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, late = Line(game.pk, session), Line(game.pk, session)
    await first.open()
    plies = process.loader.plies

    async def meanwhile(game_ids: Any) -> dict[str, tuple[int, str]]:
        await late.open()
        return await plies(game_ids)

    monkeypatch.setattr(process.loader, "plies", meanwhile)
    await process.sweep()
    assert (await late.ask({"t": "ping", "n": 1}))["t"] == "pong"
    await first.close()
    await late.close()


async def test_who_moves_during_a_sweep_is_not_told_old_news(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Line(game.pk, session)
    await player.open()
    plies = process.loader.plies

    async def meanwhile(game_ids: Any) -> dict[str, tuple[int, str]]:
        stood = await plies(game_ids)
        assert (await player.ask({"t": "move", "ply": 0, "moves": "LDRU"}))["t"] == "moved"
        return stood

    monkeypatch.setattr(process.loader, "plies", meanwhile)
    await process.sweep()
    assert await player.nothing()
    await player.close()


async def test_a_load_that_a_move_overtook_does_not_put_the_board_back(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Line(game.pk, session)
    await player.open()
    load = process.loader.load
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def slow(want: Any) -> Any:
        seat = await load(want)
        reached.set()
        await go_on.wait()
        return seat

    monkeypatch.setattr(process.loader, "load", slow)
    catching_up = asyncio.create_task(consumer_of(process, game.pk).catch_up())
    await reached.wait()
    told = await player.ask({"t": "move", "ply": 0, "moves": "LDRU"})
    go_on.set()
    await catching_up
    assert (await player.hear())["ply"] == told["ply"]
    assert (await player.ask({"t": "move", "ply": told["ply"], "moves": "LDRU"}))["t"] == "moved"
    await player.close()


async def test_a_game_that_is_deleted_closes_its_sockets(process: Process, game: Game) -> None:
    watcher = Line(game.pk)
    await watcher.open()
    await ask_the_database(process, "DELETE FROM games_summary WHERE game_id = %s", game.pk)
    await ask_the_database(process, "DELETE FROM games_game WHERE id = %s", game.pk)
    await process.sweep()
    assert (await watcher.hear())["code"] == "no_such_game"
    assert await watcher.close_code() == 4404
    await watcher.close()


async def test_a_game_that_a_dead_process_left_is_settled_once(
    process: Process, mina: User, game: Game
) -> None:
    left = await database_sync_to_async(running)(
        mina, "2 4 8 16 / 4 8 16 32", status="over", score=100, ply=9, ended_at=timezone.now()
    )
    watcher = Line(left.pk)
    assert (await watcher.open())["status"] == "over"
    await process.sweep()
    ended = await watcher.hear()
    assert (ended["t"], ended["seed"]) == ("ended", bytes(left.seed).hex())
    settled_at = await settled(left.pk)
    assert settled_at is not None
    await process.sweep()
    assert await settled(left.pk) == settled_at
    assert await watcher.nothing()
    assert await database_sync_to_async(Best.objects.filter(game=left.pk).count)() == 5
    await watcher.close()


async def test_an_end_whose_session_was_lost_does_not_wait_for_the_sweep(
    process: Process, mina: User, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await database_sync_to_async(running)(mina, ONE_BEFORE_THE_END)
    settle, tries = play.settle, []

    def lost_at_first(*, game_id: str) -> play.Settled:
        tries.append(game_id)
        if len(tries) == 1:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return settle(game_id=game_id)

    monkeypatch.setattr(play, "settle", lost_at_first)
    player = Line(game.pk, session)
    await player.open()
    moved = await player.ask({"t": "move", "ply": game.ply, "moves": "L", "ms": [9]})
    assert moved["status"] == "over"
    assert (await player.hear())["t"] == "ended"
    assert len(tries) == 2
    await player.close()


async def settled(game_id: str) -> Any:
    return await database_sync_to_async(lambda: Game.objects.get(pk=game_id).settled_at)()


async def test_sweeps_go_on_when_the_database_comes_back(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "SWEEP_S", 0.05)
    readers, tries = process.loader.readers, []

    async def away_at_first(keys: Any) -> Any:
        tries.append(keys)
        if len(tries) < 3:
            raise [NotSaved, OperationalError][len(tries) - 1]
        return await readers(keys)

    player = Line(game.pk, session)
    await player.open()
    monkeypatch.setattr(process.loader, "readers", away_at_first)
    await ask_the_database(process, "DELETE FROM django_session WHERE session_key = %s", session)
    assert (await player.hear())["code"] == "session_ended"
    await player.close()


async def test_a_socket_that_is_cut_short_is_left_as_well(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its database is away and its client has gone: Daphne cancels the application."""
    player, watcher = Line(game.pk, session), Line(game.pk)
    await player.open()
    await watcher.open()
    written = asyncio.Event()

    async def never(_: Any) -> bool:
        written.set()
        return await asyncio.sleep(3600, result=True)

    monkeypatch.setattr(process.journal, "write", never)
    await player.say({"t": "move", "ply": 0, "moves": "LDRU"})
    await player.say({"t": "state"})
    await written.wait()
    player.cut()
    player.cut()
    await asyncio.sleep(0.1)
    player.cut()  # Daphne asks again every second
    await asyncio.sleep(0.1)
    assert len(process.sockets) == 1
    assert broadcast._here[game.pk] == 1
    await watcher.close()
    for task in asyncio.all_tasks():
        if "_save" in repr(task):
            task.cancel()


async def test_before_the_end_everything_under_way_is_answered(
    process: Process, mina: User, session: str
) -> None:
    lines = []
    for _ in range(5):
        game = await database_sync_to_async(running)(mina)
        lines.append(Line(game.pk, session))
        await lines[-1].open()
    for line in lines:
        await line.say({"t": "move", "ply": 0, "moves": "LDRU"})
    await asyncio.sleep(0)
    await process.drain()
    for line in lines:
        heard = [await line.hear()]
        while heard[-1]["t"] != "closing":
            heard.append(await line.hear())
        assert heard[-1] == {"t": "closing", "why": "restart"}
        assert await line.close_code() == 1012
        await line.close()


async def test_a_move_that_cannot_be_saved_is_told_and_then_found_out(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.database.GIVE_UP_S", 0.1)
    player = Line(game.pk, session)
    await player.open()
    fetch = process.databases[0].fetch

    async def commits_and_dies(sql: str, values: Any) -> list[Any]:
        if sql.lstrip().startswith("WITH"):
            await fetch(sql, values)
        raise psycopg.OperationalError("gone")

    monkeypatch.setattr(process.databases[0], "fetch", commits_and_dies)
    request = {"t": "move", "ply": 0, "moves": "LDRU"}
    assert (await player.ask(request))["code"] == "not_saved"
    assert (await player.ask({"t": "ping", "n": 1}))["t"] == "pong"
    monkeypatch.setattr(process.databases[0], "fetch", fetch)
    refused = await player.ask(request)
    assert refused["code"] == "stale"
    assert refused["state"]["ply"] > 0
    await player.close()


async def test_a_ping_does_not_wait_for_a_commit(
    process: Process, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()
    write = process.journal.write

    async def slow(asked: Any) -> bool:
        await go_on.wait()
        return await write(asked)

    monkeypatch.setattr(process.journal, "write", slow)
    player = Line(game.pk, session)
    await player.open()
    await player.say({"t": "move", "ply": 0, "moves": "LDRU"})
    assert await player.ask({"t": "ping", "n": 1}) == {"t": "pong", "n": 1}
    go_on.set()
    assert (await player.hear())["t"] == "moved"
    await player.close()


async def test_no_socket_waits_for_the_query_of_another(
    process: Process, mina: User, game: Game, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every message of Channels' own consumers waits for the one thread that all queries share."""
    sleeping = asyncio.create_task(database_sync_to_async(sleep_in_the_database)())
    player = Line(game.pk, session)
    await player.open()
    loop, waits = asyncio.get_running_loop(), []
    ply = 0
    for n in range(10):
        began = loop.time()
        await player.ask({"t": "ping", "n": n})
        waits.append(loop.time() - began)
        ply = (await player.ask({"t": "move", "ply": ply, "moves": "LDRU"}))["ply"]
    assert not sleeping.done()
    assert sorted(waits)[5] < 0.05
    await player.close()
    await sleeping


def sleep_in_the_database() -> None:
    Session.objects.extra(where=["pg_sleep(2) IS NOT NULL OR true"]).first()
    Session.objects.raw("SELECT 'x' AS session_key, pg_sleep(2)::text AS session_data")[0]
