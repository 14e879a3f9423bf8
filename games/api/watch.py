"""In the API: the games that are played just now."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import showing
from games.api.paging import asked
from games.api.serializers import ErrorSerializer, ShownListSerializer, WatchQuery
from games.showing import Wish


class Watch(APIView):
    """Who plays just now."""

    @extend_schema(
        operation_id="watch",
        parameters=[WatchQuery],
        responses={200: ShownListSerializer, 304: None, 400: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """The best games of this moment, as of a second or two ago. The socket `/ws/watch/` tells
        the same as it changes."""
        given = asked(request, WatchQuery)
        wish = Wish(given.get("shape"), given["bots"], given["limit"])
        return Response(ShownListSerializer({"results": showing.now(wish)}).data)
