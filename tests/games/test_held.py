"""What a player holds on the boards of all time."""

from datetime import timedelta

import pytest

from accounts.models import User
from games import held, play
from games.models import Best
from games.ranking import Board
from tests.games.cast import NOON, counted, player

pytestmark = pytest.mark.django_db
SCORE, FASTEST, FEWEST = Best.Metric.SCORE, Best.Metric.FASTEST, Best.Metric.FEWEST


def won(owner: User, score: int, *, seconds: int, moves: int, shape: str = "4x4") -> str:
    """A game that was won so long and so many moves after it began."""
    return counted(
        owner,
        score,
        shape=shape,
        first_moved_at=NOON - timedelta(seconds=seconds),
        won_at=NOON,
        won_at_ply=moves,
    ).pk


def told(owner: User) -> dict[str, list[tuple[str, int, int | None]]]:
    bests = held.bests(player_id=owner.pk)
    return {
        shape: [(best.board.metric.value, best.value, best.rank) for best in found]
        for shape, found in bests.items()
    }


def test_each_metric_has_its_own_game_and_rank() -> None:
    alice, bob = player("alice"), player("bob")
    quick = won(alice, 20_000, seconds=100, moves=990)
    short = won(alice, 30_000, seconds=300, moves=940)
    won(bob, 25_000, seconds=90, moves=950)
    assert told(alice) == {
        "4x4": [("score", 30_000, 1), ("fastest", 100_000, 2), ("fewest", 940, 1)]
    }
    games = [best.game for best in held.bests(player_id=alice.pk)["4x4"]]
    assert games == [short, quick, short]


def test_a_shape_that_was_not_won_has_a_score_alone() -> None:
    alice = player("alice")
    counted(alice, 900)
    won(alice, 6_000, seconds=60, moves=300, shape="3x3")
    metrics = {shape: [metric for metric, _, _ in bests] for shape, bests in told(alice).items()}
    assert metrics == {"4x4": ["score"], "3x3": ["score", "fastest", "fewest"]}


def test_who_is_not_ranked_has_bests_without_ranks() -> None:
    guest = player("guest-1", is_guest=True)
    counted(guest, 900)
    assert told(guest) == {"4x4": [("score", 900, None)]}


def test_a_bot_stands_among_bots() -> None:
    counted(player("alice"), 9_000)
    robot = player("robot")
    play.become_bot(player=robot)
    counted(robot, 900, kind="bot")
    (best,) = held.bests(player_id=robot.pk)["4x4"]
    assert (best.board, best.rank) == (Board("4x4", bots=True), 1)
