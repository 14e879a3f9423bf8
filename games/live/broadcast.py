"""Hints to whoever else has a game open. The only place that spells a group name.

A hint may be lost: it carries its ply, and whoever sees a gap asks for the state. So nothing that
must not be lost goes this way, and nothing is sent while nobody else looks.
"""

from collections import Counter
from typing import Any

from channels.layers import get_channel_layer

_here: Counter[str] = Counter()  # sockets of this process on each game


def _group(game_id: str) -> str:
    return f"game.{game_id}"


async def join(game_id: str, channel: str) -> None:
    """Have hints about a game sent to this socket."""
    _here[game_id] += 1
    await get_channel_layer().group_add(_group(game_id), channel)


async def leave(game_id: str, channel: str) -> None:
    """No more of them."""
    _here[game_id] -= 1
    if not _here[game_id]:
        del _here[game_id]
    await get_channel_layer().group_discard(_group(game_id), channel)


async def tell(game_id: str, event: dict[str, Any], *, besides: int) -> None:
    """Send a hint to all sockets on a game, unless none is open but the `besides` (0 or 1) of
    the sender's own. Other processes' sockets are not counted here, so they are always told."""
    layer = get_channel_layer()
    if _here[game_id] > besides or layer.reaches_others:
        await layer.group_send(_group(game_id), event)
