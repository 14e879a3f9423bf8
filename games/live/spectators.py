"""A player lets others watch, or no longer."""

from asgiref.sync import async_to_sync

from accounts.models import User
from games.live import broadcast
from games.models import OPEN, Game


def allow(*, player: User, watchable: bool) -> None:
    """It holds at once: every socket on the player's running games looks at its row again, and is
    closed where it shows what is not to be seen any more. Safe to repeat."""
    User.objects.filter(pk=player.pk).update(watchable=watchable)
    player.watchable = watchable
    running = Game.objects.filter(player=player, ended_at=None, status__in=OPEN)
    for game_id in running.values_list("pk", flat=True):
        async_to_sync(broadcast.tell)(game_id, {"type": "game.changed"}, besides=0)
