"""Views that belong to no room of the house: the choice of a language, and the last error page."""

import sys

from django.conf import settings
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET

YEAR = 365 * 24 * 3600


@require_GET
def language(request: HttpRequest, code: str) -> HttpResponse:
    """Remembers a language and goes to the page the reader came from, in that language."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    path = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(path, None):
        path = "/"
    response = HttpResponseRedirect(in_language(path, code))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=YEAR,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def in_language(path: str, code: str) -> str:
    """The same path under another language; pages without a language lead to the front page."""
    _, prefix, rest = (*path.split("/", 2), "", "")[:3]
    return f"/{code}/{rest}" if prefix in dict(settings.LANGUAGES) else f"/{code}/"


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own looks for a form's token first, and stumbles over what else may be sent."""
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of last resort: whatever broke may be the database, so it asks for nothing. Where
    that is what is away, the page says that it will be back."""
    status = 503 if isinstance(sys.exc_info()[1], OperationalError) else 500
    theme = request.COOKIES.get("theme")
    context = {"theme": theme if theme in ("light", "dark") else None, "status": status}
    response = HttpResponse(render_to_string("500.html", context), status=status)
    if status == 503:
        response["Retry-After"] = "5"
    return response
