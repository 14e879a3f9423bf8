"""What the templates of the board's pages and their scripts have to agree on."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from games.words import replay_words, sharing_words, words

FRONTEND = Path(__file__).parents[2] / "frontend"
SCRIPTS = {path.name: path.read_text() for path in (FRONTEND / "static/js").glob("*.js")}
TEMPLATES = FRONTEND / "templates"
PLAY = ("play.html", "partials/overlays.html")
WATCH = ("watch.html", "partials/shown_game.html")
REPLAY = ("replay.html", "partials/check.html")
PARTS = TEMPLATES / "partials/replay_player.html"


def imported(name: str) -> set[str]:
    """A module and all that it brings along."""
    neighbours = re.findall(r'^import .*?from "\./(.*?)";', SCRIPTS[name], re.DOTALL | re.MULTILINE)
    return {name}.union(*map(imported, neighbours))


def read(names: Iterable[str]) -> str:
    """These templates."""
    return "".join((TEMPLATES / name).read_text() for name in names)


def source(script: str) -> str:
    """All that a page's script runs, also what it asks for once it needs it."""
    modules = imported(script)
    for name in re.findall(r'await import\("\./(.*?)"\)', SCRIPTS[script]):
        modules |= imported(name)
    return "".join(SCRIPTS[name] for name in sorted(modules))


@pytest.mark.parametrize(
    ("script", "templates"),
    [
        ("play.js", ["partials/modules.html"]),
        ("embed.js", ["partials/replay_modules.html"]),
        ("replay.js", ["partials/replay_modules.html", "replay.html"]),
    ],
)
def test_the_page_asks_for_every_module_in_one_go(script: str, templates: list[str]) -> None:
    asked = re.findall(r"modulepreload.*?'js/(.*?)'", read(templates))
    assert sorted(asked) == sorted(imported(script) - {script})


@pytest.mark.parametrize(
    ("script", "told"),
    [("play.js", words), ("embed.js", replay_words), ("replay.js", sharing_words)],
)
def test_every_sentence_is_one_that_a_script_asks_for(
    script: str, told: Callable[[], dict[str, str]]
) -> None:
    text = source(script)
    unasked = {key for key in told() if not re.search(rf'\bwords\.{key}\b|"{key}"', text)}
    assert unasked - {*"URDL"} == set()  # these are asked for by the letter of the move


@pytest.mark.parametrize(
    ("script", "templates"), [("play.js", PLAY), ("watch.js", WATCH), ("replay.js", REPLAY)]
)
def test_every_element_that_a_script_asks_for_is_on_the_page(
    script: str, templates: tuple[str, ...]
) -> None:
    page, text = read(templates), source(script)
    asked = set(re.findall(r'(?:element|onClick)\("([\w-]+)"', text)) - {"page"}
    asked -= {"give-up"} if script != "play.js" else set()  # page.js asks it for the play page
    for starts in re.findall(r"const STARTS = \[(.*)\]", text):
        asked |= set(re.findall(r'"(.*?)"', starts))
    assert asked
    assert {name for name in asked if f'id="{name}"' not in page} == set()


def test_every_part_that_a_replay_asks_for_is_in_its_template() -> None:
    asked = set(re.findall(r'#part\("([\w-]+)"\)', source("embed.js")))
    assert asked
    assert {name for name in asked if f'data-part="{name}"' not in PARTS.read_text()} == set()
