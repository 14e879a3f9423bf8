"""The button by which an account becomes a bot's."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.guests import member
from games import play
from games.errors import HasPlayed


@require_POST
def become_bot(request: HttpRequest) -> HttpResponse:
    """Says on the page of programs what came of it."""
    player = member(request)
    if player is None:
        return redirect("account_login")
    try:
        play.become_bot(player=player)
    except HasPlayed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("This account is a bot now."))
    return redirect("account_programs")
