"""The pages of the games."""

from django.urls import path
from django.views.generic import RedirectView

from games import board_views, player_views, views

urlpatterns = [
    path("", views.play_classic, name="play"),
    path("play/<str:shape>/", views.play_shape, name="play_shape"),
    path("games/<game_id:game_id>/", views.game, name="game"),
    path("leaderboards/", RedirectView.as_view(url="4x4/")),
    path("leaderboards/<str:shape>/", board_views.leaderboard, name="leaderboard"),
    path("players/<str:name>/", player_views.profile, name="player"),
    path("players/<str:name>/games/", player_views.games, name="player_games"),
]
