"""The wire: what is read, and what is refused with which code."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import Malformed, Refused, UnknownType
from games.live import messages
from tests.games.live.frames import MALFORMED, UNKNOWN

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"t":"move","ply":17,"moves":"LD","ms":[310,95]}', messages.Move(17, "LD", [310, 95])),
        ('{"t":"move","ply":0,"moves":"L"}', messages.Move(0, "L")),
        ('{ "moves":"U","ply":2147483647, "t":"move"}', messages.Move(2**31 - 1, "U")),
        (json.dumps({"t": "move", "ply": 1, "moves": "R" * 128}), messages.Move(1, "R" * 128)),
        ('{"t":"keep"}', messages.Keep()),
        ('{"t":"state"}', messages.State()),
        ('{"t":"seen","ply":49}', messages.Seen(49)),
        ('{"t":"ping","n":3}', messages.Ping(3)),
    ],
)
def test_every_message_of_the_protocol_is_read(text: str, message: messages.Incoming) -> None:
    assert messages.decode(text) == message


@pytest.mark.parametrize("frame", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_message_is_malformed(frame: str | bytes) -> None:
    with pytest.raises(Malformed):
        messages.decode(frame if isinstance(frame, str) else None)


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_type_that_does_not_exist_is_called_unknown(text: str) -> None:
    with pytest.raises(UnknownType):
        messages.decode(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(Refused):
        messages.decode(text)


@given(st.dictionaries(st.sampled_from(["t", "ply", "moves", "ms", "n", "board"]), json_values))
def test_any_object_is_read_or_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        messages.decode(json.dumps(fields))


@given(
    st.sampled_from(["move", "keep", "state", "seen", "ping"]),
    st.dictionaries(st.sampled_from(["ply", "moves", "ms", "n", "seed"]), json_values),
)
def test_any_fields_of_a_known_type_are_read_or_refused(kind: str, fields: dict[str, Any]) -> None:
    text = json.dumps({"t": kind, **fields})
    try:
        read = messages.decode(text)
    except Malformed:
        return
    assert msgspec.to_builtins(read) | json.loads(text) == msgspec.to_builtins(read)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(Malformed, match=r"unknown field `board`"):
        messages.decode('{"t":"keep","board":[]}')
    with pytest.raises(Malformed, match=r"one number for each letter"):
        messages.decode('{"t":"move","ply":0,"moves":"LL","ms":[1]}')


def test_a_frame_is_compact_json() -> None:
    assert messages.encode({"t": "pong", "n": 3}) == '{"t":"pong","n":3}'
