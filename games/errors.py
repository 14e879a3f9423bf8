"""Everything this service refuses, each with the code programs act on and a sentence people read.

Whoever notices raises the class; `games.api.errors` and the socket turn it into an answer.
"""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """A request that is not done. Give `text` where a closer sentence than the class's helps."""

    code: ClassVar[str]
    status: ClassVar[int] = 400
    text: ClassVar[Promise]

    def __init__(self, text: str | Promise | None = None) -> None:
        super().__init__(text)
        self.said = text

    def __str__(self) -> str:
        """What happened, what is safe and what to do, in the reader's language."""
        return str(self.text if self.said is None else self.said)


# --- what was asked makes no sense ---------------------------------------------------------------
class Malformed(Refused):
    """Not a message of the protocol, or a value that cannot be one."""

    code = "malformed"
    text = _("This request cannot be read. Nothing was changed.")


class UnknownType(Refused):
    """A well-formed socket message of a type that does not exist."""

    code = "unknown_type"
    text = _("There is no message of this type. Nothing was changed.")


class TooLarge(Refused):
    """A frame or a body past the limit."""

    code = "too_large"
    status = 413
    text = _("This request is too large. Nothing was changed.")


class IllegalShape(Refused):
    """A board that cannot be played or has no leaderboard."""

    code = "illegal_shape"
    text = _("There is no board of this shape. Choose 4x4, 3x3, 3x4, 2x4 or 5x5.")


class BadClientSeed(Refused):
    """The player's part of the randomness is not 16 bytes in lower-case hex."""

    code = "bad_client_seed"
    text = _("The client seed has to be 32 digits from 0 to 9 and a to f. The game still waits.")


# --- what was asked for is not there, or not for this reader -------------------------------------
class NotFound(Refused):
    """An address that leads nowhere."""

    code = "not_found"
    status = 404
    text = _("There is nothing at this address.")


class NoSuchMethod(Refused):
    """An address that takes other methods only."""

    code = "method_not_allowed"
    status = 405
    text = _("This address does not take that method.")


class NoSuchGame(Refused):
    """No game has this id."""

    code = "no_such_game"
    status = 404
    text = _("There is no game with this id.")


class NoSuchPlayer(Refused):
    """No player has this name, or nobody is to see them."""

    code = "no_such_player"
    status = 404
    text = _("There is no player with this name.")


class NoSuchPlace(Refused):
    """A rank past the end of a board, or a player who is not on it."""

    code = "no_such_place"
    status = 404
    text = _("Nobody stands there on this board.")


class NoSuchDay(Refused):
    """A day without a daily challenge: before the first, or farther ahead than they are drawn."""

    code = "no_such_day"
    status = 404
    text = _("There is no daily challenge of this day.")


class Sealed(Refused):
    """Somebody else's game of a daily challenge, before its day has closed."""

    code = "sealed"
    status = 403
    text = _(
        "Everybody gets the same tiles in a daily challenge, so the games of others can be seen "
        "only once its day has closed."
    )


class PeopleOnly(Refused):
    """A bot at the daily challenge."""

    code = "people_only"
    status = 403
    text = _("The daily challenge is for people. Bots have leaderboards of their own.")


class NotYours(Refused):
    """Somebody else's game."""

    code = "not_yours"
    status = 403
    text = _("This game belongs to somebody else. You can watch it.")


class NotAllowed(Refused):
    """Something this reader may not do or see."""

    code = "not_allowed"
    status = 403
    text = _("This is not open to you. Signing in may help.")


class NoSpectators(Refused):
    """A game that nobody but its player sees before its end."""

    code = "no_spectators"
    status = 403
    text = _("This game is played without spectators. It can be looked at when it has ended.")


class CsrfFailed(Refused):
    """A write from a browser without the token of its page."""

    code = "csrf"
    status = 403
    text = _("This page is out of date. Nothing was changed; load it again.")


class SessionEnded(Refused):
    """Signed out, banned or expired since the page or socket opened."""

    code = "session_ended"
    status = 401
    text = _("You are signed out. Every saved move is safe; sign in to go on.")


class BadToken(Refused):
    """A personal token that does not exist, or not any more."""

    code = "bad_token"
    status = 401
    text = _("This token does not exist or has been revoked. Every saved move is safe.")


class OutOfScope(Refused):
    """More than a token was made for."""

    code = "out_of_scope"
    status = 403
    text = _("This token was not made for this. Your account page makes one that may play.")


# --- the game stands elsewhere -------------------------------------------------------------------
class NotPlaying(Refused):
    """The game has not begun, has ended, or waits for the answer to its banner."""

    code = "not_playing"
    status = 409
    text = _("This game takes no moves now. Everything in it is saved.")


class NotWon(Refused):
    """`keep` where no banner waits for an answer."""

    code = "not_won"
    status = 409
    text = _("This game is not waiting for an answer. It goes on as it is.")


class AlreadyStarted(Refused):
    """A second start with another client seed."""

    code = "already_started"
    status = 409
    text = _("This game has already begun. Go on with it as it is.")


class TooManyOpen(Refused):
    """Three games of this shape are open."""

    code = "too_many_open"
    status = 409
    text = _("Three games on this board are open. Finish one or give one up to start another.")


class NotToday(Refused):
    """An attempt at the challenge of a day that is over, or has not come."""

    code = "not_today"
    status = 409
    text = _("Only the challenge of the running day (UTC) can be begun.")


class HasPlayed(Refused):
    """Only an account without games can become a bot."""

    code = "has_played"
    status = 409
    text = _("This account has games already. Make a new account for the bot.")


class Stale(Refused):
    """Another screen moved first."""

    code = "stale"
    status = 409
    text = _("The game was moved on from another screen. This is the board now.")


# --- too much, or not now ------------------------------------------------------------------------
class TooFast(Refused):
    """More messages than any hand can make."""

    code = "too_fast"
    status = 429
    text = _("That was too fast. The last saved move is safe; wait a moment and go on.")


class RateLimited(Refused):
    """More requests than a limit allows; `retry_after` is in whole seconds, `policy` the limit's
    name and size as the header `RateLimit-Policy` has them."""

    code = "rate_limited"
    status = 429
    text = _("Too many requests. Nothing was changed; wait a moment and try again.")

    def __init__(
        self, text: str | Promise | None = None, *, retry_after: int, policy: str = ""
    ) -> None:
        super().__init__(text)
        self.retry_after = retry_after
        self.policy = policy


class Busy(Refused):
    """The server has more to write than it can take."""

    code = "busy"
    status = 503
    text = _("The server is busy. The last saved move is safe; try again in a moment.")


class NotSaved(Refused):
    """The database did not take it."""

    code = "not_saved"
    status = 503
    text = _("This could not be saved. The last saved move is safe; try again in a moment.")
