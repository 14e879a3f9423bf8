"""The pages of the games."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.play_classic, name="play"),
    path("play/<str:shape>/", views.play_shape, name="play_shape"),
    path("games/<str:game_id>/", views.game, name="game"),
]
