"""A site of a few lines behind config/server.py, for the tests of the server alone.

python -m tests.config.tiny_site HOST PORT
"""

import asyncio
import gc
import json
import sys
from typing import Any

import django

from config.doors import Socket
from config.server import Server

sockets: list[Any] = []
MUCH = 3000


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await answer(scope, receive, send)
    else:
        await echo(scope, receive, send)


async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """What the server made of the request, and how many sockets are in memory before anybody
    collects garbage; `/slow` takes a second, `/busy` is refused."""
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    status = 429 if scope["path"] == "/busy" else 200
    headers = [name.decode() for name, _ in scope["headers"]]
    alive = sum(isinstance(each, Socket) for each in gc.get_objects())
    told = {"root_path": scope["root_path"], "headers": headers, "alive": alive}
    body = json.dumps(told).encode()
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": body})


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Each text comes back; whoever sends `sleep` is not listened to for a while, and `much` brings
    more than a line takes at once."""
    await receive()
    await send({"type": "websocket.accept"})
    sockets.append(send)
    await send({"type": "websocket.send", "text": f"root_path={scope['root_path']}"})
    while (event := await receive())["type"] == "websocket.receive":
        if event.get("text") == "sleep":
            await asyncio.sleep(4)
        if event.get("text") == "much":
            for number in range(MUCH):
                await send({"type": "websocket.send", "text": f"{number} " * 600})
        await send({"type": "websocket.send", "text": event.get("text") or "bytes"})
    sockets.remove(send)


async def drain() -> None:
    for send in sockets:
        await send({"type": "websocket.send", "text": "closing"})
        await send({"type": "websocket.close", "code": 1012})


if __name__ == "__main__":
    django.setup()  # for the sentences
    server = Server(
        application,
        host=sys.argv[1],
        port=int(sys.argv[2]),
        drain=drain,
        ready=lambda: print("ready", flush=True),  # noqa: T201
    )
    server.serve()
