"""The oracle agrees with the documents' vectors, which it has not seen."""

import json

import pytest

from tests.faults.oracle import push, replay
from tests.site import CHECKOUT

RULES = json.loads((CHECKOUT / "seeds/rules-vectors.json").read_text())
FAIRNESS = json.loads((CHECKOUT / "seeds/fairness-vectors.json").read_text())


def test_it_pushes_as_the_rules_say() -> None:
    for case in RULES["moves"]:
        board = tuple(map(tuple, case["board"]))
        after, points = push(board, case["direction"][0].upper())
        assert (list(map(list, after)), points) == (case["after_slide"], case["points"]), case


@pytest.mark.parametrize("game", FAIRNESS["games"])
def test_it_deals_as_the_scheme_says(game: dict[str, object]) -> None:
    shape, name = f"{game['rows']}x{game['columns']}", f"{game['game_id']}|{game['client_seed']}"
    seed = bytes.fromhex(str(game["seed"]))
    *_, (_, board, score) = replay(seed, name, shape, str(game["moves"]))
    assert (list(map(list, board)), score) == (game["board"], game["score"])
