"""Records: honest ones hold, false ones break where they are false."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.board import Direction, Shape, values
from games.rules.record import Broken, verify
from games.rules.tiles import commitment
from tests.games.rules.given import (
    FAIRNESS,
    WON,
    pushes,
    record_of,
    seeds,
    shapes,
    won,
)
from tests.games.rules.tampering import TAMPERED, Tamper, swap


@given(shapes, seeds, pushes)
def test_every_honest_record_holds(shape: Shape, seed: bytes, tried: list[Direction]) -> None:
    record = record_of(shape, seed, "".join(tried))
    position = verify(json.loads(json.dumps(record)))
    assert (position.ply, position.score) == (len(record["moves"]), record["score"])


@pytest.mark.parametrize("game", FAIRNESS["games"], ids=lambda game: game["game_id"])
def test_the_games_of_the_vectors_hold(game: dict[str, Any]) -> None:
    parts = {name: game[name] for name in ("game_id", "commitment", "client_seed", "seed")}
    played = {name: game[name] for name in ("moves", "board", "score", "over")}
    largest = max(map(max, game["board"]))
    claims = {"think_ms": [0] * len(game["moves"]), "largest": largest, "won_at_move": None}
    shape = f"{game['rows']}x{game['columns']}"
    verify({"scheme": "kashi/1", "shape": shape, **parts, **played, **claims})


def test_a_won_game_holds() -> None:
    assert (won()["won_at_move"], won()["largest"], won()["over"]) == (68, 128, True)
    assert verify(won()).won_at_ply == 68


@pytest.mark.parametrize("tried", ["", "L", WON[:30]])
def test_a_game_that_was_given_up_holds(tried: str) -> None:
    record = record_of(Shape(2, 4), bytes(32), tried)
    assert record["over"] is False
    assert verify(record).ply == len(tried)


def test_a_daily_game_has_a_dash_for_a_client_seed() -> None:
    record = record_of(Shape(4, 4), bytes(32), "LDRU" * 9, "daily-2026-12-01")
    assert record["client_seed"] == "-"
    verify(record)
    broken_at(0, {**record, "client_seed": "0" * 32}, "client_seed")
    for game_id in ("k3T9xQ2b", "daily-x", "daily-"):
        promise = commitment(bytes(32), game_id)
        broken_at(0, {**record, "game_id": game_id, "commitment": promise}, "client_seed")


def test_what_a_record_says_beyond_its_claims_is_left_to_it() -> None:
    verify({**won(), "player": "mina"})


def broken_at(ply: int, record: Any, about: str) -> None:
    """It does not hold, is said to break at this ply, and the sentence says this."""
    with pytest.raises(Broken) as broken:
        verify(record)
    assert broken.value.ply == ply, broken.value
    assert about in str(broken.value)


@pytest.mark.parametrize(("ply", "about", "tamper"), TAMPERED)
def test_tampering_is_caught_where_it_shows(ply: int, about: str, tamper: Tamper) -> None:
    record = won()
    tamper(record)
    broken_at(ply, record, about)


def test_moves_in_another_order_lead_to_another_game() -> None:
    moves = won()["moves"]
    swapped = [ply for ply in range(1, 71) if moves[ply - 1] != moves[ply]]
    assert sum(not _holds_after(swap(ply)) for ply in swapped) > len(swapped) // 2


def _holds_after(tamper: Tamper) -> bool:
    record = won()
    tamper(record)
    try:
        position = verify(record)
    except Broken:
        return False
    # Two ways to one position: nothing that it claims is false.
    same: bool = values(position.shape, position.cells) == record["board"]
    return same


@pytest.mark.parametrize("name", [name for name in won() if name != "seed"])
def test_a_missing_part_is_caught_and_named(name: str) -> None:
    record = won()
    del record[name]
    with pytest.raises(Broken, match=name):
        verify(record)


def test_a_missing_claim_is_not_taken_for_null() -> None:
    record = record_of(Shape(2, 4), bytes(32), "LDR")
    assert record["won_at_move"] is None
    del record["won_at_move"]
    broken_at(3, record, "won_at_move")


@pytest.mark.parametrize("other", [None, [], "record", 7, True, [won()]])
def test_only_an_object_is_a_record(other: Any) -> None:
    broken_at(0, other, "JSON object")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(sorted(won())), json_values)
def test_whatever_stands_in_a_record_is_answered_with_a_sentence(name: str, value: Any) -> None:
    record, honest = won(), won()
    record[name] = value
    if type(value) is type(honest[name]) and value == honest[name]:
        return
    if name == "think_ms" and isinstance(value, list) and len(value) == 71:
        return
    with pytest.raises(Broken):
        verify(record)
