"""Cursors come back from strangers: only what was written here is read."""

from base64 import urlsafe_b64encode
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cursors import BoardCursor, HistoryCursor, from_text, to_text
from games.errors import Malformed
from tests.games.cast import NOON


def test_a_cursor_survives_the_address() -> None:
    board = BoardCursor(True, 2**63 - 1, NOON, 7)
    history = HistoryCursor(False, NOON, "k3T9xQ2b")
    assert from_text(to_text(board), BoardCursor) == board
    assert from_text(to_text(history), HistoryCursor) == history


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b'[false,1,"2026-11-02T12:00:00Z",7,8]',
        b'[false,-1,"2026-11-02T12:00:00Z",7]',
        b'[false,9223372036854775808,"2026-11-02T12:00:00Z",7]',
        b'[false,1,"2026-11-02T12:00:00",7]',
        b'[false,1.5,"2026-11-02T12:00:00Z",7]',
        b'[false,1,"2026-11-02T12:00:00Z","k3T9xQ2b"]',
        b"[" * 150,
        b"\xff\xfe",
    ],
)
def test_anything_else_is_refused(raw: bytes) -> None:
    with pytest.raises(Malformed):
        from_text(urlsafe_b64encode(raw).decode(), BoardCursor)


@given(st.text() | st.text("ABCabc019-_=", max_size=80))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    with suppress(Malformed):
        from_text(text, BoardCursor)
    with suppress(Malformed):
        from_text(text, HistoryCursor)


@pytest.mark.parametrize("game", ["k3T9\\u0000Q2b", "k3T9xQ2", "k3T9xQ2b\\n", "ک3T9xQ2b"])
def test_an_id_that_no_game_can_have_is_refused(game: str) -> None:
    raw = f'[false,"2026-11-02T12:00:00Z","{game}"]'
    with pytest.raises(Malformed):
        from_text(urlsafe_b64encode(raw.encode()).decode(), HistoryCursor)
