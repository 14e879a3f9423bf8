"""The wire: every message in, every message out (docs/protocol.md)."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct

from games.errors import Malformed, UnknownType
from games.live import reasons
from games.models import Game
from games.play import Settled
from games.rules.board import values
from games.rules.position import Position, Step
from games.showing import Shown

Ply = Annotated[int, Meta(ge=0, lt=1 << 31)]
MAX_LETTERS = 128  # what a browser gathers while one request is under way, at most
MAX_THINK_CLAIM_MS = 1 << 31


class Move(Struct, tag_field="t", tag="move", forbid_unknown_fields=True):
    """Directions to push in, from where the sender thinks the game stands."""

    ply: Ply
    moves: Annotated[str, Meta(pattern=rf"^[URDL]{{1,{MAX_LETTERS}}}\Z")]
    ms: Annotated[  # one for each letter, if any: `decode` looks after it
        list[Annotated[int, Meta(ge=0, lt=MAX_THINK_CLAIM_MS)]],
        Meta(min_length=1, max_length=MAX_LETTERS),
    ] = []


class Keep(Struct, tag_field="t", tag="keep", forbid_unknown_fields=True):
    """Play on after the win."""


class State(Struct, tag_field="t", tag="state", forbid_unknown_fields=True):
    """Tell me where it stands."""


class Seen(Struct, tag_field="t", tag="seen", forbid_unknown_fields=True):
    """I have read all up to this ply."""

    ply: Ply


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    n: Annotated[int, Meta(ge=0, lt=1 << 53)]


class Read(Struct, tag_field="t", tag="seen", forbid_unknown_fields=True):
    """In the lobby: I have read the list of this number."""

    n: Annotated[int, Meta(ge=0, lt=1 << 53)]


Incoming = Move | Keep | State | Seen | Ping | Read
_in_game = msgspec.json.Decoder(Move | Keep | State | Seen | Ping)
_in_lobby = msgspec.json.Decoder(Read | Ping)
_type_of = msgspec.json.Decoder(msgspec.defstruct("Tagged", [("t", str)]))
_TYPES: dict[object, set[object]] = {
    decoder: {kind.__struct_config__.tag for kind in kinds}
    for decoder, kinds in ((_in_game, (Move, Keep, State, Seen, Ping)), (_in_lobby, (Read, Ping)))
}
_encode = msgspec.json.Encoder().encode


def decode(text: str | None) -> Incoming:
    """A message of the protocol; raises Malformed or UnknownType for anything else. `text` is
    None for a binary frame."""
    message: Incoming = _decode(text, _in_game)
    if isinstance(message, Move) and len(message.ms or message.moves) != len(message.moves):
        raise reasons.malformed("ms")
    return message


def decode_for_lobby(text: str | None) -> Incoming:
    """The same, of the few that may be said where games are only looked for."""
    message: Incoming = _decode(text, _in_lobby)
    return message


def _decode(text: str | None, decoder: Any) -> Any:
    if text is None:
        raise Malformed(_("Messages are JSON text, not binary. Nothing was changed."))
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        if _unknown_type(text, _TYPES[decoder]):
            raise UnknownType from None
        raise reasons.of(str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Malformed from None


def _unknown_type(text: str, types: set[object]) -> bool:
    try:
        return _type_of.decode(text).t not in types  # type: ignore[attr-defined]
    except (msgspec.DecodeError, RecursionError):
        return False


def cost(message: Incoming) -> int:
    """What a message takes from its socket's credits: one, or one for each letter of a move."""
    return len(message.moves) if isinstance(message, Move) else 1


def encode(message: dict[str, Any]) -> str:
    """One frame."""
    return _encode(message).decode()


def moved(before: Position, after: Position, steps: list[Step], status: str) -> str:
    """What a request came to; steps are the direction, the new tile's cell and its value."""
    return encode(
        {
            "t": "moved",
            "from": before.ply,
            "steps": [(step.direction.value, step.cell, 1 << step.exponent) for step in steps],
            "ply": after.ply,
            "score": after.score,
            "board": values(after.shape, after.cells),
            "status": status,
        }
    )


def joined(texts: Sequence[str]) -> str:
    """Several `moved` that follow one another, as one."""
    if len(texts) == 1:
        return texts[0]
    all_ = [msgspec.json.decode(text) for text in texts]
    steps = [step for moved in all_ for step in moved["steps"]]
    return encode(all_[-1] | {"from": all_[0]["from"], "steps": steps})


def state(game: Game, *, best: int, you: str) -> dict[str, Any]:
    """Where a game stands, as `you` ("player" or "watcher") may see it: never its seed."""
    return {
        "t": "state",
        "id": game.id,
        "shape": game.shape,
        "kind": game.kind,
        "board": values(game.position.shape, game.position.cells),
        "score": game.score,
        "best": best if game.challenge_id else max(best, game.score),
        "ply": game.ply,
        "status": game.status,
        "commitment": game.commitment,
        "client_seed": game.client_seed or None,
        "you": you,
        "player": game.player.shown_name,
    }


def watchers(count: int) -> str:
    """How many watch a game."""
    return encode({"t": "watchers", "n": count})


def games(number: int, shown: list[Shown]) -> str:
    """The games that there are to watch."""
    return encode({"t": "games", "n": number, "games": shown})


def ended(settled: Settled) -> str:
    """The last word on a game."""
    return encode(
        {"t": "ended", "seed": settled.seed, "score": settled.score, "rank": settled.rank}
    )
