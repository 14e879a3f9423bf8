"""Fair tiles: the scheme `kashi/1` (docs/fairness.md).

Every tile follows from a seed that the server committed to before the player added a part.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from struct import unpack

SCHEME = "kashi/1"
GAME_ID = re.compile(r"[0-9A-Za-z-]{1,64}", re.ASCII)  # no bar, so that no message can be forged
CLIENT_SEED = re.compile(r"[0-9a-f]{32}", re.ASCII)
DAILY_ID = re.compile(r"daily-[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
NO_CLIENT_SEED = "-"  # of the daily challenge, whose tiles are the same for everybody
SEED_BYTES = 32
WORDS = 1 << 64


def commitment(seed: bytes, game_id: str) -> str:
    """What is published before the game: 64 lower-case hex digits."""
    return hashlib.sha256(f"{SCHEME}|commit|{game_id}|".encode() + seed).hexdigest()


def pick(words: Iterable[int], below: int) -> int:
    """The first word that favours no result, modulo `below`."""
    limit = WORDS - WORDS % below
    return next(word for word in words if word < limit) % below


class Tiles:
    """The tiles of one game, by their number: 0 and 1 open it, 2 follows the first move."""

    __slots__ = ("_prefix", "_seed")

    def __init__(self, *, seed: bytes, game_id: str, client_seed: str) -> None:
        """The three parts are taken as they are: who publishes them checks them."""
        self._seed = seed
        self._prefix = f"{SCHEME}|spawn|{game_id}|{client_seed}|"

    def _words(self, number: int) -> Iterator[int]:
        for block in count():
            message = f"{self._prefix}{number}|{block}".encode()
            yield from unpack(">4Q", hmac.digest(self._seed, message, "sha256"))

    def spawn(self, number: int, empties: Sequence[int]) -> tuple[int, int]:
        """The cell and the exponent of a new tile: 1 for a 2, and once in ten 2 for a 4."""
        r = pick(self._words(number), 10 * len(empties))
        return empties[r // 10], 2 if r % 10 == 0 else 1
