"""What a socket needs to know when it opens, read for all that wait in two statements.

Loading one by one starves under a rush: 2,000 sockets at once waited up to 17 s.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from accounts import sessions
from accounts.models import User
from games.errors import NoSuchGame
from games.live.batches import Batches
from games.live.database import Database
from games.models import Game


@dataclass(frozen=True, slots=True)
class Want:
    """A game, and the session of whoever asks; None for a stranger."""

    game_id: str
    session_key: str | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A game with its player, their best score on its shape, how long it has stood still, and
    who is asking: `reader` is None for strangers and for a session that has ended."""

    game: Game
    best: int
    still_ms: int
    reader: int | None


_GAME = [field.attname for field in Game._meta.concrete_fields]
_GAME_COLUMNS = ", ".join(f"game.{field.column}" for field in Game._meta.concrete_fields)
GAMES = f"""
SELECT player.id, player.username, player.is_guest, coalesce(best.value, 0),
       (extract(epoch FROM now() - coalesce(game.moved_at, game.started_at, now())) * 1000)::bigint,
       {_GAME_COLUMNS}
FROM games_game game
JOIN accounts_user player ON player.id = game.player_id
LEFT JOIN games_best best ON best.player_id = game.player_id AND best.shape = game.shape
    AND best.metric = 'score' AND best.period = 'all'
WHERE game.id = ANY(%s)"""  # noqa: S608 - column names of our own
SESSIONS = """
SELECT session_key, session_data FROM django_session
WHERE session_key = ANY(%s) AND expire_date > now()"""
USERS = "SELECT id, password FROM accounts_user WHERE id = ANY(%s) AND is_active"
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

    async def readers(self, session_keys: Iterable[str]) -> dict[str, int]:
        """The user of each session that is valid now."""
        rows, _ = await self._database.fetch_surely(SESSIONS, [list(session_keys)])
        claims = {key: claim for key, data in rows if (claim := _user_id(data)) is not None}
        users = [user for user, _ in claims.values()]
        passwords = dict((await self._database.fetch_surely(USERS, [users]))[0]) if users else {}
        return {
            key: user
            for key, (user, proof) in claims.items()
            if user in passwords and _proves(proof, passwords[user])
        }

    async def plies(self, game_ids: Iterable[str]) -> dict[str, tuple[int, str]]:
        """Ply and status of each game as it stands on disk."""
        rows, _ = await self._database.fetch_surely(PLIES, [list(game_ids)])
        return {game_id: (ply, status) for game_id, ply, status in rows}

    async def _load_all(self, wants: list[Want]) -> Sequence[Seat | Exception]:
        keys = {want.session_key for want in wants if want.session_key}
        readers = await self.readers(keys) if keys else {}
        found, _ = await self._database.fetch_surely(GAMES, [[want.game_id for want in wants]])
        games = {row[len(row) - len(_GAME)]: row for row in found}  # the id is its first column
        return [
            _seat(games.get(want.game_id), readers.get(want.session_key or "")) for want in wants
        ]


def _seat(row: tuple[Any, ...] | None, reader: int | None) -> Seat | NoSuchGame:
    if row is None:
        return NoSuchGame()
    user_id, username, is_guest, best, still_ms, *columns = row
    game = Game.from_db("default", _GAME, columns)
    game.player = User(id=user_id, username=username, is_guest=is_guest)
    return Seat(game, best, still_ms, reader)
