"""Places in a sorted list, as text that goes into an address. Never an offset: what is added in
front of a reader shifts nothing, and a deep page costs as much as the first."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Generic, TypeVar

import msgspec
from django.utils.translation import gettext_lazy as _

from games.errors import Malformed

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
BigInt = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class BoardCursor(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A place on a leaderboard, and whether to read towards the top from it."""

    upwards: bool
    value: BigInt
    at: Moment
    id: BigInt


class HistoryCursor(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A place in a player's history by time, score or length, and whether to read towards the
    top from it."""

    upwards: bool
    value: Moment | BigInt
    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z]{8}\Z")]


Cursor = TypeVar("Cursor", BoardCursor, HistoryCursor)
Row = TypeVar("Row")
MAX_TEXT = 200


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a list, and the cursors of the pages beside it where there are any."""

    rows: tuple[Row, ...]
    previous: str | None
    next: str | None


def to_text(cursor: BoardCursor | HistoryCursor) -> str:
    """The cursor for an address."""
    return urlsafe_b64encode(msgspec.json.encode(cursor)).decode().rstrip("=")


def from_text(text: str, kind: type[Cursor]) -> Cursor:
    """The cursor of its text; raises Malformed for anything that `to_text` does not write."""
    try:
        if len(text) > MAX_TEXT:
            raise ValueError
        raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        return msgspec.json.decode(raw, type=kind)
    except (ValueError, NotBase64, msgspec.MsgspecError) as error:
        raise Malformed(_("This cursor leads nowhere. Begin again at the first page.")) from error


def cut(
    found: Sequence[Row],
    *,
    limit: int,
    after: BoardCursor | HistoryCursor | None,
    mark: Callable[[Row, bool], BoardCursor | HistoryCursor],
) -> Page[Row]:
    """The page of at most `limit` rows, from one row more, `found` in the direction of reading;
    `mark` is the cursor of a row, upwards or not."""
    upwards = after is not None and after.upwards
    more = len(found) > limit
    rows = tuple(found[:limit][::-1] if upwards else found[:limit])
    has_previous = more if upwards else after is not None
    has_next = upwards or more
    if not rows:  # nothing lies beyond the place (any more): the way back begins at it
        back = to_text(msgspec.structs.replace(after, upwards=not upwards)) if after else None
        return Page(rows, None if upwards else back, back if upwards else None)
    return Page(
        rows=rows,
        previous=to_text(mark(rows[0], True)) if has_previous else None,
        next=to_text(mark(rows[-1], False)) if has_next else None,
    )
