"""All of one's own games at once."""

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from games import export
from games.api.games import RecordSerializer
from games.api.limits import ExportThrottle
from games.api.serializers import ErrorSerializer
from games.models import Game


class JsonLines(JSONRenderer):
    """A refusal is one line."""

    media_type = "application/jsonl"
    format = "jsonl"


class ExportedSerializer(RecordSerializer):
    """A line: a game's record, and when it was played."""

    kind = serializers.ChoiceField(Game.Kind.choices)
    status = serializers.ChoiceField(Game.Status.choices)
    started_at = serializers.DateTimeField(allow_null=True)
    won_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class MyGames(APIView):
    """What somebody has played."""

    throttle_classes = [ExportThrottle]
    renderer_classes = [JSONRenderer, JsonLines]  # of refusals; what was asked for wins

    @extend_schema(
        operation_id="my_games",
        responses={
            (200, JsonLines.media_type): ExportedSerializer,
            403: ErrorSerializer,
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """All of my games from the oldest to the newest, one JSON object a line. The seed of a
        running one is null."""
        if not isinstance(request.user, User):
            raise NotAuthenticated
        return StreamingHttpResponse(
            export.lines(player_id=request.user.pk),
            content_type=JsonLines.media_type,
            headers={"Content-Disposition": 'attachment; filename="kashi-games.jsonl"'},
        )
