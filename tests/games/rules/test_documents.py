"""The code that docs/fairness.md shows is code that works."""

import re
from typing import Any

import pytest

from tests.games.rules.given import FAIRNESS, ROOT

PARTS = FAIRNESS["single_spawns_of"]
SEED = bytes.fromhex(PARTS["seed"])


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """What the example defines."""
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs/fairness.md").read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own page
    return names


def test_the_example_deals_the_tiles_of_the_vectors(shown: dict[str, Any]) -> None:
    for case in FAIRNESS["single_spawns"]:
        dealt = shown["spawn"](
            SEED, PARTS["game_id"], PARTS["client_seed"], case["n"], case["empties"]
        )
        assert dealt == (case["cell"], case["value"])


def test_the_example_commits_as_the_vectors_do(shown: dict[str, Any]) -> None:
    for game in FAIRNESS["games"]:
        seed = bytes.fromhex(game["seed"])
        assert shown["commitment"](seed, game["game_id"]) == game["commitment"]
