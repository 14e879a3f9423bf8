"""Boards in the API."""

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games import jumps, leaderboards
from games.api.paging import asked, place, written
from games.api.serializers import (
    AroundQuery,
    AroundSerializer,
    BoardPageQuery,
    ErrorSerializer,
    RowPageSerializer,
    RowSerializer,
)
from games.cursors import BoardCursor, Page
from games.errors import IllegalShape, Malformed
from games.leaderboards import Row
from games.models import Best
from games.periods import Period, first_day_around
from games.prospects import Prospect, prospect
from games.ranking import Board
from games.rules.board import SHAPES

ADDRESS = [
    OpenApiParameter("shape", str, OpenApiParameter.PATH, enum=list(SHAPES)),
    OpenApiParameter("period", str, OpenApiParameter.PATH, enum=Period.values),
]


class Leaderboard(APIView):
    """A board."""

    @extend_schema(
        operation_id="leaderboard",
        parameters=[*ADDRESS, BoardPageQuery],
        responses={200: RowPageSerializer, 304: None, 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, shape: str, period: str) -> Response:
        """The best players of a board, in order, by cursor; or from a rank or a name on."""
        given = asked(request, BoardPageQuery)
        page = _page(_board(shape, period, given), given)
        return written(request, page, RowSerializer)


class Around(APIView):
    """A board as its reader sees it from their own place."""

    @extend_schema(
        operation_id="leaderboard_around",
        parameters=[*ADDRESS, AroundQuery],
        responses={200: AroundSerializer, 400: ErrorSerializer, 403: ErrorSerializer},
    )
    def get(self, request: Request, shape: str, period: str) -> Response:
        """My row, those just above and below, and what is missing to the next place; with a
        score, the same for that score, whoever asks."""
        given = asked(request, AroundQuery)
        board = _board(shape, period, given)
        user = request.user if isinstance(request.user, User) else None
        if "score" in given:
            return Response(AroundSerializer(_prospect(board, given["score"], user)).data)
        if user is None:
            raise NotAuthenticated
        seen = leaderboards.around(board=board, player_id=user.pk)
        return Response(AroundSerializer(seen).data)


def _page(board: Board, given: dict[str, Any]) -> Page[Row]:
    """Raises NoSuchPlace, NoSuchPlayer."""
    limit = given["limit"]
    if "rank" in given:
        best = jumps.to_rank(board=board, rank=given["rank"])
        return leaderboards.page_at(board=board, best=best, limit=limit)
    if "name" in given:
        best = jumps.to_name(board=board, name=given["name"])
        return leaderboards.page_at(board=board, best=best, limit=limit)
    return leaderboards.page(board=board, after=place(given, BoardCursor), limit=limit)


def _prospect(board: Board, score: int, user: User | None) -> Prospect:
    name = user.shown_name if user else None
    return prospect(board=board, score=score, player_id=user.pk if user else None, name=name)


def _board(shape: str, period: str, given: dict[str, Any]) -> Board:
    """The board of an address; raises IllegalShape, Malformed."""
    if shape not in SHAPES:
        raise IllegalShape
    if period not in Period.values:
        raise Malformed(_("There is no such period. Choose all, year, month, week or day."))
    day = given.get("on") or datetime.now(UTC).date()
    span = Period(period)
    return Board(
        shape, Best.Metric(given["metric"]), span, first_day_around(span, day), given["bots"]
    )
