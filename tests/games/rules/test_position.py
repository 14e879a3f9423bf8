"""A game at a ply: the opening, moves, score, win and end."""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Any

import pytest
from hypothesis import given

from games.rules.board import SHAPES, Cells, Direction, Shape, legal, slide, values
from games.rules.position import Position
from tests.boards import board, drawn
from tests.games.rules.given import RULES, WAYS, fair, play, pushes, seeds, shapes

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
    if shape == SHAPES["4x4"]:
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


@given(shapes, seeds, pushes)
def test_the_score_follows_from_the_board_and_the_fours_at_each_ply(
    shape: Shape, seed: bytes, tried: list[Direction]
) -> None:
    tiles = fair(seed)
    for position in play(Position.start(shape, tiles), tiles, tried):
        appeared = tiles.log[: position.ply + 2]
        fours = sum(value == 4 for _number, _cell, value in appeared)
        built = sum((1 << e) * (e - 1) for e in position.cells if e)
        assert position.score == built - 4 * fours, drawn(shape, position.cells)


@given(shapes, seeds, pushes)
def test_one_tile_appears_a_move_and_two_before_the_first(
    shape: Shape, seed: bytes, tried: list[Direction]
) -> None:
    tiles = fair(seed)
    last = play(Position.start(shape, tiles), tiles, tried)[-1]
    assert [number for number, _cell, _value in tiles.log] == list(range(last.ply + 2))
    assert sum(value for _number, _cell, value in tiles.log) == sum(
        map(sum, values(shape, last.cells))
    )


@given(shapes, seeds, pushes)
def test_only_a_finished_game_takes_no_move(
    shape: Shape, seed: bytes, tried: list[Direction]
) -> None:
    tiles = fair(seed)
    last = play(Position.start(shape, tiles), tiles, tried)[-1]
    assert last.over == all(last.push(way, tiles) is None for way in Direction)


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


def test_no_game_passes_the_ceiling_of_its_shape() -> None:
    every = _every_board(Shape(2, 2))  # small enough to play every game there is
    assert max(map(max, every)) == 5
    # Each of the four tiles of the highest board, 32 16 8 4, must begin with a 4 that appeared.
    assert max(every.values()) == _ceiling(4) - 4 * 4
    assert _ceiling(16) == 3_932_164
    assert _ceiling(25) == 3_221_225_476


def _ceiling(size: int) -> int:
    return int((size - 1) * 2 ** (size + 2) + 4)


def _every_board(shape: Shape) -> dict[Cells, int]:
    """Each board that a game can reach, with the highest score it can have there."""
    openings = {after for one in _with_a_tile(bytes(shape.size)) for after in _with_a_tile(one)}
    best = dict.fromkeys(openings, 0)
    waiting = [(_sum(opening), opening) for opening in openings]
    heapify(waiting)  # by sum: a move adds 2 or 4, so no board is met again once it has been left
    while waiting:
        _total, before = heappop(waiting)
        for way in legal(shape, before):
            pushed, points = slide(shape, before, way)
            for after in _with_a_tile(pushed):
                if after not in best:
                    heappush(waiting, (_sum(after), after))
                best[after] = max(best.get(after, 0), best[before] + points)
    return best


def _with_a_tile(cells: Cells) -> list[Cells]:
    free = [at for at, exponent in enumerate(cells) if not exponent]
    return [cells[:at] + bytes((e,)) + cells[at + 1 :] for at in free for e in (1, 2)]


def _sum(cells: Cells) -> int:
    return sum(1 << exponent for exponent in cells if exponent)
