"""The play page, and the page of one game."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.models import User
from games import history, leaderboards, play, previews, results
from games.addresses import CLASSIC, play_page
from games.live import messages
from games.models import ENDED, ID_LENGTH, Game
from games.results import Result
from games.rules.board import SHAPES
from games.words import words

_SOME_ID = "0" * ID_LENGTH  # where an address has to be made before there is a game


@require_safe
@ensure_csrf_cookie
def play_classic(request: HttpRequest) -> HttpResponse:
    """Play at once on the classic board, or go on with the game moved last."""
    return _play(request, CLASSIC)


@require_safe
@ensure_csrf_cookie
def play_shape(request: HttpRequest, shape: str) -> HttpResponse:
    """The same on another board."""
    if shape not in SHAPES:
        raise Http404
    if shape == CLASSIC:
        return redirect(reverse("play", query=request.GET))
    return _play(request, shape)


@require_safe
@ensure_csrf_cookie
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game: its player goes on, everybody else watches, and it stays when it is over."""
    found = Game.objects.filter(pk=game_id).select_related("player").first()
    mine = found is not None and found.player_id == request.user.pk
    if found is None or found.status == Game.Status.PREPARED:
        raise Http404
    others = _open_games(request.user, found.shape) if mine else []
    return _page(request, found.shape, found, [other for other in others if other != found])


def _play(request: HttpRequest, shape: str) -> HttpResponse:
    open_games = _open_games(request.user, shape)
    to_beat = results.to_beat(game_id=request.GET.get("beat", ""), shape=shape)
    return _page(request, shape, next(iter(open_games), None), open_games[1:], to_beat)


def _open_games(user: Any, shape: str) -> list[Game]:
    return list(play.open_games(player=user, shape=shape)) if isinstance(user, User) else []


def _page(
    request: HttpRequest,
    shape: str,
    current: Game | None,
    others: list[Game],
    to_beat: Result | None = None,
) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    page = {
        "shape": shape,
        "shapes": list(SHAPES),
        "win": 1 << SHAPES[shape].win_exponent,
        "state": _state(user, current) if current else None,
        "others": [_other(game) for game in others],
        "me": {"name": user.shown_name if user else None, "guest": _guest(user)},
        "language": get_language(),
        "finished": _finished(current) if current and current.status in ENDED else None,
        "challenge": {"score": to_beat.score} if to_beat else None,
        "urls": _urls(shape, to_beat),
        "words": words(),
    }
    context = {
        "page": page,
        "shape": shape,
        "shapes": list(SHAPES),
        "state": page["state"],
        "to_beat": to_beat,
        **_shared(current, to_beat),
    }
    if user and not current:
        context |= _before(user, shape)
    return render(request, "play.html", context)


def _shared(current: Game | None, to_beat: Result | None) -> dict[str, Any]:
    """How the page presents itself to whoever is sent its address."""
    if to_beat:
        return {"preview": previews.of_challenge(to_beat)}
    result = results.of(current) if current else None
    if result is None:
        return {}
    beat = play_page(result.shape, beat=result.game)
    return {"preview": previews.of_result(result), "beat": beat}


def _state(user: User | None, current: Game) -> dict[str, Any]:
    you = "player" if user and user.pk == current.player_id else "watcher"
    return messages.state(
        current, best=leaderboards.best(player_id=current.player_id, shape=current.shape), you=you
    )


def _before(user: User, shape: str) -> dict[str, Any]:
    """What the empty board tells of the games that came before."""
    return {
        "best": leaderboards.best(player_id=user.pk, shape=shape),
        "last": history.last_ended(player_id=user.pk, shape=shape),
    }


def _other(game: Game) -> dict[str, Any]:
    largest = game.position.largest
    return {"id": game.id, "score": game.score, "largest": largest, "ply": game.ply}


def _guest(user: User | None) -> bool:
    return user is not None and user.is_guest


def _finished(current: Game) -> dict[str, Any]:
    told = play.settled(current)
    return {"seed": told.seed, "rank": told.rank, "won": current.won_at_ply is not None}


def _urls(shape: str, to_beat: Result | None) -> dict[str, str]:
    here = play_page(shape, beat=to_beat.game if to_beat else None)
    return {
        "games": "/api/games/",
        "socket": "/ws/games/",
        "me": "/api/me/",
        "signup": reverse("account_signup", query={"next": reverse("own_place", args=[shape])}),
        "login": reverse("account_login", query={"next": here}),
        "leaderboard": reverse("leaderboard", args=[shape]),
        "place": f"/api/leaderboards/{shape}/month/around/",
        "game": reverse("game", args=[_SOME_ID]).replace(_SOME_ID, "ID"),
        "challenge": play_page(shape, beat="ID"),
        "play": here,
    }
