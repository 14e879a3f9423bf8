"""Fair tiles, scheme kashi/1: commitment, spawns, and that nothing is favoured."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.board import Direction, Shape, values
from games.rules.position import Position
from games.rules.tiles import CLIENT_SEED, DAILY_ID, GAME_ID, SCHEME, Tiles, commitment, pick
from tests.games.rules.given import FAIRNESS, Logged, fair, play, seeds

PARTS = FAIRNESS["single_spawns_of"]


def tiles_of(parts: dict[str, Any]) -> Tiles:
    """The tiles of a seed, a game and a client seed given as in the vectors."""
    seed = bytes.fromhex(parts["seed"])
    return Tiles(seed=seed, game_id=parts["game_id"], client_seed=parts["client_seed"])


def test_the_scheme_is_the_one_of_the_vectors() -> None:
    assert FAIRNESS["scheme"] == SCHEME


def test_the_first_block_of_words_is_the_one_of_the_vectors() -> None:
    message = f"kashi/1|spawn|{PARTS['game_id']}|{PARTS['client_seed']}|0|0"
    digest = hmac.digest(bytes.fromhex(PARTS["seed"]), message.encode(), "sha256")
    assert digest.hex() == FAIRNESS["hmac_n0_block0"]
    first = int.from_bytes(digest[:8])
    for free in range(1, 65):  # no first word of the vectors is ever skipped
        cell, exponent = tiles_of(PARTS).spawn(0, range(free))
        assert (cell, exponent == 2) == (first % (10 * free) // 10, first % 10 == 0)


@pytest.mark.parametrize("case", FAIRNESS["single_spawns"])
def test_a_tile_appears_as_in_the_vectors(case: dict[str, Any]) -> None:
    cell, exponent = tiles_of(PARTS).spawn(case["n"], case["empties"])
    assert (cell, 1 << exponent) == (case["cell"], case["value"])


@pytest.mark.parametrize("case", FAIRNESS["rejection"])
def test_words_that_would_favour_a_cell_are_skipped_as_in_the_vectors(
    case: dict[str, Any],
) -> None:
    assert pick(map(int, case["words"]), case["m"]) == case["result"]


@given(st.integers(1, 64))
def test_the_words_that_count_are_a_multiple_of_the_results(free: int) -> None:
    m = 10 * free
    limit = 2**64 - 2**64 % m
    assert limit % m == 0
    assert pick([limit - 1], m) == m - 1
    assert pick([limit, 2**64 - 1, 3], m) == 3 % m


def test_more_words_follow_from_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def digest(_key: bytes, message: bytes, _name: str) -> bytes:
        asked.append(message)
        return b"\xff" * 32 if len(asked) < 3 else bytes(24) + (23).to_bytes(8)

    monkeypatch.setattr("games.rules.tiles.hmac.digest", digest)
    assert tiles_of(PARTS).spawn(11, [4, 9, 13]) == (4, 2), "the first word that is not skipped"
    start = f"kashi/1|spawn|{PARTS['game_id']}|{PARTS['client_seed']}|11|"
    assert [message.decode() for message in asked] == [start + "0", start + "1", start + "2"]


@pytest.mark.parametrize("game", FAIRNESS["games"], ids=lambda game: game["game_id"])
def test_a_game_is_played_as_in_the_vectors(game: dict[str, Any]) -> None:
    shape, tiles = Shape(game["rows"], game["columns"]), Logged(tiles_of(game))
    assert commitment(bytes.fromhex(game["seed"]), game["game_id"]) == game["commitment"]
    position, moves = Position.start(shape, tiles), ""
    for letter in game["directions_tried"]:
        if pushed := position.push(Direction(letter), tiles):
            position, step = pushed
            moves += step.direction
    assert moves == game["moves"]
    assert values(shape, position.cells) == game["board"]
    assert (position.score, position.over) == (game["score"], game["over"])
    assert len(tiles.log) == game["spawns"] == len(moves) + 2
    assert [list(spawn) for spawn in tiles.log[:20]] == game["spawn_log_first_20"]
    log = json.dumps(tiles.log, separators=(",", ":"))
    assert hashlib.sha256(log.encode()).hexdigest() == game["spawn_log_sha256"]


def test_one_tile_in_ten_is_a_four_and_no_cell_is_favoured() -> None:
    tiles, rounds = tiles_of(PARTS), 100_000
    cells, fours = [0] * 16, 0
    for number in range(rounds):
        cell, exponent = tiles.spawn(number, range(16))
        cells[cell] += 1
        fours += exponent == 2
    assert abs(fours / rounds - 0.1) < 0.005
    assert all(abs(count / rounds - 1 / 16) < 0.004 for count in cells)


@given(seeds, st.integers(0, 10_000))
def test_a_tile_depends_on_its_number_and_the_empty_cells_alone(seed: bytes, number: int) -> None:
    tiles = fair(seed)
    first = tiles.spawn(number, [2, 3, 5, 7])
    tiles.spawn(number + 1, [2, 3, 5, 7])
    assert tiles.spawn(number, [2, 3, 5, 7]) == first
    assert first[0] in {2, 3, 5, 7}
    assert first[1] in {1, 2}


def test_equal_moves_meet_equal_tiles() -> None:
    games = [
        play(Position.start(Shape(4, 4), tiles), tiles, list(Direction) * 20)
        for tiles in (fair(b"k" * 32), fair(b"k" * 32))
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize("part", ["seed", "game_id", "client_seed"])
def test_every_part_counts(part: str) -> None:
    others = {"seed": "ff" * 32, "game_id": "k3T9xQ2c", "client_seed": "f" * 32}
    changed = tiles_of({**PARTS, part: others[part]})
    spawns = [(tiles_of(PARTS).spawn(n, range(16)), changed.spawn(n, range(16))) for n in range(40)]
    assert any(one != other for one, other in spawns)


def test_the_commitment_binds_the_seed_to_its_game() -> None:
    seed, other = bytes(32), bytes(31) + b"\1"
    assert len({commitment(seed, "a"), commitment(seed, "b"), commitment(other, "a")}) == 3
    assert commitment(seed, "a") == hashlib.sha256(b"kashi/1|commit|a|" + seed).hexdigest()


@pytest.mark.parametrize("text", ["a", "k3T9xQ2b", "daily-2026-12-01", "-" * 64])
def test_an_id_is_letters_digits_and_hyphens(text: str) -> None:
    assert GAME_ID.fullmatch(text)


@pytest.mark.parametrize("text", ["", "a" * 65, "a|b", "a b", "a\n", "ä", "a_b", "١"])
def test_anything_else_is_no_id(text: str) -> None:
    assert not GAME_ID.fullmatch(text)


@pytest.mark.parametrize("text", ["", "-", "0" * 31, "0" * 33, "F" * 32, "g" * 32, "0" * 32 + "\n"])
def test_a_client_seed_is_32_lower_case_hex_digits(text: str) -> None:
    assert CLIENT_SEED.fullmatch("0123456789abcdef" * 2)
    assert not CLIENT_SEED.fullmatch(text)


@pytest.mark.parametrize("text", ["daily-", "daily-2026-12-1", "Daily-2026-12-01", "daily-x"])
def test_only_a_dated_id_is_that_of_a_daily_challenge(text: str) -> None:
    assert DAILY_ID.fullmatch("daily-2026-12-01")
    assert not DAILY_ID.fullmatch(text)
