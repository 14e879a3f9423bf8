"""Sessions that last."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.cast import guest_in

pytestmark = pytest.mark.django_db
PAGE = "/en/accounts/login/"


def test_who_comes_back_stays_signed_in_as_long_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest_in(client)
    client.get(PAGE)
    month = timezone.now() + timedelta(days=30)
    monkeypatch.setattr("django.utils.timezone.now", lambda: month)
    response = client.get(PAGE)
    assert Session.objects.get().expire_date == month + timedelta(days=180)
    assert "sessionid" in response.cookies


def test_the_session_is_written_once_a_day(client: Client) -> None:
    guest_in(client)
    client.get(PAGE)
    assert "sessionid" not in client.get(PAGE).cookies


def test_a_stranger_gets_no_session(client: Client) -> None:
    assert "sessionid" not in client.get(PAGE).cookies
    assert not Session.objects.exists()
    assert not User.objects.exists()
