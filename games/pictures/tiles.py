"""A board as it looks on the page: the drawing twin of frontend/static/css/board.css."""

from functools import lru_cache

from PIL import Image, ImageDraw

from games.pictures import colours
from games.pictures.lettering import font

SHARPER = 4  # drawn so much larger and taken back, for smooth corners
SHARE = {1: 0.46, 2: 0.46, 3: 0.38, 4: 0.31, 5: 0.25, 6: 0.21}  # figures, of the tile's side
LOWEST_SHARE = 0.18
# Lines of gold from 2048 on: how many, and the corner as a share of the tile.
RINGS = {
    2048: (1, 0.1),
    4096: (1, 0.28),
    8192: (2, 0.1),
    16384: (1, 0.1),
    32768: (1, 0.28),
    65536: (2, 0.1),
}
BEYOND_RINGS = (2, 0.28)

Tiles = tuple[tuple[tuple[int, str], ...], ...]


def paste_board(picture: Image.Image, tiles: Tiles, at: tuple[int, int], side: int) -> None:
    """Put a board in the middle of a square; its rows and columns are never mirrored."""
    rows, columns = len(tiles), len(tiles[0])
    most = max(rows, columns)
    gap = side // (11 * most)
    cell = (side - gap * (most + 1)) // most
    width, height = (n * (cell + gap) + gap for n in (columns, rows))
    left, top = at[0] + (side - width) // 2, at[1] + (side - height) // 2
    picture.paste(colours.BOARD, (left, top), _rounded(width, height, 18))
    for row, line in enumerate(tiles):
        for column, (value, figure) in enumerate(line):
            corner = (left + gap + column * (cell + gap), top + gap + row * (cell + gap))
            picture.paste(_tile(value, figure, cell), corner, _rounded(cell, cell, 12))


@lru_cache(maxsize=128)
def _tile(value: int, figure: str, side: int) -> Image.Image:
    if not value:
        return Image.new("RGB", (side, side), colours.CELL)
    ground, ink = colours.of_tile(value)
    tile = Image.new("RGB", (side, side), ground)
    _gild(tile, value)
    face = font("bold", int(side * SHARE.get(len(figure), LOWEST_SHARE)))
    left, top, right, bottom = face.getbbox(figure)
    middle = ((side - left - right) / 2, (side - top - bottom) / 2)
    ImageDraw.Draw(tile).text(middle, figure, fill=ink, font=face)
    return tile


def _gild(tile: Image.Image, value: int) -> None:
    """The lines of gold that tell the upper steps apart."""
    lines, corner = RINGS.get(value, BEYOND_RINGS if value > max(RINGS) else (0, 0.0))
    for number in range(lines):
        inset = round(tile.width * 0.05) + 5 * number
        inner = tile.width - 2 * inset
        ring = _rounded(inner, inner, round(inner * corner)).copy()
        hole = _rounded(inner - 4, inner - 4, max(round(inner * corner) - 2, 0))
        ring.paste(0, (2, 2), hole)
        tile.paste(colours.GOLD, (inset, inset), ring)


@lru_cache(maxsize=64)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """A mask with round corners."""
    size = (width * SHARPER, height * SHARPER)
    mask = Image.new("L", size)
    box = (0, 0, size[0] - 1, size[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * SHARPER, fill=255)
    return mask.reduce(SHARPER)
