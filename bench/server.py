"""The server under measure, as SERVER says: the site as it is, and a bare echo beside it."""

import os
import sys
from importlib import import_module

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

from config.asgi import application
from games.live import drain


class Echo(AsyncJsonWebsocketConsumer):
    """What Channels does at the least: JSON in, the same JSON out."""

    async def receive_json(self, content: Any, **_: Any) -> None:
        """Give it back."""
        await self.send_json(content)


echo = Echo.as_asgi()


async def both(scope: Any, receive: Any, send: Any) -> None:
    """The site, with one more address."""
    await (echo if scope["path"] == "/ws/echo/" else application)(scope, receive, send)


if __name__ == "__main__":
    import_module(settings.SERVER).Server(
        both,
        host=settings.BIND,
        port=int(sys.argv[1]),
        drain=drain,
        ready=lambda: print("ready", flush=True),
    ).serve()
