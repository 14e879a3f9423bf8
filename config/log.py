"""How the log is written: one line for whatever a client can cause, a traceback for our own, and
never a secret. On a public site each line is a JSON object that names the request or socket that
it is about.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import OperationalError

Application = Callable[[dict[str, Any], Any, Any], Coroutine[Any, Any, None]]
_connection: ContextVar[dict[str, str]] = ContextVar("connection")
_NAME = re.compile(rb"[0-9A-Za-z-]{8,64}")  # of a request, as proxies make them up
# Seeds, sessions, digests, tokens of forms and of links in e-mails: no word is that long. Then
# personal tokens, and passwords in the addresses of databases and mail servers.
_SECRETS = re.compile(
    r"[0-9A-Za-z]{32,}|(?<=kashi_)[\w-]{40,}|(?<!http)(?<!https)://[^/\s]*:[^/\s]*(?=@)|(?<=password=)[^\s&]+"
)


def without_secrets(text: str) -> str:
    """The text as anybody may read it. PostgreSQL shows whole rows in some of its errors."""
    return _SECRETS.sub("…", text)


class Line(logging.Formatter):
    """Django reports a request that it refuses as an error of the site, with a traceback.

    Such requests are nobody's fault here and anybody can send thousands of them. What they contain
    stays on one line, so that nobody writes lines of their own into the log.
    """

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(_on_one_line(record)))


class Json(logging.Formatter):
    """A line a record, whatever is in it."""

    def format(self, record: logging.LogRecord) -> str:
        record = _on_one_line(record)
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **_connection.get({}),
        }
        if record.exc_info:
            said["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(said)


def _on_one_line(record: logging.LogRecord) -> logging.LogRecord:
    """What was refused, and what met no database, without its traceback; other handlers get it as
    it is."""
    away = record.exc_info and isinstance(record.exc_info[1], OperationalError)
    if not record.name.startswith("django.security") and not (
        away and record.name == "django.request"
    ):
        return record
    record = copy(record)
    record.levelno, record.levelname = logging.WARNING, "WARNING"
    record.msg, record.args = ascii(record.getMessage())[1:-1][:300], None
    record.exc_info = record.exc_text = record.stack_info = None
    return record


def named(application: Application) -> Application:
    """All that is logged on behalf of a connection carries its name."""

    async def with_a_name(scope: dict[str, Any], receive: Any, send: Any) -> None:
        kind = "socket" if scope["type"] == "websocket" else "request"
        _connection.set({kind: _given(scope) or secrets.token_hex(6)})
        await application(scope, receive, send)

    return with_a_name


def _given(scope: dict[str, Any]) -> str:
    """The name that a proxy of our own has logged it under; a client's would be an invention."""
    shown: bytes = dict(scope["headers"]).get(b"x-request-id", b"")
    return shown.decode() if settings.TRUSTED_PROXIES and _NAME.fullmatch(shown) else ""
