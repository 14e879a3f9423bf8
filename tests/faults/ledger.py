"""What the players of one game were told and what they asked for, held against what is kept."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.faults.oracle import Board, Step, make, push, replay

Message = dict[str, Any]


class Counts(NamedTuple):
    """Moves that were acknowledged; of them those that are gone; moves that nobody asked for once
    more than they were asked for; boards that are not what their moves lead to."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    unlike: int = 0

    def plus(self, other: "Counts") -> "Counts":
        return Counts(*(one + another for one, another in zip(self, other, strict=True)))

    @property
    def broken(self) -> int:
        return self.lost + self.doubled + self.unlike


class Kept(NamedTuple):
    """A game as its rows hold it."""

    id: str
    shape: str
    seed: bytes
    client_seed: str
    ply: int
    board: Board
    score: int
    letters: str
    order_ok: bool  # its times come one after the other


def board_of(message: Message) -> Board:
    return tuple(tuple(row) for row in message["board"])


def follow(board: Board, score: int, message: Message) -> tuple[Board, int] | None:
    """Where the steps of a `moved` lead by the oracle; None where they cannot be."""
    try:
        for letter, cell, value in message["steps"]:
            board, score = make(board, score, (letter, cell, value))
    except ValueError:
        return None
    return board, score


@dataclass(slots=True)
class Ledger:
    """One game."""

    id: str
    steps: dict[int, Step] = field(default_factory=dict)  # what was told, by ply before the move
    stood: dict[int, tuple[Board, int]] = field(default_factory=dict)  # boards told, by ply
    asked: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    contradictions: int = 0

    def hear(self, message: Message) -> None:
        """A `moved` or a `state`: both are on disk by the time they are told."""
        self._stands(message["ply"], (board_of(message), message["score"]))
        if message["t"] == "moved":
            for ply, step in enumerate(message["steps"], start=message["from"]):
                told: Step = (step[0], step[1], step[2])
                self.contradictions += self.steps.setdefault(ply, told) != told

    def _stands(self, ply: int, where: tuple[Board, int]) -> None:
        self.contradictions += self.stood.setdefault(ply, where) != where

    def judge(self, kept: Kept | None) -> Counts:
        """Compare with the rows."""
        acknowledged = len(self.steps)
        if kept is None:
            return Counts(acknowledged, lost=acknowledged, unlike=1)
        game = f"{kept.id}|{kept.client_seed}"
        try:
            positions = list(replay(kept.seed, game, kept.shape, kept.letters))
        except ValueError:
            return Counts(acknowledged, unlike=1)
        there = {ply: step for ply, (step, _, _) in enumerate(positions[1:])}
        boards = {ply: (board, score) for ply, (_, board, score) in enumerate(positions)}
        lost = sum(there.get(ply) != step for ply, step in self.steps.items())
        lost += sum(boards.get(ply) != where for ply, where in self.stood.items())
        same = (kept.ply, boards.get(kept.ply)) == (len(kept.letters), (kept.board, kept.score))
        unlike = self.contradictions + (not same) + (not kept.order_ok)
        return Counts(acknowledged, lost, self._unasked(kept, boards), unlike)

    def _unasked(self, kept: Kept, boards: dict[int, tuple[Board, int]]) -> int:
        """The record is one whole request after another, each made once; how many moves are not."""
        reached, furthest = {0}, 0
        for ply in range(kept.ply):
            if ply not in reached:
                continue
            for letters in self.asked.get(ply, ()):
                end = _end(kept.letters, letters, ply, boards)
                if end > ply:
                    reached.add(end)
                    furthest = max(furthest, end)
        return kept.ply - furthest


def _end(record: str, letters: str, ply: int, boards: dict[int, tuple[Board, int]]) -> int:
    """Where a request made at a ply ends if the record holds it there, or the ply itself. What
    changes nothing is skipped; after the win and after the end nothing is made."""
    start = ply
    for letter in letters:
        board = boards[ply][0]
        if push(board, letter)[0] == board:
            continue
        if ply >= len(record) or record[ply] != letter:
            return start
        ply += 1
        if _wins(boards, ply):
            break
    return ply


WINS = {"2x4": 128, "3x3": 512, "3x4": 1024, "4x4": 2048, "5x5": 8192}


def _wins(boards: dict[int, tuple[Board, int]], ply: int) -> bool:
    """Whether this move made the first tile that wins."""
    before, after = boards[ply - 1][0], boards[ply][0]
    wins = WINS[f"{len(after)}x{len(after[0])}"]
    return max(map(max, before)) < wins <= max(map(max, after))
