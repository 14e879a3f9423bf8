"""Every address of the API."""

from django.urls import path, re_path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api import export, games, leaderboards, players
from games.errors import NotFound


@extend_schema(exclude=True)
class Nowhere(APIView):
    """Whatever else is asked for under `/api/`: refused in the API's own words."""

    def initial(self, request: Request, *args: str, **kwargs: str) -> None:
        """Before any method is looked at: there is none."""
        raise NotFound


urlpatterns = [
    path("games/", games.Games.as_view()),
    path("games/<game_id:game_id>/", games.GameRecord.as_view()),
    path("games/<game_id:game_id>/start/", games.Start.as_view()),
    path("games/<game_id:game_id>/give-up/", games.GiveUp.as_view()),
    path("leaderboards/<str:shape>/<str:period>/", leaderboards.Leaderboard.as_view()),
    path("leaderboards/<str:shape>/<str:period>/around/", leaderboards.Around.as_view()),
    path("players/<str:name>/", players.Player.as_view()),
    path("me/", players.Me.as_view()),
    path("me/games.jsonl", export.MyGames.as_view(), name="my_games"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    re_path("^(?:.*/)?$", Nowhere.as_view()),  # without its slash a path is first sent on with it
]
