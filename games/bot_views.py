"""The form by which an account becomes a bot's."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.guests import member
from accounts.names import normal
from games import play
from games.errors import HasPlayed


@require_POST
def become_bot(request: HttpRequest) -> HttpResponse:
    """Says on the page of programs what came of it. There is no way back, so the name has to be
    typed."""
    player = member(request)
    if player is None:
        return redirect("account_login")
    if normal(request.POST.get("name", "")).lower() != player.username.lower():
        messages.error(request, _("This is not the name of the account. Nothing has changed."))
        return redirect("account_programs")
    try:
        play.become_bot(player=player)
    except HasPlayed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("This account is a bot now."))
    return redirect("account_programs")
