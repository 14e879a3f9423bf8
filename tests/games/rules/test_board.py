"""What one push does to a board, and which pushes there are."""

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given

from games.rules import board as board_module
from games.rules.board import (
    SHAPES,
    Direction,
    Shape,
    is_over,
    legal,
    slide,
    slide_line,
    values,
)
from tests.boards import board, cells, drawn, of_flat, of_values
from tests.games.rules.given import RULES, WAYS, shapes

UP, RIGHT, DOWN, LEFT = Direction


def pushed(text: str, direction: Direction) -> tuple[str, int]:
    """The board after a push, drawn, and the points."""
    shape, before = board(text)
    after, points = slide(shape, before, direction)
    return drawn(shape, after), points


def sides(text: str) -> dict[Direction, tuple[str, int]]:
    """One line at the top of an empty board, pushed right and left."""
    line, empty = text.strip(), " / . . . ."
    after = {way: pushed(line + empty, way) for way in (RIGHT, LEFT)}
    return {way: (drawn.removesuffix(empty), points) for way, (drawn, points) in after.items()}


@pytest.mark.parametrize("case", RULES["lines"], ids=lambda case: case["note"])
def test_a_line_is_pushed_as_in_the_vectors(case: dict[str, Any]) -> None:
    after, points = slide_line(of_flat(case["line"]))
    assert (after, points) == (of_flat(case["after"]), case["points"])


@pytest.mark.parametrize("case", RULES["moves"])
def test_a_board_is_pushed_as_in_the_vectors(case: dict[str, Any]) -> None:
    shape, before = of_values(case["board"])
    after, points = slide(shape, before, WAYS[case["direction"]])
    assert values(shape, after) == case["after_slide"]
    assert points == case["points"]
    assert (after != before) == case["changed"]
    assert (after.count(11) > before.count(11)) == case["makes_2048"]
    assert legal(shape, before) == tuple(WAYS[name] for name in case["legal_before"])
    assert is_over(shape, before) == (not case["legal_before"])


def test_a_merged_tile_does_not_merge_again() -> None:
    assert sides("2 2 4 .") == {RIGHT: (". . 4 4", 4), LEFT: ("4 4 . .", 4)}
    assert sides("8 8 16 .") == {RIGHT: (". . 16 16", 16), LEFT: ("16 16 . .", 16)}
    assert sides("4 2 2 .") == {RIGHT: (". . 4 4", 4), LEFT: ("4 4 . .", 4)}


def test_four_equal_tiles_are_two_pairs() -> None:
    assert sides("2 2 2 2") == {RIGHT: (". . 4 4", 8), LEFT: ("4 4 . .", 8)}


def test_pairs_form_from_the_edge_that_is_pushed_towards() -> None:
    assert sides(". 4 4 4") == {RIGHT: (". . 4 8", 8), LEFT: ("8 4 . .", 8)}
    columns = ". 2 / 4 2 / 4 2 / 4 ."
    assert pushed(columns, UP) == ("8 4 / 4 2 / . . / . .", 12)
    assert pushed(columns, DOWN) == (". . / . . / 4 2 / 8 4", 12)


def test_equal_tiles_across_the_push_stay_as_they_are() -> None:
    assert pushed("2 4 . / 2 4 .", LEFT) == ("2 4 . / 2 4 .", 0)
    assert pushed("8 8 / 2 4", UP) == ("8 8 / 2 4", 0)


def test_a_push_can_change_nothing() -> None:
    stuck = "8 4 4 2 / . 2 2 . / . . . . / . . . ."
    assert pushed(stuck, UP) == (stuck, 0)
    assert legal(*board(stuck)) == (RIGHT, DOWN, LEFT)


def test_a_full_board_with_a_pair_lives() -> None:
    across = board("2 4 8 16 / 16 8 4 2 / 2 4 8 16 / 16 8 4 4")
    assert legal(*across) == (RIGHT, LEFT)
    assert not is_over(*across)
    down = board("2 4 8 16 / 16 8 4 2 / 2 4 8 16 / 2 8 4 2")
    assert legal(*down) == (UP, DOWN)
    assert not is_over(*down)


def test_a_full_board_without_a_pair_is_over() -> None:
    over = board("2 4 8 16 / 16 8 4 2 / 2 4 8 16 / 16 8 4 2")
    assert legal(*over) == ()
    assert is_over(*over)


@pytest.mark.parametrize("exponent", [15, 16, 17])
def test_the_top_of_the_ladder_does_not_wrap(exponent: int) -> None:
    tile = 1 << exponent
    shape, before = board(f"{tile} {tile} . . / . . . .")
    assert before[:2] == bytes((exponent, exponent))
    after, points = slide(shape, before, LEFT)
    assert after == bytes((exponent + 1, 0, 0, 0, 0, 0, 0, 0))
    assert points == 2 * tile
    wire = json.loads(json.dumps(values(shape, after)))
    assert wire == [[2 * tile, 0, 0, 0], [0, 0, 0, 0]]
    assert of_values(wire) == (shape, after)


@given(shapes)
def test_a_shape_is_read_back_from_its_text(shape: Shape) -> None:
    assert Shape.parse(str(shape)) == shape
    assert shape.size == shape.rows * shape.columns


def test_a_shape_is_rows_by_columns() -> None:
    shape, before = board("2 . . . / 4 . . . / 8 . . .")
    assert shape == SHAPES["3x4"]
    assert before == cells("2 . . . 4 . . . 8 . . .")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "4",
        "4x",
        "x4",
        "1x4",
        "4x1",
        "9x4",
        "4x9",
        "0x0",
        "44",
        "4X4",
        "4×4",
        "04x4",
        "4x04",
    ]
    + [" 4x4", "4x4 ", "4x4\n", "4 x 4", "-4x4", "+4x4", "4.0x4", "4x4x4", "٤x٤", "²x²", "23x4"],
)
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the shape of a board"):
        Shape.parse(text)


@pytest.mark.parametrize("rows_columns", [(1, 4), (4, 1), (0, 0), (9, 4), (4, 9), (-4, 4)])
def test_a_board_has_two_to_eight_rows_and_columns(
    rows_columns: tuple[int, int],
) -> None:
    with pytest.raises(ValueError, match="2 to 8"):
        Shape(*rows_columns)


def test_the_tile_that_wins_is_the_shapes_own() -> None:
    wins = {name: 1 << shape.win_exponent for name, shape in SHAPES.items()}
    assert wins == {"4x4": 2048, "3x3": 512, "3x4": 1024, "2x4": 128, "5x5": 8192}


def test_a_shape_can_be_copied_and_sent_to_another_process() -> None:
    shape = SHAPES["3x4"]
    for other in (copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))):
        assert other == shape
        assert slide(other, cells("2 2 . .  " * 3), LEFT) == (cells("4 . . .  " * 3), 12)


def test_lines_that_were_forgotten_are_pushed_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.board.MAX_KNOWN_LINES", 5)
    board_module._to_first.clear()
    for number in range(256):
        row = bytes(1 + (number >> 2 * at) % 4 for at in range(4))
        after, points = slide(Shape(2, 4), row + bytes(4), LEFT)
        assert (after[:4], points) == slide_line(row)
        assert len(board_module._to_first) <= 5
