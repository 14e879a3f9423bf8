"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The game: its rules, its rows, its path to the player."""

    name = "games"

    def ready(self) -> None:
        """Take over a guest's games when they sign in to an account."""
        from accounts.signals import guest_joins
        from games.play import carry_over

        guest_joins.connect(lambda guest, user, **_: carry_over(guest=guest, user=user), weak=False)
