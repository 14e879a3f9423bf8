"""What every page with a game on it tells its scripts."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import User
from games import leaderboards, play
from games.addresses import game_page, play_page
from games.live import messages
from games.models import ENDED, Game
from games.rules.board import SHAPES
from games.words import words


def player_of(request: HttpRequest) -> User | None:
    """Who looks; None for a stranger."""
    return request.user if isinstance(request.user, User) else None


def page_data(user: User | None, shape: str, current: Game | None) -> dict[str, Any]:
    """For a page on which a shape is played, with the game that it shows first."""
    return {
        "shape": shape,
        "shapes": list(SHAPES),
        "win": 1 << SHAPES[shape].win_exponent,
        "state": _state(user, current) if current else None,
        "others": [],
        "me": {"name": user.shown_name if user else None, "guest": bool(user and user.is_guest)},
        "watchable": user.watchable if user else True,
        "language": get_language(),
        "finished": _finished(current) if current and current.status in ENDED else None,
        "challenge": None,
        "daily": None,
        "urls": urls(shape),
        "words": words(),
    }


def urls(shape: str, *, beat: str | None = None) -> dict[str, str]:
    """Where its scripts ask, and lead to; `beat` is a game whose score the page holds up."""
    here = play_page(shape, beat=beat)
    return {
        "games": "/api/games/",
        "socket": "/ws/games/",
        "me": "/api/me/",
        "featured": f"/ws/watch/?{urlencode({'shape': shape, 'limit': 1})}",
        "signup": reverse("account_signup", query={"next": reverse("own_place", args=[shape])}),
        "login": reverse("account_login", query={"next": here}),
        "leaderboard": reverse("leaderboard", args=[shape]),
        "place": f"/api/leaderboards/{shape}/month/around/",
        "game": game_page(),
        "challenge": play_page(shape, beat="ID"),
        "play": here,
    }


def _state(user: User | None, current: Game) -> dict[str, Any]:
    you = "player" if user and user.pk == current.player_id else "watcher"
    best = leaderboards.best(player_id=current.player_id, shape=current.shape)
    return messages.state(current, best=best, you=you)


def _finished(current: Game) -> dict[str, Any]:
    told = play.settled(current)
    return {"seed": told.seed, "rank": told.rank, "won": current.won_at_ply is not None}
