"""All of one's games as JSON lines."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import export
from games.models import SEGMENT_MOVES, Game, Segment
from games.rules.board import SHAPES, Direction
from games.rules.position import Position
from games.rules.record import MOVE_BYTES, Move, pack, verify
from tests.games.cast import NOON, game, player

ADDRESS = "/api/me/games.jsonl"
AT_ONCE = SEGMENT_MOVES * MOVE_BYTES


def play(owner: User, shape: str, moves: int, **columns: Any) -> Game:
    """A real game of some pushes, packed as the journal packs it."""
    made = game(owner, 0, shape=shape, client_seed="a" * 32, **columns)
    position, made_moves = Position.start(SHAPES[shape], made.tiles), list[Move]()
    while len(made_moves) < moves and not position.over:
        way, pushed = next(
            (way, pushed) for way in Direction if (pushed := position.push(way, made.tiles))
        )
        position = pushed[0]
        made_moves.append(Move(way, 310))
    packed = pack(made_moves)
    full = len(made_moves) // SEGMENT_MOVES
    for number in range(full):
        part = packed[number * AT_ONCE : (number + 1) * AT_ONCE]
        Segment.objects.create(game=made, number=number, moves=part)
    made.cells, made.score, made.ply = position.cells, position.score, position.ply
    made.tail, made.won_at_ply = packed[full * AT_ONCE :], position.won_at_ply
    if made.ended_at:
        made.status = Game.Status.OVER if position.over else Game.Status.GIVEN_UP
    made.save()
    return made


@pytest.mark.django_db(transaction=True)
async def test_every_line_verifies_and_a_running_game_keeps_its_seed(
    async_client: AsyncClient,
) -> None:
    def cast() -> tuple[User, list[str]]:
        alice = player("alice")
        made = [
            play(alice, "5x5", 300, started_at=NOON),
            play(alice, "3x3", 9999, started_at=NOON.replace(hour=13)),
            play(alice, "2x4", 0, started_at=NOON.replace(hour=14)),
            play(
                alice,
                "4x4",
                20,
                started_at=NOON.replace(hour=15),
                status=Game.Status.PLAYING,
                ended_at=None,
            ),
        ]
        play(player("bob"), "4x4", 20)
        return alice, [one.pk for one in made]

    alice, ids = await sync_to_async(cast)()
    await async_client.aforce_login(alice)
    answer = await async_client.get(ADDRESS)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/jsonl"
    body = b"".join([part async for part in answer.streaming_content])  # type: ignore[attr-defined]
    records = [json.loads(line) for line in body.splitlines()]
    assert [record["game_id"] for record in records] == ids
    for record in records[:3]:
        assert verify(record).ply == len(record["moves"])
        assert record["ended_at"] == "2026-11-02T12:00:00Z"
    assert len(records[0]["moves"]) > SEGMENT_MOVES
    assert (records[3]["seed"], records[3]["status"]) == (None, "playing")
    assert records[3]["started_at"] == "2026-11-02T15:00:00Z"


@pytest.mark.django_db(transaction=True)
async def test_many_games_come_in_batches() -> None:
    def cast() -> int:
        alice = player("alice")
        for _ in range(2 * export.BATCH + 1):
            game(alice, 4, client_seed="a" * 32)
        return alice.pk

    player_id = await sync_to_async(cast)()
    lines = export.lines(player_id=player_id)
    found = [json.loads(line)["game_id"] async for line in lines]
    assert len(set(found)) == len(found) == 2 * export.BATCH + 1


@pytest.mark.django_db
def test_a_batch_costs_three_statements_and_knows_where_the_next_begins() -> None:
    alice = player("alice")
    for _ in range(export.BATCH + 1):
        play(alice, "4x4", 3)
    with CaptureQueriesContext(connection) as queries:
        lines, after = export._batch(alice.pk, None)
    assert (len(queries), len(lines)) == (3, export.BATCH)
    lines, after = export._batch(alice.pk, after)
    assert (len(lines), after) == (1, None)


@pytest.mark.django_db
def test_nobody_s_games_are_refused(client: Client) -> None:
    answer = client.get(ADDRESS)
    assert answer.status_code == 403
    assert json.loads(answer.content)["code"] == "not_allowed"
