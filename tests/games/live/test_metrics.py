"""What is counted of play, as Prometheus reads it."""

import pytest
from channels.db import database_sync_to_async
from django.test import AsyncClient
from prometheus_client import REGISTRY

from accounts.models import User
from games.live.process import Process
from tests.games.live.cast import member, running, session_of
from tests.games.live.lines import Line

MOVES = "kashi_moves_total"


def figures(process: Process) -> dict[str, float]:
    """All that is counted, by name and labels."""
    process.measure()
    return {
        each.name + "".join(f" {value}" for value in each.labels.values()): each.value
        for family in REGISTRY.collect()
        for each in family.samples
    }


@pytest.fixture
def mina(transactional_db: None) -> User:
    return member()


async def test_moves_sockets_and_refusals_are_counted(process: Process, mina: User) -> None:
    game = await database_sync_to_async(running)(mina)
    line = Line(game.pk, await database_sync_to_async(session_of)(mina))
    before = figures(process)
    await line.open()
    told = await line.ask({"t": "move", "ply": 0, "moves": "LDRU"})
    assert (await line.ask({"t": "move", "ply": 0, "moves": "L"}))["code"] == "stale"
    after = figures(process)
    await line.close()
    gone = figures(process)

    def grown(name: str) -> float:
        return after[name] - before[name]

    assert grown(MOVES) == len(told["steps"]) > 1
    assert grown("kashi_answer_seconds_count") == 1
    assert grown("kashi_commit_seconds_count") == 1
    assert (grown("kashi_commit_games_count"), grown("kashi_commit_games_sum")) == (1, 1)
    assert grown("kashi_refusals_total socket stale") == 1
    assert (grown("kashi_sockets"), gone["kashi_sockets"]) == (1, before["kashi_sockets"])


async def test_what_waits_is_counted(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(process.journal), "waiting", 7)
    monkeypatch.setattr(type(process.loader), "waiting", 3)
    found = figures(process)
    assert found["kashi_waiting writes"] == 7
    assert found["kashi_waiting loads"] == 3


async def test_the_api_s_refusals_are_counted_as_well(
    process: Process, async_client: AsyncClient
) -> None:
    name = "kashi_refusals_total api not_found"
    before = figures(process)[name]
    await async_client.get("/api/nothing/")
    assert figures(process)[name] == before + 1
