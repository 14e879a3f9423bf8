"""People without an account."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.guests import NEW_GUESTS, GuestLimit, join, make_guest, sign_in_as_guest
from accounts.models import User
from accounts.signals import guest_joins
from tests.accounts.cast import guest_in, member

pytestmark = pytest.mark.django_db


class Broken(Exception):
    """What a receiver raises."""


@pytest.fixture
def joined() -> Iterator[list[tuple[str, str]]]:
    """Who was announced to join whom."""
    seen: list[tuple[str, str]] = []

    def receive(guest: User, user: User, **_: Any) -> None:
        seen.append((guest.username, user.username))
        sleep(0.05)  # long enough for another to come in between

    guest_joins.connect(receive)
    yield seen
    guest_joins.disconnect(receive)


def stranger(remote: str = "198.51.100.7") -> HttpRequest:
    """A request of somebody who is nobody yet."""
    request = RequestFactory().post("/", REMOTE_ADDR=remote)
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_a_guest_has_no_password_and_a_name_nobody_may_choose() -> None:
    guest = make_guest()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.username.startswith("guest-")


def test_starting_a_game_signs_a_stranger_in_as_a_guest() -> None:
    request = stranger()
    guest = sign_in_as_guest(request)
    assert request.session["_auth_user_id"] == str(guest.pk)
    assert request.user == guest


def test_an_address_makes_no_more_guests_than_people_would() -> None:
    for _ in range(NEW_GUESTS.amount):
        sign_in_as_guest(stranger())
    with pytest.raises(GuestLimit) as refused:
        sign_in_as_guest(stranger())
    assert 0 < refused.value.retry_after <= 3600
    assert User.objects.count() == NEW_GUESTS.amount
    assert sign_in_as_guest(stranger("203.0.113.9")).is_guest


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
def test_looking_at_a_page_makes_no_guest(client: Client, name: str) -> None:
    for _ in range(100):
        client.get(reverse(name))
    assert User.objects.count() == 0


def test_a_guest_is_shown_the_way_in_like_a_stranger(client: Client) -> None:
    guest = guest_in(client)
    page = client.get(reverse("account_signup")).content.decode()
    assert "Sign in" in page
    assert "Sign out" not in page
    assert guest.username not in page


def test_a_guest_joins_once_and_is_gone(joined: list[tuple[str, str]]) -> None:
    guest, mina = make_guest(), member()
    join(guest, mina)
    join(guest, mina)
    assert joined == [(guest.username, "mina")]
    assert not User.objects.filter(username=guest.username).exists()


def test_nobody_joins_a_second_time_with_an_account(joined: list[tuple[str, str]]) -> None:
    otter, mina = member("otter"), member()
    join(otter, mina)
    assert joined == []
    assert User.objects.count() == 2


def test_a_receiver_that_fails_leaves_the_guest_as_it_was() -> None:
    guest, mina = make_guest(), member()

    def fail(**_: Any) -> None:
        raise Broken

    guest_joins.connect(fail)
    try:
        with pytest.raises(Broken):
            join(guest, mina)
    finally:
        guest_joins.disconnect(fail)
    assert User.objects.get(pk=guest.pk).is_guest


@pytest.mark.django_db(transaction=True)
def test_of_two_sign_ins_at_once_one_takes_the_guest_along(joined: list[tuple[str, str]]) -> None:
    guest, mina, otter = make_guest(), member(), member("otter")

    def run(user: User) -> None:
        try:
            join(guest, user)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, [mina, otter]))
    assert len(joined) == 1
    assert User.objects.filter(is_guest=True).count() == 0
