"""Two packages from PyPI that play 2048, made ready to do the same work as the rules of Kashi."""

import os
import random
from collections.abc import Callable
from typing import Any

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # gymnasium-2048 draws with pygame, which greets

import numpy as np
from gymnasium_2048.envs import TwentyFortyEightEnv
from Py2048_Engine.Exceptions import GameException
from Py2048_Engine.Game import Game

from games.rules.board import Cells, Direction, Shape, values

Met = list[tuple[Cells, Direction]]
Run = Callable[[], Any]
NAMES = {way: way.name.lower() for way in Direction}  # what py2048-engine calls its pushes


class Bare(Game):
    """py2048-engine with nothing but the push in its moves: no check, no tile."""

    hasOpenSpace = False  # noqa: N815 - its name for whether to place a tile

    def _canContinue(self) -> None:  # noqa: N802 - its name
        """Spared."""


class Blind(TwentyFortyEightEnv):
    """gymnasium-2048 without its observation, a tensor for learners."""

    def _get_obs(self) -> Any:
        """Spared."""
        return self.board


def array(shape: Shape, cells: Cells) -> Any:
    """A board of gymnasium-2048."""
    return np.array(list(cells), dtype=np.uint8).reshape(shape.rows, shape.columns)


def lists(shape: Shape, cells: Cells) -> list[list[int | None]]:
    """A board of py2048-engine."""
    return [[value or None for value in row] for row in values(shape, cells)]


def gymnasium_pushes(shape: Shape, met: Met) -> Run:
    """All of these pushes, on boards laid out before."""
    push = TwentyFortyEightEnv.apply_action
    laid = [(array(shape, cells), direction.code) for cells, direction in met]
    return lambda: [push(board, action) for board, action in laid]


def py2048_pushes(shape: Shape, met: Met) -> Run:
    """The same. It changes the board that it is given: to be run once."""
    pushes = [getattr(Bare(lists(shape, cells)), NAMES[direction]) for cells, direction in met]
    return lambda: [push() for push in pushes]


def gymnasium_steps(count: int) -> None:
    """Games one after another."""
    game = Blind()
    game.reset()
    for _ in range(count):
        over = game.step(random.randrange(4))[2]
        if over:
            game.reset()


def py2048_steps(count: int) -> None:
    """The same; its moves say by an exception that the game had ended."""
    game, names = Game(), tuple(NAMES.values())
    for _ in range(count):
        try:
            getattr(game, random.choice(names))()
        except GameException:
            game = Game()


def pushed(shape: Shape, cells: Cells, direction: Direction) -> tuple[Any, Any]:
    """What each makes of a push: the board and the points, and the board."""
    board, score, _valid = TwentyFortyEightEnv.apply_action(array(shape, cells), direction.code)
    game = Bare(lists(shape, cells))
    getattr(game, NAMES[direction])()
    return (bytes(board.flatten().tolist()), score), game.board
