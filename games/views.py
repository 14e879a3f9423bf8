"""The play page, and the page of one game."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.models import User
from games import (
    daily_views,
    history,
    leaderboards,
    play,
    previews,
    replay_views,
    results,
    watching,
)
from games.addresses import CLASSIC
from games.models import ENDED, Game
from games.play_page import page_data, player_of, urls
from games.results import Result
from games.rules.board import SHAPES


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
    """One game: its player goes on, everybody else watches, and when it is over it is replayed."""
    found = Game.objects.filter(pk=game_id).select_related("player", "challenge").first()
    mine = found is not None and found.player_id == request.user.pk
    if found is None or found.status == Game.Status.PREPARED:
        raise Http404
    if found.challenge is not None and found.is_sealed:
        page = daily_views.own if mine else daily_views.sealed
        return page(request, found, found.challenge)
    if not mine and (refused := watching.reason_against(found)):
        context = {"player": found.player.shown_name, "sentence": str(refused)}
        return render(request, "no_spectators.html", context, status=refused.status)
    if found.status in ENDED:
        return replay_views.replay(request, found)
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
    user = player_of(request)
    page = page_data(user, shape, current) | {
        "others": [_other(game) for game in others],
        "challenge": {"score": to_beat.score} if to_beat else None,
        "urls": urls(shape, beat=to_beat.game if to_beat else None),
    }
    context = {
        "page": page,
        "shape": shape,
        "shapes": list(SHAPES),
        "state": page["state"],
        "to_beat": to_beat,
    }
    if to_beat:
        context["preview"] = previews.of_challenge(to_beat)
    if user and not current:
        context |= _before(user, shape)
    return render(request, "play.html", context)


def _before(user: User, shape: str) -> dict[str, Any]:
    """What the empty board tells of the games that came before."""
    return {
        "best": leaderboards.best(player_id=user.pk, shape=shape),
        "last": history.last_ended(player_id=user.pk, shape=shape),
    }


def _other(game: Game) -> dict[str, Any]:
    largest = game.position.largest
    return {"id": game.id, "score": game.score, "largest": largest, "ply": game.ply}
