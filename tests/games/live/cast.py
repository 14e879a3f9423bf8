"""Who appears in these tests: mina plays, otter is somebody else, a stranger is nobody at all."""

import secrets
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.guests import BACKEND
from accounts.models import User
from games.models import SEGMENT_MOVES, Game
from games.rules.record import unpack
from tests.boards import board
from tests.site import Site, Visitor

SEED = bytes.fromhex("c0ffee" * 10 + "0b5e")  # known, so that answers can be searched for it
CLIENT_SEED = "1f" * 16
OPENING = "2 . . . / . . . . / . . 2 . / . . . ."
ROOMY = "2 . . . . / . . . . . / . . 2 . . / . . . . . / . . . . ."  # a hundred moves never end it
ONE_BEFORE_THE_WIN = "1024 1024 . . / . . . . / . . . . / . . . ."
WIN_AND_END = "64 64 4 8 / 4 8 16 32"  # left wins, and whatever appears nothing moves any more
ONE_BEFORE_THE_END = "8 16 4 8 / 32 2 2 16"  # left, and whatever appears nothing moves any more


def member(name: str = "mina", **columns: Any) -> User:
    """Somebody with an account; no test here signs in by a form."""
    return User.objects.create(username=name, password=secrets.token_hex(8), **columns)


def session_of(user: User) -> str:
    """The session key of a browser that has signed in."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def browser(site: Site, user: User) -> Visitor:
    """A browser of somebody's, signed in."""
    visitor = Visitor(site)
    visitor.set_cookie(settings.SESSION_COOKIE_NAME, session_of(user))
    return visitor


def running(owner: User, drawn: str = OPENING, **columns: Any) -> Game:
    """A game that stands as drawn; its moves up to there are nowhere."""
    shape, cells = board(drawn)
    given: dict[str, Any] = {
        "shape": str(shape),
        "status": Game.Status.PLAYING,
        "cells": cells,
        "seed": SEED,
        "client_seed": CLIENT_SEED,
        "started_at": timezone.now(),
    }
    return Game.objects.create(player=owner, **(given | columns))


def moves_kept(game_id: str) -> str:
    """The letters of all moves on disk."""
    return moves_of(Game.objects.get(pk=game_id))


def moves_of(row: Game) -> str:
    """The letters of all moves up to where a row stood when it was read."""
    segments = row.segments.filter(number__lt=row.ply // SEGMENT_MOVES).order_by("number")
    packed = b"".join(bytes(segment.moves) for segment in segments) + bytes(row.tail)
    return "".join(move.direction for move in unpack(packed))
