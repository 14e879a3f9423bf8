"""Every refusal of the API is a code and a sentence, and never a traceback."""

from contextlib import suppress
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from django.test import Client
from rest_framework import exceptions as drf
from rest_framework.exceptions import APIException

from games import errors
from games.api.errors import answer
from games.api.parsers import StrictJSONParser

BOARD = "/api/leaderboards/4x4/all/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/leaderboards/6x6/all/", 400, "illegal_shape"),
        ("/api/leaderboards/4x4%00/all/", 400, "illegal_shape"),
        ("/api/leaderboards/4x4/decade/", 400, "malformed"),
        (f"{BOARD}?metric=luck", 400, "malformed"),
        (f"{BOARD}?metric=score%00", 400, "malformed"),
        (f"{BOARD}?on=yesterday", 400, "malformed"),
        (f"{BOARD}?on=2026-02-30", 400, "malformed"),
        (f"{BOARD}?on=0001-01-01", 400, "malformed"),
        (f"{BOARD}?on=9999-12-31", 400, "malformed"),
        (f"{BOARD}?on=2026-11-02%00", 400, "malformed"),
        (f"{BOARD}?limit=0", 400, "malformed"),
        (f"{BOARD}?limit=101", 400, "malformed"),
        (f"{BOARD}?limit={'9' * 5000}", 400, "malformed"),
        (f"{BOARD}?limit=-1", 400, "malformed"),
        (f"{BOARD}?limit=1e3", 400, "malformed"),
        (f"{BOARD}?cursor=abc", 400, "malformed"),
        (f"{BOARD}?cursor=%00", 400, "malformed"),
        (f"{BOARD}?cursor=%D8%B4%FF", 400, "malformed"),
        ("/api/games/?player=alice&cursor=W10", 400, "malformed"),
        ("/api/games/?player=a%00b", 400, "malformed"),
        ("/api/nowhere/", 404, "not_found"),
        ("/api/leaderboards/4x4/", 404, "not_found"),
    ],
)
def test_a_bad_address_gets_its_code(client: Client, address: str, status: int, code: str) -> None:
    got = client.get(address)
    assert (got.status_code, got.json()["code"]) == (status, code)
    assert got.json()["detail"]


def test_an_address_without_its_slash_is_sent_on(client: Client) -> None:
    assert client.get("/api/me").headers["Location"] == "/api/me/"
    assert client.get("/api/nowhere", follow=True).json()["code"] == "not_found"


@pytest.mark.django_db
def test_a_method_that_an_address_does_not_take_is_refused(client: Client) -> None:
    got = client.delete(BOARD)
    assert (got.status_code, got.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.django_db
def test_an_address_asks_for_no_format(client: Client) -> None:
    assert client.get(f"{BOARD}?format=xml").headers["Content-Type"] == "application/json"


@pytest.mark.django_db
def test_a_format_that_is_not_written_is_refused(client: Client) -> None:
    got = client.get(BOARD, headers={"Accept": "text/csv"})
    assert (got.status_code, got.json()["code"]) == (406, "malformed")


@pytest.mark.django_db
def test_the_sentence_is_in_the_reader_s_language(client: Client) -> None:
    in_persian = client.get("/api/nowhere/", headers={"Accept-Language": "fa"})
    assert in_persian.headers["Content-Language"] == "fa"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.NotYours(), 403, "not_yours"),
        (errors.Busy(), 503, "busy"),
        (drf.ParseError(), 400, "malformed"),
        (drf.UnsupportedMediaType("text/plain"), 415, "malformed"),
        (drf.PermissionDenied("CSRF Failed: no cookie"), 403, "csrf"),
        (drf.PermissionDenied(), 403, "not_allowed"),
        (PermissionDenied(), 403, "not_allowed"),
        (Http404(), 404, "not_found"),
        (OperationalError("terminating connection"), 503, "busy"),
    ],
)
def test_each_error_has_its_code(error: Exception, status: int, code: str) -> None:
    got = answer(error, {})
    assert got is not None
    assert (got.status_code, got.data["code"]) == (status, code)
    assert set(got.data) == {"code", "detail"}


@pytest.mark.parametrize("error", [drf.Throttled(wait=6.2), errors.RateLimited(retry_after=7)])
def test_too_many_requests_say_when_to_come_back(error: Exception) -> None:
    got = answer(error, {})
    assert got is not None
    assert (got.status_code, got.data["code"], got.headers["Retry-After"]) == (
        429,
        "rate_limited",
        "7",
    )


@pytest.mark.parametrize("error", [ValueError("ours"), APIException()])
def test_a_fault_of_ours_stays_a_fault(error: Exception) -> None:
    assert answer(error, {}) is None


def test_a_closer_sentence_replaces_the_general_one() -> None:
    assert str(errors.Malformed()) == "This request cannot be read. Nothing was changed."
    assert str(errors.Malformed("Not so.")) == "Not so."


def test_every_code_is_that_of_one_class() -> None:
    codes = [refusal.code for refusal in errors.Refused.__subclasses__()]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        (b"", errors.Malformed),
        (b"[]", errors.Malformed),
        (b'"x"', errors.Malformed),
        (b'{"a":NaN}', errors.Malformed),
        (b'{"a":' + b"[" * 4000, errors.Malformed),
        (b'{"a":"\xff"}', errors.Malformed),
        (b'{"a":"' + b"x" * 4096 + b'"}', errors.TooLarge),
    ],
)
def test_a_body_that_is_no_small_json_object_is_refused(
    body: bytes, refusal: type[errors.Refused]
) -> None:
    with pytest.raises(refusal):
        StrictJSONParser().parse(BytesIO(body))


@pytest.mark.parametrize("value", [b"9" * 4000, b"1e999", b"-" + b"9" * 4000])
def test_a_number_beyond_all_numbers_brings_nothing_down(value: bytes) -> None:
    with suppress(errors.Malformed):
        StrictJSONParser().parse(BytesIO(b'{"a":' + value + b"}"))
