"""A player's games, newest first, and the figures they add up to."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet, Sum

from accounts.models import User
from accounts.names import normal
from games.cursors import HistoryCursor, Page, cut
from games.errors import NoSuchPlayer
from games.models import Game
from games.rules.board import Shape, values


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was begun, as it stands now."""

    id: str
    shape: str
    kind: str
    status: str
    won: bool
    score: int
    largest: int
    moves: int
    started_at: datetime
    ended_at: datetime | None
    board: list[list[int]]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player has done in all."""

    games: int
    moves: int


def find_player(name: str) -> User:
    """Whom everybody may look up: no guest and no closed account; raises NoSuchPlayer."""
    people = User.objects.filter(is_active=True, is_guest=False)
    # PostgreSQL knows no NUL.
    found = None if "\0" in name else people.filter(username__iexact=normal(name)).first()
    if found is None:
        raise NoSuchPlayer
    return found


def page(*, player_id: int, after: HistoryCursor | None, limit: int) -> Page[Played]:
    """The newest `limit` games, or those beyond a place."""
    upwards = after is not None and after.upwards
    games = _begun(player_id).defer("seed", "tail")
    if after is not None:
        games = games.filter(_beyond(after))
    order = ("created_at", "id") if upwards else ("-created_at", "-id")
    part = cut(list(games.order_by(*order)[: limit + 1]), limit=limit, after=after, mark=_mark)
    return Page(tuple(_played(game) for game in part.rows), part.previous, part.next)


def open_games(*, player_id: int) -> tuple[Played, ...]:
    """The games that still take a move, newest first."""
    games = _begun(player_id).filter(ended_at=None).defer("seed", "tail")
    return tuple(_played(game) for game in games.order_by("-created_at", "-id"))


def last_ended(*, player_id: int, shape: str) -> Played | None:
    """The newest game on a shape that is over; the index for a page finds it at its beginning."""
    ended = _begun(player_id).filter(shape=shape, ended_at__isnull=False).defer("seed", "tail")
    game = ended.order_by("-created_at", "-id").first()
    return None if game is None else _played(game)


def figures(*, player_id: int) -> Figures:
    """Everything begun counts, what was given up too."""
    totals = _begun(player_id).aggregate(games=Count("id"), moves=Sum("ply"))
    return Figures(games=totals["games"], moves=totals["moves"] or 0)


def _begun(player_id: int) -> QuerySet[Game]:
    return Game.objects.filter(player=player_id).exclude(status=Game.Status.PREPARED)


def _beyond(place: HistoryCursor) -> Q:
    """What follows a place; the bound on the time alone is what lets the index find it."""
    at, id_ = place.created_at, place.id
    if place.upwards:
        return Q(created_at__gte=at) & (Q(created_at__gt=at) | Q(id__gt=id_))
    return Q(created_at__lte=at) & (Q(created_at__lt=at) | Q(id__lt=id_))


def _mark(game: Game, upwards: bool) -> HistoryCursor:
    return HistoryCursor(upwards, game.created_at, game.pk)


def _played(game: Game) -> Played:
    cells = bytes(game.cells)
    return Played(
        id=game.pk,
        shape=game.shape,
        kind=game.kind,
        status=game.status,
        won=game.won_at is not None,
        score=game.score,
        largest=1 << max(cells),
        moves=game.ply,
        started_at=game.started_at or game.created_at,
        ended_at=game.ended_at,
        board=values(Shape.parse(game.shape), cells),
    )
