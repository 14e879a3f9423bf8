"""The rules and the tiles in lines of their own, from docs/rules.md and docs/fairness.md alone.

What the product says is held against this; so nothing of the product is imported here.
"""

import hashlib
import hmac
from collections.abc import Iterator
from functools import cache
from itertools import count

Board = tuple[tuple[int, ...], ...]
Step = tuple[str, int, int]  # direction, cell of the new tile, its value


@cache
def _slide(line: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    left, after, points = [value for value in line if value], [], 0
    while left:
        value = left.pop(0)
        if left and left[0] == value:
            value += left.pop(0)
            points += value
        after.append(value)
    return tuple(after) + (0,) * (len(line) - len(after)), points


def push(board: Board, letter: str) -> tuple[Board, int]:
    """The board before the new tile, and the points."""
    lines = tuple(zip(*board, strict=True)) if letter in "UD" else board
    turn = -1 if letter in "RD" else 1
    slid = [_slide(line[::turn]) for line in lines]
    after: Board = tuple(line[::turn] for line, _ in slid)
    points = sum(points for _, points in slid)
    return (tuple(zip(*after, strict=True)) if letter in "UD" else after), points


def legal(board: Board) -> str:
    return "".join(letter for letter in "URDL" if push(board, letter)[0] != board)


def put(board: Board, cell: int, value: int) -> Board:
    """The board with a tile more; raises ValueError where there is one already."""
    row, column = divmod(cell, len(board[0]))
    if board[row][column]:
        raise ValueError("a tile on a tile")
    line = (*board[row][:column], value, *board[row][column + 1 :])
    return (*board[:row], line, *board[row + 1 :])


def make(board: Board, score: int, step: Step) -> tuple[Board, int]:
    """What a step that was told makes of a board; raises ValueError where it cannot be."""
    letter, cell, value = step
    pushed, points = push(board, letter)
    if pushed == board or value not in (2, 4):
        raise ValueError("not a move")
    return put(pushed, cell, value), score + points


def tile(seed: bytes, game: str, number: int, board: Board) -> tuple[int, int]:
    """Cell and value of a new tile; `game` is its id, a bar, and the player's part."""
    empties = [cell for cell, value in enumerate(sum(board, ())) if not value]
    most = 10 * len(empties)
    for block in count():
        message = f"kashi/1|spawn|{game}|{number}|{block}".encode()
        digest = hmac.digest(seed, message, hashlib.sha256)
        for at in range(0, 32, 8):
            word = int.from_bytes(digest[at : at + 8])
            if word < 2**64 - 2**64 % most:
                return empties[word % most // 10], 4 if word % most % 10 == 0 else 2
    raise AssertionError


def replay(
    seed: bytes, game: str, shape: str, letters: str
) -> Iterator[tuple[Step | None, Board, int]]:
    """Every position of a game and the step that led to it; raises ValueError where one is no
    move."""
    rows, columns = map(int, shape.split("x"))
    board: Board = ((0,) * columns,) * rows
    for number in (0, 1):
        board = put(board, *tile(seed, game, number, board))
    score = 0
    yield None, board, score
    for number, letter in enumerate(letters, start=2):
        pushed, _ = push(board, letter)
        step = (letter, *tile(seed, game, number, pushed)) if pushed != board else (letter, 0, 0)
        board, score = make(board, score, step)
        yield step, board, score
