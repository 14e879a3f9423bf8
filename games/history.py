"""A player's games: some of them, in one of six orders, page by page; and what each was."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import normal
from games import watching
from games.cursors import HistoryCursor, Page, cut
from games.errors import Malformed, NoSuchPlayer
from games.models import Game, Summary
from games.rules.board import Shape, values

_GAMES = Game.objects.select_related("player", "challenge").defer("seed", "tail", "challenge__seed")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was begun, as it stands now; its `board` is None where only its player is to
    see it."""

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
    board: list[list[int]] | None


class Sort(StrEnum):
    """The order of a history. A running game has no score and no length to be sorted by yet."""

    NEWEST = "newest"
    OLDEST = "oldest"
    HIGHEST = "highest"
    LOWEST = "lowest"
    LONGEST = "longest"
    SHORTEST = "shortest"

    @property
    def column(self) -> str:
        """Of `Summary`, each with its index."""
        match self:
            case Sort.NEWEST | Sort.OLDEST:
                return "started_at"
            case Sort.HIGHEST | Sort.LOWEST:
                return "score"
            case Sort.LONGEST | Sort.SHORTEST:
                return "moves"

    @property
    def descending(self) -> bool:
        """Whether the most comes first."""
        return self in (Sort.NEWEST, Sort.HIGHEST, Sort.LONGEST)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of a history: None wants them all. The days (UTC) are those that games began
    on, the last included."""

    shape: str | None = None
    result: str | None = None
    first_day: date | None = None
    last_day: date | None = None


def find_player(name: str) -> User:
    """Whom everybody may look up: no guest and no closed account; raises NoSuchPlayer."""
    people = User.objects.filter(is_active=True, is_guest=False)
    # PostgreSQL knows no NUL.
    found = None if "\0" in name else people.filter(username__iexact=normal(name)).first()
    if found is None:
        raise NoSuchPlayer
    return found


def page(
    *,
    player_id: int,
    after: HistoryCursor | None,
    limit: int,
    wanted: Wanted = Wanted(),
    sort: Sort = Sort.NEWEST,
) -> Page[Played]:
    """The first `limit` games in an order, or those beyond a place, less an attempt at a daily
    challenge that still runs: its points would tell its tiles. Raises Malformed for a place in
    another order."""
    summaries = reading(player_id=player_id, after=after, wanted=wanted, sort=sort)

    def mark(row: tuple[datetime | int, str], up: bool) -> HistoryCursor:
        return HistoryCursor(up, *row)

    part = cut(list(summaries[: limit + 1]), limit=limit, after=after, mark=mark)
    games = _GAMES.in_bulk([game_id for _, game_id in part.rows])
    rows = [games[game_id] for _, game_id in part.rows if game_id in games]
    told = [_played(game) for game in rows if not (game.is_sealed and game.is_open)]
    return Page(tuple(told), part.previous, part.next)


def reading(
    *, player_id: int, after: HistoryCursor | None, wanted: Wanted, sort: Sort
) -> QuerySet[Summary, tuple[datetime | int, str]]:
    """What is sorted by, and the ids, in the direction of reading; nothing that is not in the
    index of the order, so that games which are not wanted cost next to nothing."""
    column, upwards = sort.column, after is not None and after.upwards
    backwards = sort.descending != upwards
    summaries = Summary.objects.filter(_which(wanted), player=player_id)
    if column != "started_at":
        summaries = summaries.filter(**{f"{column}__isnull": False})
    if after is not None:
        if isinstance(after.value, datetime) != (column == "started_at"):
            raise Malformed(_("This cursor leads nowhere. Begin again at the first page."))
        summaries = summaries.filter(_beyond(column, after, backwards))
    order = (f"-{column}", "-game_id") if backwards else (column, "game_id")
    return summaries.order_by(*order).values_list(column, "game_id")


def open_games(*, player_id: int) -> tuple[Played, ...]:
    """The games that still take a move, newest first."""
    begun = _GAMES.filter(player=player_id, ended_at=None)
    games = begun.exclude(status=Game.Status.PREPARED)
    return tuple(_played(game) for game in games.order_by("-created_at", "-id"))


def last_ended(*, player_id: int, shape: str) -> Played | None:
    """The newest game on a shape that is over; the index for a page finds it at its beginning."""
    ended = _GAMES.filter(player=player_id, shape=shape, ended_at__isnull=False)
    game = ended.order_by("-created_at", "-id").first()
    return None if game is None else _played(game)


def _which(wanted: Wanted) -> Q:
    which = Q()
    if wanted.shape is not None:
        which &= Q(shape=wanted.shape)
    if wanted.result is not None:
        which &= Q(result=wanted.result)
    if wanted.first_day is not None:
        which &= Q(started_at__gte=_midnight(wanted.first_day))
    if wanted.last_day is not None and wanted.last_day < date.max:
        which &= Q(started_at__lt=_midnight(wanted.last_day + timedelta(days=1)))
    return which


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _beyond(column: str, place: HistoryCursor, backwards: bool) -> Q:
    """What follows a place; the bound on the column alone is what lets the index find it."""
    side = "lt" if backwards else "gt"
    bound = Q(**{f"{column}__{side}e": place.value})
    farther = Q(**{f"{column}__{side}": place.value})
    return bound & (farther | Q(**{f"game_id__{side}": place.id}))


def _played(game: Game) -> Played:
    cells, is_seen = bytes(game.cells), watching.reason_against(game) is None
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
        board=values(Shape.parse(game.shape), cells) if is_seen else None,
    )
