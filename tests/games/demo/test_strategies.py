"""The demo's players play by the rules, and some better than others."""

from random import Random
from statistics import median

import pytest

from games.demo.playing import LONGEST_MS, SHORTEST_MS, Habits, play
from games.demo.strategies import STRATEGIES
from games.rules.board import SHAPES, Direction, legal
from games.rules.position import Position
from tests.boards import board

ENOUGH = 100_000


def habits(strength: str, stops_at_win: float = 0) -> Habits:
    return Habits(STRATEGIES[strength], pace_ms=400, stops_at_win=stops_at_win)


@pytest.mark.parametrize("strength", STRATEGIES)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_choice_is_a_valid_move(strength: str, shape: str) -> None:
    played = play(shape, habits(strength), Random(1), patience=60)
    assert 0 < len(played.moves) <= 60
    assert played.position.ply == len(played.moves)


@pytest.mark.parametrize("strength", STRATEGIES)
def test_the_only_way_out_is_found(strength: str) -> None:
    position = Position(*board("2 4 8 16 / 4 8 16 32 / 8 16 32 64 / . . . ."))
    assert legal(position.shape, position.cells) == (Direction.DOWN,)
    assert STRATEGIES[strength](position, Random(1)) == Direction.DOWN


def test_looking_ahead_scores_more_than_chance() -> None:
    def scores(strength: str) -> float:
        games = (play("3x3", habits(strength), Random(n), ENOUGH) for n in range(12))
        return median(game.position.score for game in games)

    assert scores("random") < scores("greedy") < scores("thoughtful")


def test_a_game_ends_when_it_is_over_won_or_long_enough() -> None:
    assert play("3x3", habits("random"), Random(1), ENOUGH).position.over
    assert play("4x4", habits("thoughtful"), Random(1), None).position.over
    assert len(play("5x5", habits("corner"), Random(1), patience=40).moves) == 40
    games = [play("2x4", habits("thoughtful", 1), Random(n), ENOUGH) for n in range(8)]
    won = [game for game in games if game.position.won_at_ply]
    assert won
    assert all(game.position.won_at_ply == len(game.moves) for game in won)


def test_think_times_are_a_hands() -> None:
    thinks = [move.think_ms for move in play("5x5", habits("corner"), Random(1), 300).moves]
    assert min(thinks) >= SHORTEST_MS
    assert max(thinks) <= LONGEST_MS
    assert 300 < median(thinks) < 520
