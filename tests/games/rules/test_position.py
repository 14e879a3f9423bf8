"""A game at a ply: the opening, moves, score, win and end."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.rules.board import SHAPES, Cells, Direction, Shape, slide, values
from games.rules.position import Position
from tests.boards import board, drawn
from tests.games.rules.given import RULES, WAYS, fair, play

UP, RIGHT, DOWN, LEFT = Direction
SEED = bytes(range(32))


class Listed:
    """Spawns what it is told, and wants to be asked for nothing else."""

    def __init__(self, columns: int, spawns: list[dict[str, int]], *, first: int = 0) -> None:
        """Each spawn has a row, a column and a value; the first of them has this number."""
        self._columns = columns
        self._spawns: Iterator[tuple[int, dict[str, int]]] = iter(enumerate(spawns, first))

    def spawn(self, number: int, empties: Sequence[int]) -> tuple[int, int]:
        """The next of the list."""
        expected, tile = next(self._spawns)
        cell = tile["row"] * self._columns + tile["column"]
        assert number == expected
        assert cell in empties
        return cell, tile["value"].bit_length() - 1


@pytest.mark.parametrize(
    "game", RULES["games"], ids=lambda game: f"{game['rows']}x{game['columns']}"
)
def test_a_game_is_played_as_in_the_vectors(game: dict[str, Any]) -> None:
    shape, won_at_index = Shape(game["rows"], game["columns"]), None
    made = [move["spawn"] for move in game["moves"] if move["changed"]]
    listed = Listed(shape.columns, game["setup"] + made)
    position = Position.start(shape, listed)
    for index, move in enumerate(game["moves"]):
        pushed = position.push(WAYS[move["direction"]], listed)
        assert (pushed is not None) == move["changed"]
        if pushed:
            position, _step = pushed
            assert position.score == move["score"]
            if position.won_at_ply == position.ply:
                won_at_index = index
    end = game["end"]
    assert values(shape, position.cells) == end["board"]
    assert (position.score, position.largest) == (end["score"], end["largest"])
    assert position.over == end["over"]
    assert won_at_index == end["won_at_move_index"]


def test_a_game_opens_with_two_tiles_and_no_score() -> None:
    tiles = fair(SEED)
    opening = Position.start(SHAPES["4x4"], tiles)
    assert [number for number, _cell, _value in tiles.log] == [0, 1]
    assert opening.cells.count(0) == 14
    assert (opening.score, opening.ply, opening.won_at_ply, opening.over) == (0, 0, None, False)


def test_a_push_that_changes_nothing_is_no_move() -> None:
    shape, stuck = board("8 4 4 2 / . 2 2 . / . . . . / . . . .")
    position, tiles = Position(shape, stuck, score=20, ply=7), fair(SEED)
    assert position.push(UP, tiles) is None
    assert tiles.log == [], "it has cost a tile"
    pushed = position.push(LEFT, tiles)
    assert pushed is not None
    assert pushed[0].ply == 8
    assert [number for number, _cell, _value in tiles.log] == [9]


def test_a_step_tells_the_direction_and_the_tile() -> None:
    shape, before = board("2 2 . . / . . . . / . . . . / . . . .")
    tiles = fair(SEED)
    pushed = Position(shape, before).push(RIGHT, tiles)
    assert pushed is not None
    after, step = pushed
    assert (step.direction, tiles.log[0][0]) == (RIGHT, 2)
    assert tiles.log[0][1:] == (step.cell, 1 << step.exponent)
    assert after.cells[step.cell] == step.exponent
    assert slide(shape, before, RIGHT)[0] == _without(after.cells, step.cell)


def _without(cells: Cells, cell: int) -> Cells:
    return cells[:cell] + b"\0" + cells[cell + 1 :]


def test_the_merge_that_makes_2048_wins() -> None:
    shape, before = board("1024 1024 . . / . . . . / . . . . / . . . .")
    pushed = Position(shape, before, score=18_000, ply=900).push(LEFT, fair(SEED))
    assert pushed is not None
    assert (pushed[0].won_at_ply, pushed[0].score) == (901, 20_048)


@pytest.mark.parametrize("name", SHAPES)
def test_each_shape_is_won_with_its_own_tile_and_none_below(name: str) -> None:
    shape = SHAPES[name]
    for half, won_at_ply in ((shape.win_exponent - 2, None), (shape.win_exponent - 1, 1)):
        before = bytes((half, half)) + bytes(shape.size - 2)
        pushed = Position(shape, before).push(LEFT, fair(SEED))
        assert pushed is not None
        assert pushed[0].won_at_ply == won_at_ply


def test_a_game_is_won_once() -> None:
    shape, before = board("1024 1024 . . / 1024 1024 . . / . . . . / . . . .")
    tiles = fair(SEED)
    positions = play(Position(shape, before), tiles, [LEFT, UP, *(RIGHT, DOWN, LEFT, UP) * 25])
    assert len(positions) > 100
    assert positions[2].largest == 4096
    assert {position.won_at_ply for position in positions[1:]} == {1}


def test_a_game_can_be_won_and_over_with_one_move() -> None:
    shape, before = board("2 4 8 16 / 16 8 4 2 / 2 4 8 16 / 1024 1024 8 4")
    last = Listed(shape.columns, [{"row": 3, "column": 3, "value": 2}], first=43)
    pushed = Position(shape, before, ply=41).push(LEFT, last)
    assert pushed is not None
    assert drawn(shape, pushed[0].cells) == "2 4 8 16 / 16 8 4 2 / 2 4 8 16 / 2048 8 4 2"
    assert (pushed[0].won_at_ply, pushed[0].over) == (42, True)


@pytest.mark.parametrize("exponent", [15, 16, 17])
def test_the_largest_tile_does_not_wrap(exponent: int) -> None:
    position = Position(SHAPES["4x4"], bytes((exponent, exponent)) + bytes(14))
    pushed = position.push(LEFT, fair(SEED))
    assert pushed is not None
    assert pushed[0].largest == pushed[0].score == 2 << exponent


def test_an_empty_board_has_no_largest_tile() -> None:
    assert Position(SHAPES["4x4"], bytes(16)).largest == 0
