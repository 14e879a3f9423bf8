"""What is said when nothing is: a database that has fallen silent holds up whoever asks it, and a
thread that waits for it cannot be called back."""

import asyncio
import json
import logging
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from config.log import Application
from games.errors import Busy
from games.live.languages import wished

log = logging.getLogger(__name__)
WAIT_S = 15.0  # for the first word; the pool of sessions gives up before, where it can
AGAIN_S = b"5"
_left: set[asyncio.Task[None]] = set()  # of requests that nobody waits for any more


class Patience:
    """Answers 503 in the application's place once a request has waited too long for its first
    word; what the application says after that is heard by nobody."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        begun = given_up = False

        async def say(message: dict[str, Any]) -> None:
            nonlocal begun
            begun = True
            if not given_up:
                await send(message)

        answering = asyncio.create_task(self.application(scope, receive, say))
        try:
            await asyncio.wait([answering], timeout=WAIT_S)
            if answering.done() or begun:
                await answering
                return
        except asyncio.CancelledError:  # the other side has gone
            answering.cancel()
            raise
        given_up = True
        _left.add(answering)
        answering.add_done_callback(_forget)
        log.warning("No answer to %s %s: told to try again.", scope["method"], scope["path"])
        await apologize(scope, send)


async def apologize(scope: dict[str, Any], send: Any) -> None:
    """In the language of the address, or else of the reader; as JSON where that is spoken."""
    first = scope["path"].partition("/")[2].partition("/")[0]
    with override(
        first
        if first in dict(settings.LANGUAGES)
        else wished(scope["query_string"], dict(scope["headers"]))
    ):
        if first == "api":
            kind = b"application/json"
            body = json.dumps({"code": Busy.code, "detail": str(Busy())})
        else:
            kind, body = b"text/html; charset=utf-8", render_to_string("500.html", {"status": 503})
    headers = [(b"content-type", kind), (b"retry-after", AGAIN_S), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})


def _forget(answering: asyncio.Task[None]) -> None:
    """It has ended after all; how, nobody asks."""
    _left.discard(answering)
    if not answering.cancelled() and (error := answering.exception()):
        log.warning("A request that nobody waited for any more failed: %r", error)
