"""What a connection shows to say who it belongs to: a browser its session, a program its token."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts import sessions, tokens


@dataclass(frozen=True, slots=True)
class Credential:
    """Either the key of a session or the digest of a token."""

    session_key: str | None = None
    token: str | None = None


def shown(headers: Iterable[tuple[bytes, bytes]]) -> Credential | None:
    """The credential among a connection's headers; None for a stranger. A token goes before a
    session, because only somebody who means it sends one."""
    headers = list(headers)
    bearer = next((value for name, value in headers if name == b"authorization"), b"")
    token = tokens.digest_shown(bearer.decode("latin-1"))
    if token:
        return Credential(token=token)
    key = sessions.session_key(headers)
    return Credential(session_key=key) if key else None
