"""What is wrong with a message, in the words of this service.

The decoder's own reasons are English and hold patterns: of each only the name of a field is kept.
"""

import re

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.errors import Malformed

RULES: dict[str, Promise] = {
    "ply": _("ply has to be a whole number from 0 on."),
    "moves": _("moves has to be 1 to 128 of the letters U, R, D and L."),
    "ms": _("ms has to hold a whole number of milliseconds for each letter of moves."),
    "n": _("n has to be a whole number from 0 on."),
}
NO_SUCH_FIELD = _("This message has no field {name}.")
NOTHING_CHANGED = _("Nothing was changed.")
_UNKNOWN = re.compile(r"unknown field `(.{1,40})`")
_WRONG = re.compile(r"required field `(\w+)`|at `\$\.(\w+)")


def of(reason: str) -> Malformed:
    """The refusal for a reason of the decoder."""
    unknown, wrong = _UNKNOWN.search(reason), _WRONG.search(reason)
    if unknown:
        return _because(format_lazy(NO_SUCH_FIELD, name=unknown[1]))
    return malformed(wrong[1] or wrong[2] if wrong else "")


def malformed(field: str) -> Malformed:
    """The refusal for a field that is not as it has to be."""
    return _because(RULES[field]) if field in RULES else Malformed()


def _because(sentence: str | Promise) -> Malformed:
    return Malformed(format_lazy("{} {}", sentence, NOTHING_CHANGED))
