"""The door: HTTP to Django, sockets to their consumers."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()  # before anything that needs the models

from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path, re_path

from config.log import named
from config.patience import Patience
from config.watch import Watch
from games.live.consumer import GameConsumer
from games.live.lobby import Lobby
from games.live.socket import Nowhere

protocols = ProtocolTypeRouter(
    {
        "http": Watch(Patience(django_application)),
        "websocket": URLRouter(
            [
                path("ws/games/<game_id:game_id>/", GameConsumer.as_asgi()),
                path("ws/watch/", Lobby.as_asgi()),
                re_path(r"", Nowhere.as_asgi()),
            ]
        ),
    }
)
application = named(protocols)
