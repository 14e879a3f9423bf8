"""The pages by which anybody can check us: how it is done."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How to check a game, and a place to do it."""
    return render(request, "fair.html")
