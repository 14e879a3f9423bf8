"""What the comparison makes of a game that is not as it was told."""

from typing import Any

import pytest

from tests.faults.ledger import Counts, Kept, Ledger
from tests.faults.oracle import legal, replay

SEED, GAME, PART, SHAPE = bytes(32), "k3T9xQ2b", "1f" * 16, "4x4"
MOVES = 30


def letters_of(amount: int) -> str:
    """The first legal letter each time."""
    letters = ""
    while len(letters) < amount:
        *_, (_, board, _) = replay(SEED, f"{GAME}|{PART}", SHAPE, letters)
        letters += legal(board)[0]
    return letters


LETTERS = letters_of(MOVES)
POSITIONS = list(replay(SEED, f"{GAME}|{PART}", SHAPE, LETTERS))


def kept(up_to: int = MOVES, **changed: Any) -> Kept:
    """As the rows hold it after so many moves."""
    _, board, score = POSITIONS[up_to]
    row = Kept(GAME, SHAPE, SEED, PART, up_to, board, score, LETTERS[:up_to], True)
    return row._replace(**changed)


@pytest.fixture
def ledger() -> Ledger:
    """All moves were asked for in pairs and acknowledged."""
    found = Ledger(GAME)
    for ply in range(0, MOVES, 2):
        found.asked[ply].add(LETTERS[ply : ply + 2])
        _, board, score = POSITIONS[ply + 2]
        steps = [step for step, _, _ in POSITIONS[ply + 1 : ply + 3]]
        where = {"ply": ply + 2, "score": score, "board": board}
        found.hear({"t": "moved", "from": ply, "steps": steps} | where)
    return found


def test_a_game_that_is_as_it_was_told_is_whole(ledger: Ledger) -> None:
    assert ledger.judge(kept()) == Counts(acknowledged=MOVES)


def test_a_row_that_fell_back_has_lost_moves(ledger: Ledger) -> None:
    judged = ledger.judge(kept(MOVES - 4))
    assert judged.lost == 4 + 2  # the moves, and two boards that were told


def test_a_row_that_is_gone_has_lost_all(ledger: Ledger) -> None:
    assert ledger.judge(None).lost == MOVES


def test_a_move_that_nobody_asked_for_is_doubled(ledger: Ledger) -> None:
    ledger.asked[MOVES - 2].clear()
    assert ledger.judge(kept()).doubled == 2


def test_half_a_request_is_no_request(ledger: Ledger) -> None:
    ledger.steps, ledger.stood = {}, {}
    assert ledger.judge(kept(MOVES - 1)).doubled == 1


@pytest.mark.parametrize(
    "changed",
    [{"score": 1}, {"ply": MOVES - 1}, {"order_ok": False}, {"letters": LETTERS[:-1] + "X"}],
    ids=str,
)
def test_a_row_that_is_not_its_replay_is_unlike(ledger: Ledger, changed: dict[str, Any]) -> None:
    assert ledger.judge(kept(**changed)).unlike


def test_two_words_on_one_move_are_a_contradiction(ledger: Ledger) -> None:
    _, board, score = POSITIONS[1]
    step = ("L" if LETTERS[0] != "L" else "R", 0, 2)
    told = {"from": 0, "steps": [step], "ply": 1, "board": board, "score": score + 4}
    ledger.hear({"t": "moved"} | told)
    assert ledger.judge(kept()).unlike
