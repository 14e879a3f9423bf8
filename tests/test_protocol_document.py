"""docs/protocol.md knows every code that this service says, and no other."""

import re

from games import errors
from games.live import socket
from tests.site import CHECKOUT

CODES = (CHECKOUT / "docs/protocol.md").read_text().partition("## Codes")[2]
SOCKET, HTTP = CODES.split("Over HTTP:")
REFUSALS = {kind.code: kind for kind in errors.Refused.__subclasses__()}


def rows(table: str) -> list[list[str]]:
    """Its cells, row by row."""
    lines = (line for line in table.splitlines() if line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def codes(cell: str) -> set[str]:
    """Those that stand in a cell."""
    return set(re.findall(r"`([a-z_]+)`", cell))


def test_every_code_has_its_row_and_no_other_code_has_one() -> None:
    listed = set().union(*(codes(row[0]) for row in rows(CODES)))
    assert listed == set(REFUSALS)


def test_the_table_of_http_has_the_status_of_each_code() -> None:
    for cell, status, _ in rows(HTTP)[2:]:
        for code in codes(cell):
            assert str(REFUSALS[code].status) == status, code


def test_every_code_that_closes_a_socket_is_explained() -> None:
    explained = {int(number) for row in rows(SOCKET) for number in re.findall(r"\b\d{4}\b", row[0])}
    ours = {*socket.CLOSE_CODES.values(), socket.RESTART, socket.UNABLE}
    assert explained == ours | {1008, 1009}  # which the door itself says


def test_the_code_of_a_refusal_that_closes_stands_where_that_is_told() -> None:
    closing = next(row for row in rows(SOCKET) if "the socket is closed" in row[1])
    final = {kind.code for kind in socket.CLOSE_CODES} - {"too_fast", "not_allowed"}
    assert codes(closing[0]) == final
