"""The pages of the games."""

from django.urls import path
from django.views.generic import RedirectView

from games import (
    board_views,
    bot_views,
    daily_views,
    open_views,
    picture_views,
    player_views,
    replay_views,
    views,
    watch_views,
)
from games.api import docs

urlpatterns = [
    path("", views.play_classic, name="play"),
    path("play/<str:shape>/", views.play_shape, name="play_shape"),
    path("games/<game_id:game_id>/", views.game, name="game"),
    path("games/<game_id:game_id>/embed/", replay_views.embed, name="embed"),
    path("games/<game_id:game_id>/picture.png", picture_views.picture, name="picture"),
    path(
        "games/<game_id:game_id>/challenge.png",
        picture_views.picture,
        {"challenge": True},
        name="challenge_picture",
    ),
    path("fair/", open_views.fair, name="fair"),
    path("archive/", open_views.open_archive, name="archive"),
    path("daily/", daily_views.today, name="daily"),
    path("daily/archive/", daily_views.past_days, name="daily_archive"),
    path("daily/<str:day>/", daily_views.one_day, name="daily_day"),
    path("daily/<str:day>/compare/", daily_views.compare, name="daily_compare"),
    path("watch/", watch_views.watch, name="watch"),
    path("accounts/spectators/", watch_views.let_watch, name="let_watch"),
    path("api/docs/", docs.page, name="api_docs"),
    path("accounts/bot/", bot_views.become_bot, name="become_bot"),
    path("leaderboards/", RedirectView.as_view(url="4x4/")),
    path("leaderboards/<str:shape>/", board_views.leaderboard, name="leaderboard"),
    path(
        "leaderboards/<str:shape>/rows/",
        board_views.leaderboard_rows,
        name="leaderboard_rows",
    ),
    path("leaderboards/<str:shape>/mine/", board_views.own_place, name="own_place"),
    path("players/<str:name>/", player_views.profile, name="player"),
    path("players/<str:name>/games/", player_views.games, name="player_games"),
]
