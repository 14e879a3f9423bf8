"""What holds on every board of every shape, and at every ply of every game."""

from heapq import heapify, heappop, heappush

from hypothesis import given

from games.rules.board import (
    Cells,
    Direction,
    Shape,
    empties,
    is_over,
    legal,
    slide,
    slide_line,
    values,
)
from games.rules.position import Position
from tests.boards import drawn, of_flat
from tests.games.rules.given import boards, fair, full_boards, play, pushes, seeds, shapes

UP, RIGHT, DOWN, LEFT = Direction


@given(boards())
def test_a_slide_keeps_the_sum_of_the_tiles(on: tuple[Shape, Cells]) -> None:
    total = sum(map(sum, values(*on)))
    for direction in Direction:
        after, _points = slide(*on, direction)
        assert sum(map(sum, values(on[0], after))) == total


@given(boards())
def test_points_are_the_value_of_the_merges(on: tuple[Shape, Cells]) -> None:
    shape, before = on
    for direction in Direction:
        after, points = slide(shape, before, direction)
        assert points == worth(after) - worth(before)
        assert bool(points) == (len(empties(after)) > len(empties(before)))


def worth(cells: Cells) -> int:
    """The points in the tiles of a board, were they all built from 2s."""
    return sum((exponent - 1 << exponent) for exponent in cells if exponent)


@given(boards())
def test_mirrored_pushes_agree(on: tuple[Shape, Cells]) -> None:
    shape, before = on
    mirrored = {UP: UP, RIGHT: LEFT, DOWN: DOWN, LEFT: RIGHT}
    for direction, other in mirrored.items():
        after, points = slide(shape, before, direction)
        assert slide(shape, mirror(shape, before), other) == (mirror(shape, after), points)


@given(boards())
def test_turned_pushes_agree(on: tuple[Shape, Cells]) -> None:
    shape, before = on
    turned = Shape(shape.columns, shape.rows)
    clockwise = {UP: RIGHT, RIGHT: DOWN, DOWN: LEFT, LEFT: UP}
    for direction, other in clockwise.items():
        after, points = slide(shape, before, direction)
        assert slide(turned, turn(shape, before), other) == (turn(shape, after), points)


def mirror(shape: Shape, cells: Cells) -> Cells:
    """Left and right exchanged."""
    return of_flat(value for row in values(shape, cells) for value in reversed(row))


def turn(shape: Shape, cells: Cells) -> Cells:
    """A quarter turn clockwise."""
    rows = values(shape, cells)
    return of_flat(value for column in zip(*rows[::-1], strict=True) for value in column)


@given(boards())
def test_a_push_agrees_with_its_lines(on: tuple[Shape, Cells]) -> None:
    shape, before = on
    start = range(0, shape.size, shape.columns)
    lines = [slide_line(before[at : at + shape.columns]) for at in start]
    after, points = b"".join(line for line, _ in lines), sum(points for _, points in lines)
    assert slide(shape, before, LEFT) == (after, points)


@given(boards() | full_boards)
def test_a_game_is_over_exactly_when_no_direction_is_legal(on: tuple[Shape, Cells]) -> None:
    assert is_over(*on) == (legal(*on) == ())


@given(boards())
def test_legal_moves_are_those_that_change_the_board_up_right_down_left(
    on: tuple[Shape, Cells],
) -> None:
    shape, before = on
    changes = [slide(shape, before, way)[0] != before for way in (UP, RIGHT, DOWN, LEFT)]
    expected = [
        way for way, changed in zip((UP, RIGHT, DOWN, LEFT), changes, strict=True) if changed
    ]
    assert list(legal(shape, before)) == expected


@given(boards())
def test_a_push_at_most_doubles_a_tile_and_halves_their_number(on: tuple[Shape, Cells]) -> None:
    shape, before = on
    for direction in Direction:
        after, _points = slide(shape, before, direction)
        assert max(after) <= max(before) + 1, "a merged tile has merged again"
        assert 2 * (shape.size - len(empties(after))) >= shape.size - len(empties(before))


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
