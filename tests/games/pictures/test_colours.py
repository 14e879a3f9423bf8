"""The table of colours is the look's own, converted."""

import re
from math import cos, radians, sin
from pathlib import Path

from games.pictures import colours

CSS = (Path(__file__).parents[3] / "frontend/static/css/colours.css").read_text()
OKLCH = r"oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)"
ONE_STEP = 1  # of 255: browsers round and bend what sRGB cannot show a little differently


def srgb(lightness: str, chroma: str, hue: str) -> tuple[int, ...]:
    """Björn Ottosson's conversion, what is out of range cut off."""
    a = float(chroma) * cos(radians(float(hue)))
    b = float(chroma) * sin(radians(float(hue)))
    light = float(lightness) / 100
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return tuple(round(255 * gamma(min(max(part, 0), 1))) for part in linear)


def gamma(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def near(table: str, true: tuple[int, ...]) -> bool:
    parts = bytes.fromhex(table.removeprefix("#"))
    return all(abs(part - other) <= ONE_STEP for part, other in zip(parts, true, strict=True))


def test_every_tile_has_the_colours_of_the_look() -> None:
    rule = rf'\[data-(?:v|beyond)="(\w+)"\] {{\s+--tile: {OKLCH};\s+--text: {OKLCH};'
    found = re.findall(rule, CSS)
    named = {**{str(value): pair for value, pair in colours.TILES.items()}, **colours.BEYOND}
    assert {name for name, *_ in found} == set(named)
    for name, *parts in found:
        ground, figures = named[name]
        assert near(ground, srgb(*parts[:3])), (name, srgb(*parts[:3]))
        assert near(figures, srgb(*parts[3:])), (name, srgb(*parts[3:]))


def test_the_ground_and_the_words_have_the_colours_of_the_light_theme() -> None:
    light = {
        name: srgb(*parts)
        for name, *parts in re.findall(rf"--(\w+): (?:light-dark\()?{OKLCH}", CSS)
    }
    for name in ("ground", "ink", "quiet", "accent", "board", "cell", "gold"):
        assert near(getattr(colours, name.upper()), light[name]), (name, light[name])


def test_tiles_above_the_named_ones_take_turns() -> None:
    assert colours.of_tile(1 << 18) == colours.BEYOND["even"]
    assert colours.of_tile(1 << 19) == colours.BEYOND["odd"]
