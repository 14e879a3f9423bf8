"""The pages of boards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from games.board_page import board_page


@require_safe
def leaderboard(request: HttpRequest, shape: str) -> HttpResponse:
    """A board at the place that the address names, and the reader's own place on it."""
    return render(request, "leaderboard.html", board_page(request, shape))


@require_safe
def leaderboard_rows(request: HttpRequest, shape: str) -> HttpResponse:
    """The same without the frame, for a page that is open and keeps itself up to date."""
    context = board_page(request, shape)
    etag = quote_etag(context["version"])
    known = get_conditional_response(request, etag=etag)
    response = known or render(request, "partials/board.html", context)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
