"""How much one socket may send."""

import time

CREDITS = 130  # the longest request, or a burst of thirty keys in 600 ms four times over
CREDITS_PER_SECOND = 30  # nobody presses more than 25 keys a second for long
FORGIVEN = 20  # refusals in a row that are answered; after them the socket is closed
UNREAD = 64  # messages that a socket may leave unread; after them it is closed


class TokenBucket:
    """Credits that come back with time: one for a message, one for each letter of a move."""

    __slots__ = ("_at", "_credits", "refused")

    def __init__(self) -> None:
        """Full."""
        self._credits, self._at, self.refused = float(CREDITS), time.monotonic(), 0

    def take(self, amount: int = 1) -> bool:
        """Whether there was enough; counts refusals in a row in `refused`."""
        now = time.monotonic()
        self._credits = min(CREDITS, self._credits + (now - self._at) * CREDITS_PER_SECOND)
        self._at = now
        if self._credits < amount:
            self.refused += 1
            return False
        self._credits -= amount
        self.refused = 0
        return True
