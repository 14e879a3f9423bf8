"""The pages by which anybody can check us: how it is done, and all finished games."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import archive, period_names
from games.periods import Period


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How to check a game, and a place to do it."""
    return render(request, "fair.html")


@require_safe
def open_archive(request: HttpRequest) -> HttpResponse:
    """Every month that can be taken."""
    months = [
        {
            "month": month,
            "title": period_names.name(Period.MONTH, month.first_day),
            "days": period_names.days(Period.MONTH, month.first_day),
        }
        for month in archive.months(settings.ARCHIVE_DIR)
    ]
    return render(request, "archive.html", {"months": months, "site": settings.SITE_URL})
