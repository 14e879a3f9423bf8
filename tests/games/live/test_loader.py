"""What a socket needs when it opens, read for all that wait at once."""

import asyncio
import time
from typing import Any

import pytest
from pytest_django import Settings

from accounts.credentials import Credential
from accounts.models import User
from games.bests import record_best
from games.errors import NoSuchGame
from games.live.loader import Reader, Want
from games.live.process import Process
from games.models import Game
from tests.games.live.cast import member, running, session_of
from tests.games.live.lines import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mina(transactional_db: None) -> User:
    return member()


@pytest.fixture
def session(mina: User) -> str:
    return session_of(mina)


async def test_all_that_wait_are_loaded_by_a_few_statements(
    process: Process, mina: User, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants = [Want("00000000", Credential(session)), Want("11111111", None)] * 50
    fetch, sent = process.databases[1].fetch, []

    async def noted(sql: str, values: Any) -> list[Any]:
        sent.append(sql)
        return await fetch(sql, values)

    monkeypatch.setattr(process.databases[1], "fetch", noted)
    said = await asyncio.gather(*map(process.loader.load, wants), return_exceptions=True)
    assert {type(error) for error in said} == {NoSuchGame}
    assert len(sent) == 3  # sessions, users, games


@pytest.fixture
def counted(mina: User) -> Game:
    """A game that counts on the boards already."""
    game = running(mina, score=64, ply=9, moved_at="2026-11-02T12:00:00Z")
    record_best(game_id=game.pk)
    return running(mina)


async def test_a_seat_is_the_game_its_player_and_the_reader(
    process: Process, counted: Game, mina: User, session: str
) -> None:
    seat = await process.loader.load(Want(counted.pk, Credential(session)))
    assert (seat.game.pk, seat.reader, seat.best) == (counted.pk, Reader(mina.pk), 64)
    assert bytes(seat.game.cells) == counted.cells
    assert seat.game.player.username == "mina"
    assert 0 <= seat.still_ms < 60_000
    assert (await process.loader.load(Want(counted.pk, None))).reader is None
    nobodys = Credential("0" * 32)
    assert (await process.loader.load(Want(counted.pk, nobodys))).reader is None


@pytest.fixture
def after_a_change_of_the_key(settings: Settings, session: str) -> str:
    """A session from before the site's secret key was changed."""
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the key after the change"
    return session


async def test_a_session_outlives_a_change_of_the_secret_key(
    process: Process, counted: Game, after_a_change_of_the_key: str
) -> None:
    player = Line(counted.pk, after_a_change_of_the_key)
    assert (await player.open())["you"] == "player"
    await process.sweep()
    assert (await player.ask({"t": "ping", "n": 1}))["t"] == "pong"
    await player.close()


async def test_a_rush_of_sockets_is_let_in_at_once(
    process: Process, counted: Game, session: str
) -> None:
    lines = [Line(counted.pk, session if n % 2 else None) for n in range(300)]
    began = time.monotonic()
    states = await asyncio.gather(*(line.open() for line in lines))
    assert time.monotonic() - began < 5
    assert [state["you"] for state in states] == ["watcher", "player"] * 150
    await asyncio.gather(*(line.close() for line in lines))
    assert not process.sockets
