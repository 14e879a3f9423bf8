"""Players and their games in the API."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games import errors, figures, history, leaderboards, play
from games.api.paging import asked, place, written
from games.api.serializers import (
    ErrorSerializer,
    GameListQuery,
    MeSerializer,
    PlayedPageSerializer,
    PlayedSerializer,
    PlayerSerializer,
)
from games.cursors import HistoryCursor
from games.history import Sort, Wanted


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
            nobody = {"name": None, "guest": False, "bot": False}
            return Response({**nobody, "open_games": nothing, "bests": nothing})
        told = {
            "name": me.shown_name,
            "guest": me.is_guest,
            "bot": me.is_bot,
            "open_games": history.open_games(player_id=me.pk),
            "bests": leaderboards.standings(player_id=me.pk),
        }
        return Response(MeSerializer(told).data)


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
