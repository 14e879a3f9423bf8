"""Reading queries, and writing pages of a list with the addresses of those beside it."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.utils.urls import remove_query_param, replace_query_param

from games.cursors import Cursor, Page, from_text


def asked(request: Request, query: type[Serializer[Any]]) -> dict[str, Any]:
    """The query's parameters, checked. As a plain dict: of a form's, DRF drops what is empty."""
    read = query(data=request.query_params.dict())
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


def place(given: dict[str, Any], kind: type[Cursor]) -> Cursor | None:
    """The cursor of a checked query, where it has one."""
    return from_text(given["cursor"], kind) if "cursor" in given else None


def written(request: Request, page: Page[Any], rows: type[Serializer[Any]]) -> Response:
    """The page as an answer."""

    def address(cursor: str | None) -> str | None:
        here = request.build_absolute_uri()
        for jump in ("rank", "name"):  # where the reading began, which goes on by cursor
            here = remove_query_param(here, jump)
        return cursor and replace_query_param(here, "cursor", cursor)

    return Response(
        {
            "next": address(page.next),
            "previous": address(page.previous),
            "results": rows(page.rows, many=True).data,
        }
    )
