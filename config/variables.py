"""What variables of the environment must look like: each refusal is a sentence that names one."""

from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SHORTEST_KEY = 32  # characters
SHORTEST_TOKEN = 16
SERVERS = {"daphne": "config.server", "uvicorn": "config.uvicorn_server"}


def all_set(values: Mapping[str, str], why: Mapping[str, str]) -> None:
    """Raises ImproperlyConfigured with the names of all that are missing, and what they are for."""
    missing = [name for name in why if not values[name]]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        reasons = "; ".join(why[name] for name in missing)
        raise ImproperlyConfigured(f"{', '.join(missing)} {verb} not set: {reasons}.")


def secret_key(text: str) -> str:
    """As it is; its length is all that can be judged."""
    if len(text) < SHORTEST_KEY:
        raise ImproperlyConfigured(f"SECRET_KEY is shorter than {SHORTEST_KEY} characters.")
    return text


def bind(text: str) -> str:
    """The address to listen at: a number, since a name could mean several."""
    try:
        return str(ip_address(text))
    except ValueError:
        raise ImproperlyConfigured(
            "BIND is not an IP address, like 127.0.0.1, or 0.0.0.0 for all that there are."
        ) from None


def server(text: str) -> str:
    """The module of the server that is named."""
    if text not in SERVERS:
        raise ImproperlyConfigured("SERVER is neither daphne nor uvicorn.")
    return SERVERS[text]


def metrics_token(text: str) -> str:
    """As it is, or empty: whoever watches nothing needs none."""
    if text and (len(text) < SHORTEST_TOKEN or not text.isascii() or " " in text):
        raise ImproperlyConfigured(
            f"METRICS_TOKEN is not at least {SHORTEST_TOKEN} letters, digits or signs in a row."
        )
    return text


def site_url(text: str) -> str:
    """The origin, without the slash that people like to put at the end."""
    origin = text.rstrip("/")
    try:
        url = urlsplit(origin)
        whole = url.scheme == "https" and url.hostname and url.port != 0
    except ValueError:
        whole = False
    if not whole or origin.lower() != f"https://{url.netloc}".lower() or "@" in url.netloc:
        raise ImproperlyConfigured(
            "SITE_URL is not an https:// address without a path, like https://kashi.example."
        )
    return origin


def database(text: str) -> dict[str, Any]:
    """The entry in DATABASES; the text may hold a password, so no message repeats it."""
    try:
        found: dict[str, Any] = {**dj_database_url.parse(text)}
    except ValueError:
        found = {}
    if found.get("ENGINE") != "django.db.backends.postgresql" or not found.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL is not the address of a PostgreSQL database, "
            "like postgres://user:password@host/name."
        )
    return found


def redis_url(text: str) -> str:
    """As it is, or empty: one server process needs no Redis."""
    try:
        url = urlsplit(text)
        whole = url.hostname if url.scheme in ("redis", "rediss") else url.scheme == "unix"
        whole = whole and url.port != 0
    except ValueError:
        whole = False
    if text and not whole:
        raise ImproperlyConfigured("REDIS_URL is not the address of a Redis, like redis://host/0.")
    return text


def archive_dir(text: str) -> Path:
    """A folder that all processes mean alike, wherever each was started."""
    path = Path(text)
    if not path.is_absolute():
        raise ImproperlyConfigured("ARCHIVE_DIR is not a whole path, like /srv/archive.")
    return path
