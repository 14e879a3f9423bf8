"""Where sessions are kept: in the database, under keys of letters and digits."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's own would look up whatever a cookie holds, and PostgreSQL knows no NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
