"""The games app."""

from django.apps import AppConfig
from django.urls import register_converter


class GamesConfig(AppConfig):
    """The game: its rules, its rows, its path to the player."""

    name = "games"

    def ready(self) -> None:
        """Let addresses name games; take over a guest's games when they sign in to an account."""
        from accounts.signals import guest_joins
        from games.models import GameId
        from games.play import carry_over

        register_converter(GameId, "game_id")
        guest_joins.connect(lambda guest, user, **_: carry_over(guest=guest, user=user), weak=False)
