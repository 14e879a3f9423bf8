"""What a socket needs to know when it opens, read for all that wait in two statements.

Loading one by one starves under a rush: 2,000 sockets at once waited up to 17 s.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import psycopg

from accounts import sessions
from accounts.credentials import Credential
from accounts.models import Token, User
from games.errors import NoSuchGame, NotSaved
from games.live.batches import Batches
from games.live.database import Database
from games.models import Challenge, Game

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Want:
    """A game, and what whoever asks shows; None for a stranger."""

    game_id: str
    credential: Credential | None


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a credential stands for, and whether it is good for more than reading."""

    user_id: int
    may_play: bool = True


Readers = dict[Credential | None, Reader]  # None, a stranger's, is never in it


@dataclass(frozen=True, slots=True)
class Seat:
    """A game with its player, their best score on its shape, how long it has stood still, and
    who is asking: `reader` is None for strangers and for a session or token that has ended."""

    game: Game
    best: int
    still_ms: int
    reader: Reader | None


_GAME = [field.attname for field in Game._meta.concrete_fields]
_GAME_COLUMNS = ", ".join(f"game.{field.column}" for field in Game._meta.concrete_fields)
_PLAYER = ("id", "username", "is_guest", "is_active", "watchable")
_PLAYER_COLUMNS = ", ".join(f"player.{name}" for name in _PLAYER)
GAMES = f"""
SELECT {_PLAYER_COLUMNS}, coalesce(best.value, 0),
       (extract(epoch FROM now() - coalesce(game.moved_at, game.started_at, now())) * 1000)::bigint,
       challenge.closed_at, {_GAME_COLUMNS}
FROM games_game game
LEFT JOIN games_challenge challenge ON challenge.day = game.challenge_id
JOIN accounts_user player ON player.id = game.player_id
LEFT JOIN games_best best ON best.player_id = game.player_id AND best.shape = game.shape
    AND best.metric = 'score' AND best.period = 'all'
WHERE game.id = ANY(%s)"""  # noqa: S608 - column names of our own
SESSIONS = """
SELECT session_key, session_data FROM django_session
WHERE session_key = ANY(%s) AND expire_date > now()"""
USERS = "SELECT id, password FROM accounts_user WHERE id = ANY(%s) AND is_active"
# The day of the last use is written once a day.
TOKENS = """
WITH shown AS (
    SELECT token.id, digest, user_id, scopes FROM accounts_token token
    JOIN accounts_user player ON player.id = user_id AND is_active
    WHERE digest = ANY(%s)
), used AS (
    UPDATE accounts_token token SET used_on = (now() AT TIME ZONE 'UTC')::date FROM shown
    WHERE token.id = shown.id AND used_on IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date
)
SELECT digest, user_id, scopes FROM shown"""
PLIES = "SELECT id, ply, status FROM games_game WHERE id = ANY(%s)"

_user_id = lru_cache(maxsize=1 << 14)(sessions.user_id)  # sockets are checked again and again
_proves = lru_cache(maxsize=1 << 14)(sessions.proves)


class Loader:
    """Reads for sockets; one for each process."""

    def __init__(self, database: Database) -> None:
        """A connection of its own, so that a rush of new sockets delays nobody's move."""
        self._database = database
        self._batches = Batches(self._load_all)

    async def load(self, want: Want) -> Seat:
        """Raises NoSuchGame, Busy or NotSaved."""
        return await self._batches.ask(want)

    @property
    def waiting(self) -> int:
        """How many sockets wait for the next statements."""
        return self._batches.waiting

    async def readers(self, credentials: Iterable[Credential]) -> Readers:
        """Whom each credential that is valid now stands for."""
        shown = list(credentials)
        sessions = [each.session_key for each in shown if each.session_key]
        tokens = [each.token for each in shown if each.token]
        found = await self._of_sessions(sessions) if sessions else {}
        return found | (await self._of_tokens(tokens) if tokens else {})

    async def _of_sessions(self, keys: list[str]) -> Readers:
        rows = await self._read(SESSIONS, [keys])
        claims = {key: claim for key, data in rows if (claim := _user_id(data)) is not None}
        users = [user for user, _ in claims.values()]
        passwords = dict(await self._read(USERS, [users])) if users else {}
        return {
            Credential(session_key=key): Reader(user)
            for key, (user, proof) in claims.items()
            if user in passwords and _proves(proof, passwords[user])
        }

    async def _of_tokens(self, digests: list[str]) -> Readers:
        rows = await self._read(TOKENS, [digests])
        return {
            Credential(token=digest): Reader(user, Token.Scope.PLAY in scopes)
            for digest, user, scopes in rows
        }

    async def plies(self, game_ids: Iterable[str]) -> dict[str, tuple[int, str]]:
        """Ply and status of each game as it stands on disk."""
        rows = await self._read(PLIES, [list(game_ids)])
        return {game_id: (ply, status) for game_id, ply, status in rows}

    async def _read(self, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            return (await self._database.fetch_surely(sql, values))[0]
        except psycopg.OperationalError as error:  # a full disk, say: a token's last use is written
            log.warning("PostgreSQL cannot answer: %s", str(error).split("\n")[0])
            raise NotSaved from None

    async def _load_all(self, wants: list[Want]) -> Sequence[Seat | Exception]:
        readers = await self.readers({want.credential for want in wants if want.credential})
        found = await self._read(GAMES, [[want.game_id for want in wants]])
        games = {row[len(row) - len(_GAME)]: row for row in found}  # the id is its first column
        return [_seat(games.get(want.game_id), readers.get(want.credential)) for want in wants]


def _seat(row: tuple[Any, ...] | None, reader: Reader | None) -> Seat | NoSuchGame:
    if row is None:
        return NoSuchGame()
    *player, best, still_ms, closed_at = row[: len(row) - len(_GAME)]
    game = Game.from_db("default", _GAME, row[len(row) - len(_GAME) :])
    if game.challenge_id is not None:
        game.challenge = Challenge(day=game.challenge_id, closed_at=closed_at)
    game.player = User(**dict(zip(_PLAYER, player, strict=True)))
    return Seat(game, best, still_ms, reader)
