"""The picture beside a link: what is on it, and what it costs."""

import re
import time
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from games.pictures import card as cards
from games.pictures import colours
from games.pictures.card import BOARD, EDGE, HEIGHT, WIDTH, Card, png
from games.pictures.lettering import fitting, font, seen

PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
ROWS = ((2048, 4, 8, 16), (1024, 512, 2, 32), (128, 64, 4, 2), (0, 2, 256, 4096))


def a_card(rows: tuple[tuple[int, ...], ...] = ROWS, *, rtl: bool = False, **more: str) -> Card:
    """Of mina's game; every text can be another."""
    texts = {"brand": "Kashi", "heading": "", "name": "mina", "score": "12,864"}
    texts |= {"points": "points", "facts": "4×4 · 1,034 moves"} | more
    digits = PERSIAN if rtl else {}
    tiles = tuple(
        tuple((value, str(value).translate(digits) if value else "") for value in row)
        for row in rows
    )
    return Card(tiles=tiles, rtl=rtl, **texts)


def drawn(card: Card) -> Image.Image:
    return Image.open(BytesIO(png(card))).convert("RGB")


def is_colour(pixel: object, colour: str) -> bool:
    """Near enough: a picture has 128 colours only."""
    assert isinstance(pixel, tuple)
    true = bytes.fromhex(colour.removeprefix("#"))
    return all(abs(int(part) - other) <= 6 for part, other in zip(pixel, true, strict=True))


def cell(picture: Image.Image, row: int, column: int, *, rtl: bool = False) -> object:
    """A place inside of a tile of a 4×4 board where nothing is written, and no gold."""
    left = EDGE if rtl else WIDTH - EDGE - BOARD
    pitch = BOARD / 4
    at = (left + (column + 0.5) * pitch, EDGE + (row + 0.24) * pitch)
    return picture.getpixel((round(at[0]), round(at[1])))


@pytest.mark.parametrize("rtl", [False, True])
def test_the_board_is_drawn_cell_by_cell_and_never_mirrored(rtl: bool) -> None:
    picture = drawn(a_card(rtl=rtl))
    assert picture.size == (WIDTH, HEIGHT) == (1200, 630)
    for row, line in enumerate(ROWS):
        for column, value in enumerate(line):
            expected = colours.of_tile(value)[0] if value else colours.CELL
            pixel = cell(picture, row, column, rtl=rtl)
            assert is_colour(pixel, expected), (row, column, value, pixel, expected)


def test_the_words_begin_on_the_side_where_their_language_begins() -> None:
    def ink(picture: Image.Image) -> int:
        """Dark pixels at the left edge of the words."""
        strip = picture.crop((EDGE, 340, EDGE + 200, 450)).convert("L")
        return sum(strip.histogram()[:80])

    words = {"name": "نیلوفر", "score": "۱۲٬۸۶۴"}
    assert ink(drawn(a_card())) > 1000
    board_there = drawn(a_card(((0, 0), (0, 0)), rtl=True, **words))
    assert ink(board_there) == 0


@pytest.mark.parametrize(
    "rows",
    [
        ((2, 4, 8, 16), (32, 64, 128, 256)),
        ((8192, 16384, 32768), (65536, 131072, 262144), (524288, 1048576, 33554432)),
        tuple((1 << 25,) * 5 for _ in range(5)),
    ],
)
def test_every_shape_and_every_tile_can_be_drawn(rows: tuple[tuple[int, ...], ...]) -> None:
    assert drawn(a_card(rows)).size == (1200, 630)


def test_a_picture_has_a_bounded_size() -> None:
    rows = tuple(tuple(1 << (5 * row + column) % 17 + 1 for column in range(5)) for row in range(5))
    long = a_card(rows, name="W" * 20, score="3,221,225,476", heading="Beat this score " * 3)
    assert len(png(long)) < 60_000


def test_the_longest_name_and_score_stay_in_their_column() -> None:
    for text, size in (("W" * 20, 56), ("3,221,225,476", 128), ("ضصثقفغعهخحجچشسیبلاتن", 56)):
        shown = seen(text)
        assert fitting(shown, "bold", size, cards.COLUMN).getlength(shown) <= cards.COLUMN


def test_a_picture_is_drawn_in_less_than_a_tenth_of_a_second() -> None:
    drawn(a_card())  # reads the typeface
    times = []
    for score in range(5):
        began = time.thread_time()
        png(a_card(score=str(score)))
        times.append(time.thread_time() - began)
    assert min(times) < 0.1


def test_the_same_picture_is_not_drawn_twice_and_few_are_kept() -> None:
    card = a_card(score="77")
    assert png(card) is png(replace(card))
    for score in range(cards.KEPT + 1):
        png(a_card(score=f"0{score}"))
    assert cards._png.cache_info().currsize == cards.KEPT


# --- letters ------------------------------------------------------------------------------------
def test_persian_letters_are_joined_and_read_from_the_right() -> None:
    # lam and alef, first and last of "سلام": joined forms, the last letter leftmost
    assert seen("سلام") == "ﻡﻼﺳ" or seen("سلام") == "ﻡﺎﻠﺳ"
    assert seen("mina") == "mina"


def test_figures_keep_their_order_in_a_persian_line() -> None:
    assert "۱٬۰۳۴" in seen("\u2066۳×۴\u2069 · ۱٬۰۳۴ حرکت", rtl=True)
    assert "۳×۴" in seen("\u2066۳×۴\u2069 · ۱٬۰۳۴ حرکت", rtl=True)


@pytest.mark.parametrize("name", ["mina-7", "نیلوفر_۲۳"])
@pytest.mark.parametrize("rtl", [False, True])
def test_an_isolated_name_never_reorders_the_line_it_stands_in(name: str, rtl: bool) -> None:
    before, after = ("از ", " ۱۲") if rtl else ("by ", " 12")
    line = seen(f"{before}\u2068{name}\u2069{after}", rtl=rtl)
    first, last = (seen(after, rtl=rtl), seen(before, rtl=rtl)) if rtl else (before, after)
    assert line == f"{first}{seen(name)}{last}"


def test_every_letter_of_a_name_has_a_glyph() -> None:
    from accounts.names import PERSIAN as LETTERS

    face = font("bold", 40)
    missing = face.getmask("\U0010ffff")
    shapes = seen(LETTERS) + seen(" ".join(LETTERS)) + "azAZ09-_۰۹٬×·"
    blank = {c for c in shapes if c != " " and bytes(face.getmask(c)) == bytes(missing)}
    assert not blank, re.escape("".join(blank))
