"""The picture beside a shared link: a board, whose it is, and the score."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw

from games.pictures import colours
from games.pictures.lettering import fitting, seen
from games.pictures.tiles import SHARPER, paste_board

WIDTH, HEIGHT, EDGE = 1200, 630, 60
BOARD = HEIGHT - 2 * EDGE
COLUMN = WIDTH - 3 * EDGE - BOARD  # what is left for the words
MARK = 52
KEPT = 64  # pictures in memory, some 25 KB each
COLOURS = 128  # of the finished picture; its edges need no more
_one_at_a_time = Lock()  # a crowd of crawlers leaves the processor to those who play


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture shows, in the words and digits of its language; `tiles` are rows of value and
    figure, and `heading` may be empty."""

    tiles: tuple[tuple[tuple[int, str], ...], ...]
    brand: str
    heading: str
    name: str
    score: str
    points: str
    facts: str
    rtl: bool


def png(card: Card) -> bytes:
    """The picture; the latest ones are kept."""
    with _one_at_a_time:
        return _png(card)


@lru_cache(maxsize=KEPT)
def _png(card: Card) -> bytes:
    picture = Image.new("RGB", (WIDTH, HEIGHT), colours.GROUND)
    paste_board(picture, card.tiles, (EDGE if card.rtl else WIDTH - EDGE - BOARD, EDGE), BOARD)
    _write(picture, card)
    file = BytesIO()
    few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", compress_level=3)
    return file.getvalue()


def _write(picture: Image.Image, card: Card) -> None:
    """The column of words, from the side where its language begins."""
    draw = ImageDraw.Draw(picture)
    start = WIDTH - EDGE if card.rtl else EDGE
    inwards = -1 if card.rtl else 1

    def line(text: str, weight: str, size: int, y: int, colour: str, *, indent: int = 0) -> None:
        face = fitting(text, weight, size, COLUMN - indent)
        at = (start + inwards * indent, y)
        draw.text(at, text, fill=colour, font=face, anchor="rs" if card.rtl else "ls")

    picture.paste(_mark(), (start - (MARK if card.rtl else 0), EDGE))
    line(seen(card.brand), "bold", 40, EDGE + 40, colours.INK, indent=MARK + 16)
    if card.heading:
        line(seen(card.heading, rtl=card.rtl), "bold", 44, 220, colours.ACCENT)
    line(seen(card.name), "bold", 56, 316, colours.INK)
    line(seen(card.score, rtl=False), "bold", 128, 446, colours.INK)
    line(seen(card.points, rtl=card.rtl), "medium", 36, 502, colours.QUIET)
    line(seen(card.facts, rtl=card.rtl), "medium", 32, HEIGHT - EDGE, colours.QUIET)


@lru_cache(maxsize=1)
def _mark() -> Image.Image:
    """The eight-pointed tile of the brand: the drawing twin of partials/mark.html."""
    side = MARK * SHARPER
    mark = Image.new("RGB", (side, side), colours.GROUND)
    draw, middle, half = ImageDraw.Draw(mark), side / 2, side * 0.354
    corners = (middle - half, middle - half, middle + half, middle + half)
    draw.rounded_rectangle(corners, side / 11, fill=colours.ACCENT)
    draw.polygon([(middle, 0), (side, middle), (middle, side), (0, middle)], fill=colours.ACCENT)
    heart = side * 0.17
    circle = (middle - heart, middle - heart, middle + heart, middle + heart)
    draw.ellipse(circle, fill=colours.GROUND)
    return mark.reduce(SHARPER)
