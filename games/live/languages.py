"""In which language to speak to whoever has reached no page of a language."""

from urllib.parse import parse_qs

from django.conf import settings
from django.http import parse_cookie


def wished(query: bytes, headers: dict[bytes, bytes]) -> str:
    """The page's own language (`?lang=fa`), else the cookie's, else the browser's first."""
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    wishes = [
        *parse_qs(query.decode("latin-1")).get("lang", []),
        cookies.get(settings.LANGUAGE_COOKIE_NAME, ""),
        *headers.get(b"accept-language", b"").decode("latin-1").split(","),
    ]
    known = dict(settings.LANGUAGES)
    for wish in wishes:
        code = wish.split(";")[0].split("-")[0].strip().lower()
        if code in known:
            return code
    return settings.LANGUAGE_CODE
