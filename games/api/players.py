"""Players and their games in the API."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games import errors, figures, history, leaderboards, play
from games.api.paging import asked, place, written
from games.api.serializers import (
    ChangeSerializer,
    ErrorSerializer,
    GameListQuery,
    MeSerializer,
    PlayedPageSerializer,
    PlayedSerializer,
    PlayerSerializer,
)
from games.cursors import HistoryCursor
from games.history import Sort, Wanted
from games.live import spectators


class GameList(APIView):
    """Games at their common address."""

    @extend_schema(
        operation_id="games",
        parameters=[GameListQuery],
        responses={
            200: PlayedPageSerializer,
            304: None,
            400: ErrorSerializer,
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request) -> Response:
        """A player's games, by cursor. Days are in UTC."""
        given = asked(request, GameListQuery)
        after = place(given, HistoryCursor)
        owner = history.find_player(given["player"])
        page = history.page(
            player_id=owner.pk,
            after=after,
            limit=given["limit"],
            wanted=Wanted(*(given.get(name) for name in ("shape", "result", "from", "to"))),
            sort=Sort(given["sort"]),
        )
        return written(request, page, PlayedSerializer)


class Player(APIView):
    """Somebody, as everybody may see them."""

    @extend_schema(
        operation_id="player",
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH)],
        responses={200: PlayerSerializer, 304: None, 404: ErrorSerializer},
    )
    def get(self, request: Request, name: str) -> Response:
        """Public figures of a player."""
        found = history.find_player(name)
        begun = figures.begun(player_id=found.pk)
        told = {
            "name": found.username,
            "bot": found.is_bot,
            "since": found.date_joined,
            "games": begun.games,
            "moves": begun.moves,
            "bests": leaderboards.standings(player_id=found.pk),
        }
        return Response(PlayerSerializer(told).data)


class Me(APIView):
    """Who asks."""

    @extend_schema(operation_id="me", responses={200: MeSerializer})
    def get(self, request: Request) -> Response:
        """Who I am, my open games, my bests."""
        me = request.user
        if not isinstance(me, User):
            nothing: list[object] = []
            nobody = {"name": None, "guest": False, "bot": False, "watchable": True}
            return Response({**nobody, "open_games": nothing, "bests": nothing})
        return Response(_told(me))

    @extend_schema(
        operation_id="change_me",
        request=ChangeSerializer,
        responses={
            200: MeSerializer,
            **dict.fromkeys((400, 403, 413, 415), ErrorSerializer),
        },
    )
    def patch(self, request: Request) -> Response:
        """Change what I may: whether others may watch. It holds at once, also for those who are
        watching."""
        if not isinstance(request.user, User):
            raise errors.NotAllowed
        given = ChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        spectators.allow(player=request.user, watchable=given.validated_data["watchable"])
        return Response(_told(request.user))


def _told(me: User) -> Mapping[str, Any]:
    told = {
        "name": me.shown_name,
        "guest": me.is_guest,
        "bot": me.is_bot,
        "watchable": me.watchable,
        "open_games": history.open_games(player_id=me.pk),
        "bests": leaderboards.standings(player_id=me.pk),
    }
    return MeSerializer(told).data


class Bot(APIView):
    """The account of a program."""

    @extend_schema(
        operation_id="become_bot",
        request=None,
        responses={204: None, **dict.fromkeys((403, 409), ErrorSerializer)},
    )
    def post(self, request: Request) -> Response:
        """Make my account a bot, for good: it takes one without games."""
        if not isinstance(request.user, User):
            raise errors.NotAllowed
        play.become_bot(player=request.user)
        return Response(status=204)
