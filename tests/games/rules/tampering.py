"""Every kind of false record: at which ply it breaks, a word of the sentence, and how it is made
from an honest one (`given.won`: 71 moves on 2x4, won with the 68th)."""

import math
from collections.abc import Callable
from typing import Any

from tests.games.rules.given import WON, Record

Tamper = Callable[[Record], None]


def change(name: str, value: Any) -> Tamper:
    """Another value."""

    def tamper(record: Record) -> None:
        assert record[name] != value or type(record[name]) is not type(value)
        record[name] = value

    return tamper


def think(ply: int, value: Any) -> Tamper:
    """Another think time."""

    def tamper(record: Record) -> None:
        record["think_ms"][ply - 1] = value

    return tamper


def move(ply: int, letter: str) -> Tamper:
    """Another direction."""

    def tamper(record: Record) -> None:
        assert record["moves"][ply - 1] != letter
        record["moves"] = record["moves"][: ply - 1] + letter + record["moves"][ply:]

    return tamper


def swap(ply: int) -> Tamper:
    """A move and the next, exchanged."""

    def tamper(record: Record) -> None:
        one, other = record["moves"][ply - 1 : ply + 1]
        assert one != other
        record["moves"] = record["moves"][: ply - 1] + other + one + record["moves"][ply + 1 :]

    return tamper


def one_more(letter: str) -> Tamper:
    """A move after the last."""

    def tamper(record: Record) -> None:
        record["moves"] += letter
        record["think_ms"].append(100)

    return tamper


def one_less(record: Record) -> None:
    """The last move never made."""
    record["moves"] = record["moves"][:-1]
    record["think_ms"].pop()


def tile(row: int, column: int, value: Any) -> Tamper:
    """Another tile on the final board."""

    def tamper(record: Record) -> None:
        assert record["board"][row][column] is not value
        record["board"][row][column] = value

    return tamper


def row_more(record: Record) -> None:
    """A row below the last."""
    record["board"].append([0, 0, 0, 0])


def other_end(record: Record) -> None:
    """The board upside down."""
    record["board"].reverse()


TAMPERED: list[tuple[int, str, Tamper]] = [
    (0, "scheme", change("scheme", "kashi/2")),
    (0, "scheme", change("scheme", ["kashi/1"])),
    (0, "committed", change("seed", "01" + "00" * 31)),
    (0, "seed", change("seed", "00" * 31)),
    (0, "seed", change("seed", "00" * 31 + "0G")),
    (0, "seed", change("seed", " " + "00" * 31 + "0")),
    (0, "not published", change("seed", None)),
    (0, "seed", change("seed", 0)),
    (0, "committed", change("commitment", "0" * 64)),
    (0, "commitment", change("commitment", None)),
    (0, "committed", change("game_id", "k3T9xQ2c")),
    (0, "game_id", change("game_id", "k3T9xQ2b|")),
    (0, "game_id", change("game_id", "")),
    (0, "game_id", change("game_id", "\ud800")),
    (0, "game_id", change("game_id", 7)),
    (0, "client_seed", change("client_seed", "-")),
    (0, "client_seed", change("client_seed", "F" * 32)),
    (0, "client_seed", change("client_seed", None)),
    (0, "shape", change("shape", "4by4")),
    (0, "shape", change("shape", "9x9")),
    (0, "shape", change("shape", [2, 4])),
    (1, "changes nothing", change("client_seed", "1" * 32)),
    (0, "moves", change("moves", None)),
    (0, "moves", change("moves", list(WON))),
    (1, "none of U, R, D and L", move(1, "X")),
    (5, "none of U, R, D and L", move(5, "l")),
    (71, "none of U, R, D and L", move(71, "ش")),
    (71, "none of U, R, D and L", move(71, "\n")),
    (3, "changes nothing", move(3, "U")),
    (21, "changes nothing", swap(9)),
    (72, "the game was over", one_more("L")),
    (70, "board", one_less),
    (0, "think_ms", change("think_ms", None)),
    (0, "think_ms", change("think_ms", [])),
    (0, "think_ms", change("think_ms", [1] * 70)),
    (0, "think_ms", change("think_ms", [1] * 72)),
    (0, "think_ms", change("think_ms", dict.fromkeys(range(71), 1))),
    (1, "think time", think(1, -1)),
    (2, "think time", think(2, 524_225)),
    (9, "think time", think(9, 2**60)),
    (9, "think time", think(9, True)),
    (9, "think time", think(9, 12.0)),
    (9, "think time", think(9, math.nan)),
    (71, "think time", think(71, "12")),
    (71, "think time", think(71, None)),
    (71, "board", tile(0, 0, 1024)),
    (71, "board", tile(1, 3, 0)),
    (71, "board", tile(0, 0, True)),
    (71, "board", tile(0, 0, None)),
    (71, "board", row_more),
    (71, "board", other_end),
    (71, "board", change("board", None)),
    (71, "board", change("board", "2 4")),
    (71, "board", change("board", [])),
    (71, "score", change("score", 804)),
    (71, "score", change("score", 800.0)),
    (71, "score", change("score", "800")),
    (71, "score", change("score", math.inf)),
    (71, "score", change("score", 10**4000)),
    (71, "largest", change("largest", 256)),
    (71, "largest", change("largest", None)),
    (71, "won_at_move", change("won_at_move", None)),
    (71, "won_at_move", change("won_at_move", 67)),
    (71, "won_at_move", change("won_at_move", 68.0)),
    (71, "over", change("over", False)),
    (71, "over", change("over", 1)),
]
