"""The archive's files, as they are taken from the site."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path, register_converter
from django.views.decorators.http import condition, require_safe

from games import archive
from games.archive import Month

PART = 1 << 16


class FirstDay:
    """A month like 2026-10 in an address; anything else leads nowhere, and never to the disk."""

    regex = "[0-9]{4}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> date:
        """Raises ValueError for the year 0, which then is no address either."""
        return date.fromisoformat(f"{value}-01")

    def to_url(self, value: date) -> str:
        """As it was read."""
        return f"{value:%Y-%m}"


def _month(first: date) -> Month:
    month = archive.find(settings.ARCHIVE_DIR, first)
    if month is None:
        raise Http404
    return month


def _etag(request: HttpRequest, first: date) -> str:
    return f'"{_month(first).sha256}"'


@require_safe
@condition(etag_func=_etag)
def games(request: HttpRequest, first: date) -> HttpResponseBase:
    """The packed lines."""
    month = _month(first)
    headers = _headers(month.name) | {"Content-Length": str(month.bytes)}
    if request.method == "HEAD":
        return HttpResponse(content_type="application/gzip", headers=headers)
    parts = _parts(settings.ARCHIVE_DIR / month.name)
    return StreamingHttpResponse(parts, content_type="application/gzip", headers=headers)


@require_safe
def checksum(request: HttpRequest, first: date) -> HttpResponse:
    """As `sha256sum -c` reads it."""
    month = _month(first)
    return HttpResponse(
        f"{month.sha256}  {month.name}\n",
        content_type="text/plain; charset=utf-8",
        headers=_headers(f"{month.name}.sha256"),
    )


def _headers(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


async def _parts(path: Path) -> AsyncIterator[bytes]:
    """A piece at a time, however large it is, and none of them read while others wait."""
    with await asyncio.to_thread(path.open, "rb") as file:
        while part := await asyncio.to_thread(file.read, PART):
            yield part


register_converter(FirstDay, "month")
urlpatterns: list[Any] = [
    path("kashi-<month:first>.jsonl.gz", games, name="archive_games"),
    path("kashi-<month:first>.jsonl.gz.sha256", checksum, name="archive_checksum"),
]
