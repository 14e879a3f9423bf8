"""Boards as text: rows from the top, a slash between them, a dot for an empty cell."""

from collections.abc import Iterable

from games.rules.board import Cells, Shape, values


def board(text: str) -> tuple[Shape, Cells]:
    """The board drawn as in `board("2 2 . 4 / . . 8 4")`."""
    return of_values([[_value(word) for word in row.split()] for row in text.split("/")])


def cells(text: str) -> Cells:
    """The cells alone, of a board or of one line."""
    return of_flat(_value(word) for row in text.split("/") for word in row.split())


def drawn(shape: Shape, cells: Cells) -> str:
    """What `board` reads back: failures show boards that can be read."""
    rows = (" ".join(str(value or ".") for value in row) for row in values(shape, cells))
    return " / ".join(rows)


def of_values(rows: list[list[int]]) -> tuple[Shape, Cells]:
    """A board given as rows of tile values, 0 for empty, as in the vectors."""
    columns = {len(row) for row in rows}
    assert len(columns) == 1, f"rows of different lengths: {rows}"
    return Shape(len(rows), columns.pop()), of_flat(value for row in rows for value in row)


def of_flat(tiles: Iterable[int]) -> Cells:
    """Tile values as exponents."""
    return bytes(_exponent(value) for value in tiles)


def _value(word: str) -> int:
    return 0 if word == "." else int(word)


def _exponent(value: int) -> int:
    exponent = max(value, 1).bit_length() - 1
    assert value == (1 << exponent if exponent else 0), f"{value} is no tile"
    return exponent
