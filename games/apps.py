"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The game: its rules, its rows, its path to the player."""

    name = "games"
