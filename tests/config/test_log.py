"""What the log says about requests that were never meant well."""

import io
import logging
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from config.log import Line

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the terminal gets from now on, through the handler that the settings made."""
    handlers = logging.getLogger().handlers
    [terminal] = [each for each in handlers if isinstance(each.formatter, Line)]
    stream = io.StringIO()
    monkeypatch.setattr(terminal, "stream", stream)
    return stream


@pytest.mark.django_db
@pytest.mark.parametrize(
    "request_",
    [
        {"data": "", "content_type": FORM, "HTTP_HOST": "evil.example\nERROR all is lost"},
        {"data": "&".join(f"a{n}=1" for n in range(1500)), "content_type": FORM},
        {"data": "a=" + "x" * 3_000_000, "content_type": FORM},
        {"data": {f"f{n}": SimpleUploadedFile(f"{n}", b"x") for n in range(200)}},
    ],
    ids=["a strange host", "too many fields", "too large", "too many files"],
)
def test_a_refused_request_is_one_line_of_the_log(
    log: io.StringIO, request_: dict[str, Any]
) -> None:
    client = Client(raise_request_exception=False)

    response = client.post(reverse("account_login"), **request_)

    assert response.status_code == 400
    assert log.getvalue().count("\n") == 1
    assert " WARNING django.security." in log.getvalue()


def test_an_error_of_our_own_keeps_its_traceback(log: io.StringIO) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("broken")

    assert "Traceback" in log.getvalue()
