"""The wire: what is read, and what is refused with which code."""

import json
import re
from typing import Any

import msgspec
import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games.errors import Malformed, Refused, UnknownType
from games.live import messages
from tests.games.live.frames import MALFORMED, UNKNOWN, move

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


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"t":"keep","board":[]}', "This message has no field board."),
        (f'{{"t":"keep","{"x" * 3000}":1}}', "This request cannot be read."),
        (move(moves="lr"), "moves has to be 1 to 128 of the letters U, R, D and L."),
        ('{"t":"move","ply":0}', "moves has to be 1 to 128 of the letters U, R, D and L."),
        (move(ply="0"), "ply has to be a whole number from 0 on."),
        (move(ms=[1]), "ms has to hold a whole number of milliseconds for each letter of moves."),
        (move(ms=[1, 2, "3", 4]), "ms has to hold a whole number of milliseconds for each"),
        ('{"t":"ping","n":-1}', "n has to be a whole number from 0 on."),
        ("{}", "This request cannot be read."),
    ],
)
def test_what_is_wrong_is_said_without_the_decoder_s_words(text: str, says: str) -> None:
    with pytest.raises(Malformed) as refused:
        messages.decode(text)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith("Nothing was changed.")


@pytest.mark.parametrize("text", [f for f in MALFORMED.values() if isinstance(f, str)])
def test_what_is_wrong_is_said_in_persian_too(text: str) -> None:
    with override("fa"), pytest.raises(Malformed) as refused:
        messages.decode(text)
    with override("fa"):
        said = str(refused.value)
    assert said.endswith("چیزی تغییر نکرد.")
    latin = set(re.findall("[A-Za-z_]+", said))
    assert latin <= {"ply", "moves", "ms", "n", *"URDL", *named(text)}


def named(text: str) -> set[str]:
    """The names that the sender gave."""
    return set(re.findall(r'"(\w+)":', text))


def test_a_frame_is_compact_json() -> None:
    assert messages.encode({"t": "pong", "n": 3}) == '{"t":"pong","n":3}'
