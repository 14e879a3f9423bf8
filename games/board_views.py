"""The pages of boards."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.guests import member
from games import leaderboards, play
from games.addresses import play_page
from games.board_address import address
from games.board_page import board_page
from games.ranking import Board
from games.rules.board import SHAPES
from games.templatetags.kashi import number


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


@require_safe
def own_place(request: HttpRequest, shape: str) -> HttpResponse:
    """Where a guest who signs up beside a game is led: back to it while it runs, and then to the
    place that they took by it, which had no address before they had a name."""
    if shape not in SHAPES:
        raise Http404
    reader = member(request)
    if reader and play.open_games(player=reader, shape=shape).exists():
        return redirect(play_page(shape))
    board = Board(shape, bots=reader is not None and reader.is_bot)
    rank = leaderboards.rank(board=board, player_id=reader.pk) if reader else None
    if reader is None or rank is None:
        return redirect(address(board))
    said = gettext("You have place {place} on the leaderboard of all time.")
    messages.success(request, said.format(place=number(rank)))
    return redirect(address(board, to=reader.username) + "#found")
