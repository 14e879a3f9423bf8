"""What happens once a game, by the ORM: in a thread that no other socket waits for."""

import logging
from collections.abc import Callable
from typing import TypeVar

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

from games import errors, play
from games.live import messages
from games.models import Game

log = logging.getLogger(__name__)
Result = TypeVar("Result")


async def in_thread(work: Callable[..., Result], game_id: str) -> Result:
    """For what may be repeated. Raises NotSaved where the database is away."""
    run = database_sync_to_async(work, thread_sensitive=False)
    try:
        try:
            done: Result = await run(game_id=game_id)
        except (OperationalError, InterfaceError):  # its session was ended under it
            done = await run(game_id=game_id)  # the pool waits for one that works
    except (OperationalError, InterfaceError) as error:
        log.warning("%s of game %s: %s", work.__name__, game_id, str(error).split("\n")[0])
        raise errors.NotSaved from None
    return done


async def last_word(game_id: str) -> str:
    """The message that ends a settled game; raises NotSaved."""
    return messages.ended(await in_thread(_settled, game_id))


def _settled(*, game_id: str) -> play.Settled:
    return play.settled(Game.objects.select_related("challenge").get(pk=game_id))
