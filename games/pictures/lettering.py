"""Text in the house's typeface, in either script.

Pillow's own shaping needs a system library that is not on every machine, so Persian letters are
joined (to the forms that Unicode has for them) and put into the order they are seen in here. The
files beside this one are Vazirmatn 33 (npm's `vazirmatn`), cut down to letters that can occur.
"""

from functools import lru_cache
from pathlib import Path

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from PIL import ImageFont

HERE = Path(__file__).parent
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
_shaper = ArabicReshaper({"delete_harakat": False, "support_ligatures": False})


@lru_cache(maxsize=64)
def font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """The face in one size; `weight` is bold or medium."""
    path = HERE / f"vazirmatn-{weight}.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def seen(text: str, *, rtl: bool | None = None) -> str:
    """The text as its glyphs stand from left to right; None lets its first letter decide."""
    base = None if rtl is None else "R" if rtl else "L"
    ordered: str = get_display(_shaper.reshape(text), base_dir=base)
    return ordered.translate(ISOLATES)


def fitting(text: str, weight: str, size: int, width: int) -> ImageFont.FreeTypeFont:
    """The face in this size, or in a smaller one in which the text is no wider than `width`."""
    length = font(weight, size).getlength(text)
    return font(weight, size if length <= width else int(size * width / length))
