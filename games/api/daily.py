"""The daily challenge in the API."""

from dataclasses import asdict
from datetime import date

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games import attempts, challenges, daily, errors, leaderboards, play
from games.api.daily_serializers import (
    DayPageSerializer,
    DaySerializer,
    ScoreQuery,
    TodaySerializer,
    ToldSerializer,
)
from games.api.games import StateSerializer, player_or_guest, state_of
from games.api.paging import asked, place, written
from games.api.serializers import AroundSerializer, ErrorSerializer, PageQuery, RowSerializer
from games.cursors import BoardCursor
from games.prospects import prospect
from games.ranking import daily_board

DAY = OpenApiParameter("day", str, OpenApiParameter.PATH, description="As in 2026-11-29.")


class Today(APIView):
    """The running day."""

    @extend_schema(operation_id="daily", responses={200: TodaySerializer, 304: None})
    def get(self, request: Request) -> Response:
        """Today's challenge, and the commitments of the days to come."""
        play.keep_days()
        today, *coming = daily.coming(daily.today())
        user = request.user if isinstance(request.user, User) else None
        mine = {
            "attempt": challenges.attempt(player_id=user.pk, day=today.day) if user else None,
            "streaks": challenges.streaks(player_id=user.pk, today=today.day) if user else None,
            "coming": map(challenges.told, coming),
        }
        return Response(TodaySerializer(asdict(challenges.told(today)) | mine).data)


class Day(APIView):
    """A day that has begun."""

    @extend_schema(
        operation_id="daily_day",
        parameters=[DAY, PageQuery],
        responses={
            200: DayPageSerializer,
            304: None,
            400: ErrorSerializer,
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request, day: str) -> Response:
        """A day's challenge and its board, by cursor; with its seed once it has closed."""
        challenge = daily.find(daily.read_day(day))
        given = asked(request, PageQuery)
        page = leaderboards.page(
            board=daily_board(challenge.day),
            after=place(given, BoardCursor),
            limit=given["limit"],
        )
        answer = written(request, page, RowSerializer)
        answer.data = ToldSerializer(challenges.told(challenge)).data | answer.data
        return answer


class DayAround(APIView):
    """A day's board as its reader sees it from their own place."""

    @extend_schema(
        operation_id="daily_around",
        parameters=[DAY, ScoreQuery],
        responses={
            200: AroundSerializer,
            **dict.fromkeys((400, 403, 404), ErrorSerializer),
        },
    )
    def get(self, request: Request, day: str) -> Response:
        """My row, those just above and below, and what is missing to the next place; with a
        score, the same for that score, whoever asks."""
        board = daily_board(daily.find(daily.read_day(day)).day)
        given = asked(request, ScoreQuery)
        user = request.user if isinstance(request.user, User) else None
        if "score" not in given:
            if user is None:
                raise NotAuthenticated
            seen = leaderboards.around(board=board, player_id=user.pk)
            return Response(AroundSerializer(seen).data)
        name, player_id = (user.shown_name, user.pk) if user else (None, None)
        would = prospect(board=board, score=given["score"], player_id=player_id, name=name)
        return Response(AroundSerializer(would).data)


class DailyGames(APIView):
    """Attempts."""

    @extend_schema(
        operation_id="attempt",
        request=DaySerializer,
        responses={
            **dict.fromkeys((200, 201), StateSerializer),
            **dict.fromkeys((400, 403, 409, 413, 415, 429), ErrorSerializer),
        },
    )
    def post(self, request: Request) -> Response:
        """Begin my attempt at today's challenge: 201. Or get the one that I have, as it stands:
        200. Somebody who is nobody yet becomes a guest here."""
        given = DaySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        day: date = given.validated_data["day"]
        if not isinstance(request.user, User) and day != daily.today():
            raise errors.NotToday  # before a guest is made for nothing
        game, begun = attempts.start(player=player_or_guest(request), day=day)
        return Response(state_of(game), status=201 if begun else 200)
