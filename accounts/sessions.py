"""Who a socket belongs to, read from its session without a query and without changing anything.

Channels' own way refuses sessions signed with the key before the last change, and flushes them.
Here the caller brings the rows, many sockets' in one query: from `django_session` the
`session_data` of the keys that have not expired, from `accounts_user` the `password` of the users
that are active.
"""

from collections.abc import Iterable
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare

from accounts.models import User

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


def session_key(scope_headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The key in the session cookie of a connection's headers; None for what cannot be one."""
    cookies = b"; ".join(value for name, value in scope_headers if name == b"cookie")
    key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    found: str | None = SessionStore(key).session_key
    return found


def user_id(session_data: str) -> tuple[int, str] | None:
    """The user a session names, and its proof for `proves`; None where nobody is signed in."""
    session = SessionStore().decode(session_data)
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    try:
        return int(session[SESSION_KEY]), str(session[HASH_SESSION_KEY])
    except (KeyError, ValueError):
        return None


def proves(session_hash: str, password: str) -> bool:
    """Whether a session was opened with the password that the user has now.

    `password` is the column's text. A session from before a change of the site's secret key still
    proves, as long as the old key is among the fallbacks.
    """
    user = User(password=password)
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    # All are compared, so that the time says nothing about which key it was.
    found = [constant_time_compare(session_hash, each) for each in hashes]
    return any(found)
