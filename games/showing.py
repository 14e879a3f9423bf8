"""The games that are played just now, as each server process tells of its own.

No index could find them: a move changes nothing that has one. So a process looks at the sockets
it has open, and tells the others once a second in a row of `Report`; what a process that died has
told is too old a moment later.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

import msgspec
from django.db.models.functions import Now
from msgspec import Struct

from games.models import Game, Report

MOST = 12  # games of a shape that are told, and shown
FRESH_S = 6  # what was told earlier is of a process that is gone


class Shown(Struct):
    """A game as somebody sees it who looks for one to watch; `player` is None for a guest."""

    id: str
    shape: str
    kind: str
    player: str | None
    score: int
    largest: int
    ply: int
    board: list[list[int]]
    watchers: int = 0


class Told(Struct):
    """What one process tells, or all of them together: the best games, and who watches how many."""

    games: list[Shown] = []
    watchers: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class Wish:
    """Which of them, and how many; `shape` is None for every board."""

    shape: str | None = None
    bots: bool = False
    most: int = MOST

    def of(self, told: Told) -> list[Shown]:
        """The best first."""
        wanted = (
            game
            for game in told.games
            if self.shape in (None, game.shape) and self.bots == (game.kind == Game.Kind.BOT)
        )
        return sorted(wanted, key=lambda game: (-game.score, game.id))[: self.most]


_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(Told).decode


def written(told: Told) -> str:
    """For a row."""
    return _encode(told).decode()


def together(told: Iterable[Told]) -> Told:
    """Of a game that several processes have open the one that is furthest; watchers add up."""
    games: dict[str, Shown] = {}
    watchers: dict[str, int] = {}
    for each in told:
        for game in each.games:
            if game.id not in games or games[game.id].ply < game.ply:
                games[game.id] = game
        for game_id, count in each.watchers.items():
            watchers[game_id] = watchers.get(game_id, 0) + count
    for game in games.values():
        game.watchers = watchers.get(game.id, 0)
    return Told(list(games.values()), watchers)


def read(texts: Iterable[str]) -> list[Told]:
    """Rows as they were told; of another version of this house, while it is replaced, none."""
    found = []
    for text in texts:
        try:
            found.append(_decode(text))
        except msgspec.DecodeError:
            continue
    return found


def now(wish: Wish) -> list[Shown]:
    """For a page: the best games of this moment, of all processes."""
    fresh = Report.objects.filter(at__gt=Now() - timedelta(seconds=FRESH_S))
    return wish.of(together(read(fresh.values_list("text", flat=True))))
