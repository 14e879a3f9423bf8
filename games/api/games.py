"""Games in the API: prepare, start, give up, and the record of one."""

from dataclasses import asdict
from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.guests import GuestLimit, sign_in_as_guest
from accounts.models import User
from games import errors, leaderboards, play, watching
from games.api.players import GameList
from games.api.serializers import BodySerializer, ErrorSerializer, Fields
from games.live import broadcast, messages
from games.models import ENDED, Game
from games.records import record_of
from games.rules.board import SHAPES

DAY = 24 * 3600  # an ended game's record never changes; its player may yet erase it
ID = OpenApiParameter("game_id", str, OpenApiParameter.PATH)


class Text(serializers.CharField):
    """A text as it was sent; Django REST framework's own takes numbers and cuts off spaces."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        """Raises ValidationError for anything else."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class PrepareSerializer(BodySerializer):
    """What board to play on."""

    shape = Text(help_text=", ".join(SHAPES))


class PreparedSerializer(Fields):
    """A game that waits for the player's part of the randomness."""

    id = serializers.CharField()
    shape = serializers.CharField()
    commitment = serializers.CharField()


class StartSerializer(BodySerializer):
    """The player's part: 16 random bytes as lower-case hex, drawn after the commitment."""

    client_seed = Text()


class StateSerializer(Fields):
    """Where a game stands: the first message of its socket, too."""

    t = serializers.CharField()
    id = serializers.CharField()
    shape = serializers.CharField()
    kind = serializers.ChoiceField(Game.Kind.choices)
    board = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    score = serializers.IntegerField()
    best = serializers.IntegerField()
    ply = serializers.IntegerField()
    status = serializers.ChoiceField(Game.Status.choices)
    commitment = serializers.CharField()
    client_seed = serializers.CharField(allow_null=True)
    you = serializers.ChoiceField(["player", "watcher"])
    player = serializers.CharField(allow_null=True)


class SettledSerializer(Fields):
    """A game that has ended: its seed is public, unless it is of a daily challenge that others may
    still play, and `rank` is the place of its score."""

    id = serializers.CharField()
    status = serializers.ChoiceField(Game.Status.choices)
    seed = serializers.CharField(allow_null=True)
    score = serializers.IntegerField()
    rank = serializers.IntegerField()


class RecordSerializer(Fields):
    """Enough to replay and check a game: docs/fairness.md."""

    scheme = serializers.CharField()
    game_id = serializers.CharField()
    shape = serializers.CharField()
    commitment = serializers.CharField()
    client_seed = serializers.CharField(allow_null=True)
    seed = serializers.CharField(allow_null=True)
    moves = serializers.CharField(allow_blank=True)
    think_ms = serializers.ListField(child=serializers.IntegerField())
    board = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    score = serializers.IntegerField()
    largest = serializers.IntegerField()
    won_at_move = serializers.IntegerField(allow_null=True)
    over = serializers.BooleanField()


def state_of(game: Game) -> dict[str, Any]:
    """The state of one's own game, as on the wire."""
    best = leaderboards.best(player_id=game.player_id, shape=game.shape)
    return messages.state(game, best=best, you="player")


def player_of(request: Request) -> User:
    """Who asks; raises NotYours for somebody who is nobody yet."""
    if isinstance(request.user, User):
        return request.user
    raise errors.NotYours


class Games(GameList):
    """Games at their common address."""

    @extend_schema(
        operation_id="prepare",
        request=PrepareSerializer,
        responses={
            201: PreparedSerializer,
            **dict.fromkeys((400, 403, 409, 413, 415, 429), ErrorSerializer),
        },
    )
    def post(self, request: Request) -> Response:
        """Prepare a game. Somebody who is nobody yet becomes a guest here."""
        given = PrepareSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        shape = given.validated_data["shape"]
        if shape not in SHAPES:  # before a guest is made for nothing
            raise errors.IllegalShape
        game = play.prepare(player=player_or_guest(request), shape=shape)
        prepared = {"id": game.id, "shape": game.shape, "commitment": game.commitment}
        return Response(PreparedSerializer(prepared).data, status=201)


def player_or_guest(request: Request) -> User:
    """Who asks; somebody who is nobody yet becomes a guest. Raises RateLimited."""
    if isinstance(request.user, User):
        return request.user
    SessionAuthentication().enforce_csrf(request)  # DRF asks only those who are signed in
    try:
        return sign_in_as_guest(request._request)  # DRF's own has no session to write
    except GuestLimit as limit:
        raise errors.RateLimited(
            _("Many guests have begun to play from here. Sign in to go on, or come back later."),
            retry_after=limit.retry_after,
            policy=limit.policy,
        ) from None


class GameRecord(APIView):
    """One game."""

    @extend_schema(
        operation_id="record",
        parameters=[ID],
        responses={200: RecordSerializer, 304: None, 403: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """The record; its seed is null until the end. One that only its player is to see before
        its end, or before the day of its challenge has closed, is kept from others. It changes
        with the ETag."""
        game = Game.objects.filter(pk=game_id).select_related("player", "challenge").first()
        mine = game is not None and game.player_id == request.user.pk
        if game is None or (game.status == Game.Status.PREPARED and not mine):
            raise errors.NoSuchGame
        if not mine:
            watching.refuse(game)
        seal = "-sealed" if game.is_sealed else ""
        etag = f'"{game.ply}-{game.status}{seal}"'  # of a record that is known nothing more is read
        answer = get_conditional_response(request._request, etag) or Response(record_of(game))
        answer["ETag"] = etag
        if game.status in ENDED and not game.is_sealed:
            patch_cache_control(answer, max_age=DAY)
        return answer


class Start(APIView):
    """The beginning of a prepared game."""

    @extend_schema(
        operation_id="start",
        parameters=[ID],
        request=StartSerializer,
        responses={
            200: StateSerializer,
            **dict.fromkeys((400, 403, 404, 409, 413, 415), ErrorSerializer),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Add the player's part of the randomness, and begin."""
        given = StartSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        seed = given.validated_data["client_seed"]
        game = play.start(player=player_of(request), game_id=game_id, client_seed=seed)
        async_to_sync(broadcast.tell)(game_id, {"type": "game.changed"}, besides=0)
        return Response(state_of(game))


class GiveUp(APIView):
    """The end of a game before its end."""

    @extend_schema(
        operation_id="give_up",
        parameters=[ID],
        request=None,
        responses={200: SettledSerializer, **dict.fromkeys((403, 404, 409), ErrorSerializer)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """End a running game as it stands; it stays in the history and in the figures."""
        settled = play.give_up(player=player_of(request), game_id=game_id)
        tell = async_to_sync(broadcast.tell)
        tell(game_id, {"type": "game.changed"}, besides=0)
        tell(game_id, {"type": "game.ended", "text": messages.ended(settled)}, besides=0)
        return Response(SettledSerializer({"id": game_id, **asdict(settled)}).data)
