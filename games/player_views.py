"""The pages of a player: what they have done in all, and their games."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games import activity, challenges, charts, figures, held, history
from games.board_address import address
from games.cursors import HistoryCursor, from_text
from games.errors import Malformed, NoSuchPlayer
from games.figures import Ended
from games.forms import HistoryForm
from games.held import Held
from games.templatetags.kashi import day_in_short, month_in_short

ROWS = 25
LATEST = 5  # shown on the profile
BY_DAY, BY_WEEK = timedelta(days=45), timedelta(weeks=60)  # how long a time is told so


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's figures, bests and latest games."""
    player = _player(name)
    today = datetime.now(UTC).date()
    begun = figures.begun(player_id=player.pk)
    boards = figures.boards(player_id=player.pk)
    bests = held.bests(player_id=player.pk)
    drawn = _drawn(request, boards)
    context = {
        "player": player,
        "begun": begun,
        "boards": [(board, _linked(player, bests.get(board.shape, ()))) for board in boards],
        "drawn": drawn,
        "charts": _charts(player.pk, drawn) if drawn else [],
        "year": activity.year(begun.days, today) if begun.games else None,
        "streaks": figures.streaks(begun.days, today),
        "daily": challenges.streaks(player_id=player.pk, today=today),
        "page": history.page(player_id=player.pk, after=None, limit=LATEST),
    }
    return render(request, "player.html", context)


@require_safe
def games(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's games: those that are asked for, in the order that is asked for."""
    player = _player(name)
    form = HistoryForm(request.GET)
    form.is_valid()  # what cannot be read is said beside its field, and filters nothing
    try:
        cursor = request.GET.get("cursor")
        page = history.page(
            player_id=player.pk,
            after=from_text(cursor, HistoryCursor) if cursor else None,
            limit=ROWS,
            wanted=form.wanted,
            sort=form.order,
        )
    except Malformed as error:  # an address that leads nowhere
        raise Http404 from error
    return render(request, "games.html", {"player": player, "form": form, "page": page})


def _player(name: str) -> User:
    try:
        return history.find_player(name)
    except NoSuchPlayer as error:
        raise Http404 from error


def _linked(player: User, bests: tuple[Held, ...]) -> list[tuple[Held, str]]:
    """Each with the address of its place on its board."""
    return [(best, address(best.board, to=player.username)) for best in bests]


def _drawn(request: HttpRequest, boards: tuple[Ended, ...]) -> Ended | None:
    """The board whose figures are drawn: the one asked for, or the one played most."""
    asked = request.GET.get("shape")
    if asked is None:
        return max(boards, key=lambda board: board.games, default=None)
    found = [board for board in boards if board.shape == asked]
    if not found:
        raise Http404
    return found[0]


def _charts(player_id: int, board: Ended) -> list[charts.Chart]:
    daily = figures.daily(player_id=player_id, shape=board.shape)
    first_day, label = _scale(daily[0].day, daily[-1].day)
    return [
        charts.of_tiles(figures.reached(board)),
        charts.of_bands(figures.bands(board)),
        charts.of_spans(figures.spans(daily, first_day), first_day, label),
    ]


def _scale(first: date, last: date) -> tuple[Callable[[date], date], Callable[[date], str]]:
    """Whether so long a time is told by the day, the week or the month; and how each is written."""
    if last - first <= BY_DAY:
        return (lambda day: day), day_in_short
    if last - first <= BY_WEEK:
        return activity.week_of, day_in_short
    return activity.month_of, month_in_short
