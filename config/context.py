"""What the frame of every page shows: who looks, where they are, the other language, the theme."""

from typing import Any

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import get_language

from accounts.guests import member

PLACES = {
    "play": "play",
    "play_shape": "play",
    "daily": "daily",
    "daily_archive": "daily",
    "daily_day": "daily",
    "daily_compare": "daily",
    "leaderboard": "leaderboards",
    "watch": "watch",
    "account": "account",
    "account_login": "sign-in",
    "account_change_password": "account",
    "account_programs": "account",
    "fair": "fair",
    "archive": "archive",
    "api_docs": "api",
}


def frame(request: HttpRequest) -> dict[str, Any]:
    """The context of `base.html`."""
    match = request.resolver_match
    page = match.url_name or "" if match else ""
    user = member(request)
    mine = match and user and page.startswith("player") and user.username in match.kwargs.values()
    theme = request.COOKIES.get("theme")
    return {
        "member": user,
        "place": "mine" if mine else PLACES.get(page),
        "other_language": other_language(request),
        "back": back(request, page),
        "theme": theme if theme in ("light", "dark") else None,
    }


def other_language(request: HttpRequest) -> dict[str, str]:
    """The link to this page in the language that the reader is not reading in."""
    code = next(code for code, _ in settings.LANGUAGES if code != get_language())
    query = urlencode({"next": request.get_full_path()})
    name = LANG_INFO[code]["name_local"]
    return {"code": code, "name": name, "url": f"{reverse('language', args=[code])}?{query}"}


def back(request: HttpRequest, page: str) -> str:
    """Where to return to after signing in: this page, or what sent the reader to sign in."""
    if not page.startswith("account"):
        return request.get_full_path()
    wanted = request.GET.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, None) else reverse("play")
