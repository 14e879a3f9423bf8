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
from games import leaderboards
from games.api.paging import asked, place, written
from games.api.serializers import (
    AroundSerializer,
    BoardPageQuery,
    BoardQuery,
    ErrorSerializer,
    RowPageSerializer,
    RowSerializer,
)
from games.cursors import BoardCursor
from games.errors import IllegalShape, Malformed
from games.models import Best
from games.periods import Period, first_day_around
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
        responses={200: RowPageSerializer, 304: None, 400: ErrorSerializer},
    )
    def get(self, request: Request, shape: str, period: str) -> Response:
        """The best players of a board, in order, by cursor."""
        given = asked(request, BoardPageQuery)
        board = _board(shape, period, given)
        after = place(given, BoardCursor)
        page = leaderboards.page(board=board, after=after, limit=given["limit"])
        return written(request, page, RowSerializer)


class Around(APIView):
    """A board as its reader sees it from their own place."""

    @extend_schema(
        operation_id="leaderboard_around",
        parameters=[*ADDRESS, BoardQuery],
        responses={200: AroundSerializer, 400: ErrorSerializer, 403: ErrorSerializer},
    )
    def get(self, request: Request, shape: str, period: str) -> Response:
        """My row, those just above and below, and what is missing to the next place."""
        if not isinstance(request.user, User):
            raise NotAuthenticated
        board = _board(shape, period, asked(request, BoardQuery))
        seen = leaderboards.around(board=board, player_id=request.user.pk)
        return Response(AroundSerializer(seen).data)


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
