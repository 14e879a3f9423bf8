"""Finished games as they may be shown to anybody who follows a link."""

import re
from dataclasses import dataclass

from games.models import ENDED, Game, GameId
from games.rules.board import values


@dataclass(frozen=True, slots=True)
class Result:
    """What a shared game tells; `player` is None for a guest."""

    game: str
    player: str | None
    shape: str
    score: int
    largest: int
    moves: int
    board: tuple[tuple[int, ...], ...]


def find(game_id: str) -> Result | None:
    """The result of a game by its id; None where there is none to show."""
    games = Game.objects.filter(pk=game_id).select_related("player", "challenge")
    game = games.defer("seed", "tail", "challenge__seed").first()
    return of(game) if game else None


def to_beat(*, game_id: str, shape: str) -> Result | None:
    """The result that a challenge names, in whatever text came with the address; None where it is
    no game to show, or one of another shape."""
    found = find(game_id) if re.fullmatch(GameId.regex, game_id) else None
    return found if found and found.shape == shape else None


def of(game: Game) -> Result | None:
    """The result of a game; None while it runs, where a moderator hid it, or where its player's
    account is closed; and until the day of a daily challenge has closed, for the board says what
    tiles there are."""
    if game.status not in ENDED or game.hidden or not game.player.is_active or game.is_sealed:
        return None
    position = game.position
    return Result(
        game=game.pk,
        player=game.player.shown_name,
        shape=game.shape,
        score=game.score,
        largest=position.largest,
        moves=game.ply,
        board=tuple(map(tuple, values(position.shape, position.cells))),
    )
