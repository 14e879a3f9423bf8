"""What the play page's template and its scripts have to agree on."""

import re
from pathlib import Path

from games.words import words

FRONTEND = Path(__file__).parents[2] / "frontend"
SCRIPTS = {path.name: path.read_text() for path in (FRONTEND / "static/js").glob("*.js")}
TEMPLATES = [FRONTEND / "templates" / name for name in ("play.html", "partials/overlays.html")]


def imported(name: str) -> set[str]:
    """A module and all that it brings along."""
    neighbours = re.findall(r'^import .*?from "\./(.*?)";', SCRIPTS[name], re.DOTALL | re.MULTILINE)
    return {name}.union(*map(imported, neighbours))


def test_the_page_asks_for_every_module_in_one_go() -> None:
    partial = (FRONTEND / "templates/partials/modules.html").read_text()
    assert set(re.findall(r"'js/(.*?)'", partial)) == imported("play.js") - {"play.js"}


def test_every_sentence_is_one_that_a_script_asks_for() -> None:
    source = "".join(SCRIPTS.values())
    unasked = {key for key in words() if not re.search(rf'\bwords\.{key}\b|"{key}"', source)}
    assert unasked == set()


def test_every_element_that_a_script_asks_for_is_on_the_page() -> None:
    page = "".join(path.read_text() for path in TEMPLATES)
    source = "".join(SCRIPTS.values())
    (starts,) = re.findall(r"const STARTS = \[(.*)\]", source)
    asked = {*re.findall(r'element\("([\w-]+)"\)', source), *re.findall(r'"(.*?)"', starts)} - {
        "page"
    }
    assert asked
    assert {name for name in asked if f'id="{name}"' not in page} == set()
