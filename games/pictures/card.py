"""The picture beside a shared link: a board, whose it is, and the score."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw

from games.pictures import colours
from games.pictures.lettering import fitting, seen
from games.pictures.tiles import paste_board

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

    _mark(draw, start + inwards * MARK // 2, EDGE + MARK // 2)
    line(seen(card.brand), "bold", 40, EDGE + 40, colours.INK, indent=MARK + 16)
    if card.heading:
        line(seen(card.heading, rtl=card.rtl), "bold", 44, 220, colours.ACCENT)
    line(seen(card.name), "bold", 56, 316, colours.INK)
    line(seen(card.score, rtl=False), "bold", 128, 446, colours.INK)
    line(seen(card.points, rtl=card.rtl), "medium", 36, 502, colours.QUIET)
    line(seen(card.facts, rtl=card.rtl), "medium", 32, HEIGHT - EDGE, colours.QUIET)


def _mark(draw: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """The eight-pointed tile of the brand."""
    half = MARK * 0.36
    draw.rounded_rectangle((x - half, y - half, x + half, y + half), 5, fill=colours.ACCENT)
    tip = half * 2**0.5
    draw.polygon([(x, y - tip), (x + tip, y), (x, y + tip), (x - tip, y)], fill=colours.ACCENT)
    heart = MARK * 0.17
    draw.ellipse((x - heart, y - heart, x + heart, y + heart), fill=colours.GROUND)
