"""Who a socket belongs to."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.sessions import proves, session_key, user_id
from tests.accounts.cast import PASSWORD, member, sign_in

pytestmark = pytest.mark.django_db


def stored(client: Client) -> str:
    """The `session_data` of a browser."""
    return Session.objects.get(pk=client.session.session_key).session_data


def test_the_key_is_found_among_other_cookies() -> None:
    headers = [(b"host", b"kashi"), (b"cookie", b"theme=dark; sessionid=abc12345; x=y")]
    assert session_key(headers) == "abc12345"


@pytest.mark.parametrize(
    "headers", [[], [(b"cookie", b"")], [(b"cookie", b"sessionid=")], [(b"cookie", b"\xff;=;;")]]
)
def test_without_a_session_cookie_there_is_no_key(headers: list[tuple[bytes, bytes]]) -> None:
    assert session_key(headers) is None


def test_a_signed_in_browser_proves_its_user(client: Client) -> None:
    mina = member()
    sign_in(client)
    found = user_id(stored(client))
    assert found is not None
    assert found[0] == mina.pk
    assert proves(found[1], mina.password)


@pytest.mark.parametrize("data", ["", "rubbish", "e30:1abc:def"])
def test_data_that_we_did_not_sign_names_nobody(data: str) -> None:
    assert user_id(data) is None


def test_a_session_of_nobody_names_nobody(client: Client) -> None:
    session = client.session
    session["seen"] = True
    session.save()
    assert user_id(stored(client)) is None


def test_a_session_of_another_backend_names_nobody(client: Client) -> None:
    member()
    sign_in(client)
    session = client.session
    session["_auth_user_backend"] = "somewhere.else"
    session.save()
    assert user_id(stored(client)) is None


def test_a_changed_secret_key_keeps_sessions(client: Client, settings: Settings) -> None:
    mina = member()
    sign_in(client)
    data = stored(client)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the key after the change"
    found = user_id(data)
    assert found is not None
    assert proves(found[1], mina.password)
    settings.SECRET_KEY_FALLBACKS = []
    assert user_id(data) is None
    assert not proves(found[1], mina.password)


def test_a_changed_password_ends_sessions(client: Client) -> None:
    mina = member()
    sign_in(client)
    found = user_id(stored(client))
    assert found is not None
    mina.set_password(PASSWORD + " again")
    assert not proves(found[1], mina.password)


def test_reading_a_session_changes_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mina = member()
    sign_in(client)
    data = stored(client)
    with django_assert_num_queries(0):
        found = user_id(data)
        assert found is not None
        proves(found[1], mina.password)
    assert stored(client) == data
