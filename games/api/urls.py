"""Every address of the API."""

from django.urls import path, re_path
from django.views.decorators.cache import cache_page
from django.views.decorators.http import conditional_page
from django.views.generic import RedirectView
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api import (  # noqa: F401 - of tokens
    daily,
    export,
    games,
    leaderboards,
    players,
    schema,
    watch,
)
from games.errors import NotFound

HOUR = 3600


@extend_schema(exclude=True)
class Nowhere(APIView):
    """Whatever else is asked for under `/api/`: refused in the API's own words."""

    def initial(self, request: Request, *args: str, **kwargs: str) -> None:
        """Before any method is looked at: there is none."""
        raise NotFound


urlpatterns = [
    # What is the same as the reader has it already is not sent again.
    path("games/", conditional_page(games.Games.as_view())),
    path("games/<game_id:game_id>/", games.GameRecord.as_view(), name="record"),
    path("games/<game_id:game_id>/start/", games.Start.as_view()),
    path("games/<game_id:game_id>/give-up/", games.GiveUp.as_view()),
    path(
        "leaderboards/<str:shape>/<str:period>/",
        conditional_page(leaderboards.Leaderboard.as_view()),
    ),
    path("leaderboards/<str:shape>/<str:period>/around/", leaderboards.Around.as_view()),
    path("daily/", conditional_page(daily.Today.as_view())),
    path("daily/games/", daily.DailyGames.as_view()),
    path("daily/<str:day>/", conditional_page(daily.Day.as_view())),
    path("daily/<str:day>/around/", daily.DayAround.as_view()),
    path("players/<str:name>/", conditional_page(players.Player.as_view())),
    path("watch/", conditional_page(watch.Watch.as_view())),
    path("me/", players.Me.as_view()),
    path("me/bot/", players.Bot.as_view()),
    path("me/games.jsonl", export.MyGames.as_view(), name="my_games"),
    # It takes longer to write than all else here, and is the same for everybody.
    path("schema/", cache_page(HOUR)(SpectacularAPIView.as_view()), name="schema"),
    path("docs/", RedirectView.as_view(pattern_name="api_docs")),  # in the reader's language
    re_path("^(?:.*/)?$", Nowhere.as_view()),  # without its slash a path is first sent on with it
]
