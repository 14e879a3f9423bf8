"""The page that describes the API, written from its OpenAPI description in the site's own look."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from games.api import limits

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A value that is sent or answered."""

    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What may come back, with the fields that it holds."""

    status: str
    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """One thing to ask for."""

    method: str
    path: str
    text: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answers: tuple[Answer, ...]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All calls; the description itself is in English."""
    context = {
        "calls": described(),
        "reading": limits.READING,
        "writing": limits.WRITING,
        "exporting": limits.EXPORTING,
    }
    return render(request, "api_docs.html", context)


@cache  # it takes a second to write and never changes
def described() -> tuple[Call, ...]:
    """Every call, in the order of the addresses."""
    with translation.override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)
    parts = schema["components"]["schemas"]
    return tuple(
        _call(method, path, call, parts)
        for path, calls in schema["paths"].items()
        for method, call in calls.items()
    )


def _call(method: str, path: str, call: Schema, parts: Schema) -> Call:
    given = call.get("parameters", [])
    parameters = tuple(
        _field(each["name"], each["schema"], each.get("required", False), each.get("description"))
        for each in sorted(given, key=lambda each: (each["in"] != "path", each["name"]))
    )
    answers = tuple(
        Answer(status, answer["description"], _fields(answer, parts) if status < "300" else ())
        for status, answer in call["responses"].items()
    )
    body = _fields(call.get("requestBody", {}), parts)
    return Call(method.upper(), path, call["description"], parameters, body, answers)


def _fields(part: Schema, parts: Schema) -> tuple[Field, ...]:
    content = part.get("content", {}).get("application/json")
    if not content:
        return ()
    return tuple(_fields_of(_named(content["schema"]), parts))


def _fields_of(part: str, parts: Schema, inside: str = "") -> Iterator[Field]:
    """The fields of a part; what it holds lists of, or another part in, comes after by its path."""
    for name, schema in parts[part].get("properties", {}).items():
        required = name in parts[part].get("required", ())
        enum = parts[_named(schema)] if "$ref" in schema else {}
        known = enum if "enum" in enum else schema
        yield _field(inside + name, known, required, schema.get("description"))
        items = schema.get("items", {})
        for ref in (*schema.get("allOf", ()), schema, items):
            if "$ref" in ref:
                path = f"{inside}{name}{'[]' if ref is items else ''}."
                yield from _fields_of(_named(ref), parts, path)


def _field(name: str, schema: Schema, required: bool, text: str | None) -> Field:
    # Of the list of an enumeration's values with their labels only what stands before it is told.
    lines = (text or "").replace("`", "").split("\n\n*")[0]
    return Field(name, _kind(schema), required, "" if lines.startswith("*") else lines)


def _kind(schema: Schema) -> str:
    """The type of a value in a few words."""
    inner = schema.get("allOf") or schema.get("oneOf") or []
    if inner:
        return _kind(inner[0])
    if "$ref" in schema:
        return _named(schema)
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    kind = str(schema.get("format") or schema.get("type", "any"))
    return f"{kind} or null" if schema.get("nullable") else kind


def _named(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]
