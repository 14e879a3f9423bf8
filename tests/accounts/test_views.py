"""Signing up, in and out, and forgotten passwords, as a browser does it."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.adapter import Adapter
from accounts.models import User
from accounts.signals import guest_joins
from accounts.views import NOT_SENT
from tests.accounts.cast import MINA, OTTER, PASSWORD, errors, guest_in, member, sign_in, sign_up
from tests.site import free_port

pytestmark = pytest.mark.django_db
ADDRESS = "mina@example.org"
NEW = "two grey herons"


@pytest.fixture
def joined() -> Iterator[list[tuple[int, int]]]:
    """Which guest was announced to join which account."""
    seen: list[tuple[int, int]] = []

    def receive(guest: User, user: User, **_: Any) -> None:
        seen.append((guest.pk, user.pk))

    guest_joins.connect(receive)
    yield seen
    guest_joins.disconnect(receive)


def who(client: Client) -> str | None:
    """The name in the header of a browser's page; None for strangers and guests."""
    user = client.get(reverse("account_reset_password")).context["member"]
    return user.username if user else None


# --- signing up ----------------------------------------------------------------------------------
def test_a_name_and_a_password_make_an_account(client: Client) -> None:
    response = sign_up(client)
    assert response.status_code == 302
    assert response["Location"] == reverse("play")
    assert who(client) == MINA
    assert User.objects.get().email == ""


def test_signing_up_returns_to_the_page_it_was_asked_on(client: Client) -> None:
    assert sign_up(client, next="/en/leaderboards/3x3/")["Location"] == "/en/leaderboards/3x3/"


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(client: Client, away: str) -> None:
    assert sign_up(client, next=away)["Location"] == reverse("play")
    assert away not in client.get(reverse("account_login"), {"next": away})["Location"]


def test_a_guest_becomes_the_account_in_the_same_row(
    client: Client, joined: list[tuple[int, int]]
) -> None:
    guest = guest_in(client)
    before = client.session.session_key
    sign_up(client)
    mina = User.objects.get()
    assert (mina.pk, mina.username, mina.is_guest) == (guest.pk, MINA, False)
    assert mina.check_password(PASSWORD)
    assert client.session.session_key != before
    assert who(client) == MINA
    assert joined == []


def test_a_sign_up_that_is_refused_leaves_the_guest_a_guest(client: Client) -> None:
    guest = guest_in(client)
    sign_up(client, "ab")
    assert User.objects.get().username == guest.username
    assert User.objects.get().is_guest


@pytest.mark.parametrize(
    ("form", "field", "text"),
    [
        ({"name": "MINA"}, "username", "This name is taken. Choose another."),
        ({"name": "ab"}, "username", "Use 3 to 20 characters."),
        ({"name": "mina\u202e"}, "username", "Use letters of one alphabet"),
        ({"name": "guest-1"}, "username", "This name is kept for the site. Choose another."),
        ({"password1": "eleven char"}, "password1", "Use 12 characters or more."),
        ({"password1": "x" * 129}, "password1", "at most 128 characters"),
        ({"password1": " " * 12}, "password1", "Use at least 4 different characters."),
        ({"password1": "a" * 12}, "password1", "Use at least 4 different characters."),
        ({"password1": "739201846520"}, "password1", "entirely numeric"),
        ({"password1": "qwerty123456"}, "password1", "This password is too common."),
        ({"password1": "otterotter12", "name": "otterotter"}, "password1", "too similar"),
        ({"email": "nowhere"}, "email", "This is not an e-mail address."),
        ({"email": f"{'x' * 60}@{'y.' * 110}org"}, "email", "at most 254"),
        ({"email": ADDRESS.upper()}, "email", "belongs to an account"),
    ],
)
def test_the_form_says_what_is_wrong(
    client: Client, form: dict[str, str], field: str, text: str
) -> None:
    member(email=ADDRESS)
    response = sign_up(client, **{"name": OTTER, **form})
    assert response.status_code == 200
    assert text in " ".join(errors(response)[field])
    assert User.objects.count() == 1


def test_a_class_behind_one_address_can_sign_up(client: Client) -> None:
    answers = [sign_up(Client(), "ab").status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]


def test_a_faulty_field_names_its_error_to_a_screen_reader(client: Client) -> None:
    page = sign_up(client, "ab").content.decode()
    described = re.search(r'name="username"[^>]*aria-describedby="([^"]+)"', page)
    assert described
    for part in described[1].split():
        assert f'id="{part}"' in page
    assert "id_username_error" in described[1]


def test_a_name_taken_a_moment_before_is_taken(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def just_too_late(*_: object) -> User:
        member()
        return User()

    monkeypatch.setattr(Adapter, "new_user", just_too_late)
    assert errors(sign_up(client)) == {"username": ["This name is taken. Choose another."]}
    assert who(client) is None


@pytest.mark.django_db(transaction=True)
def test_of_two_sign_ups_at_once_one_takes_the_guests_row(client: Client) -> None:
    guest = guest_in(client)

    def run(name: str) -> None:
        other = Client()
        other.cookies = client.cookies
        try:
            sign_up(other, name)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, [MINA, OTTER]))
    assert set(User.objects.values_list("username", flat=True)) == {MINA, OTTER}
    assert User.objects.filter(pk=guest.pk, is_guest=False).exists()


# --- signing in ----------------------------------------------------------------------------------
@pytest.mark.parametrize("login", ["mina", "MINA", " mina ", ADDRESS, ADDRESS.upper()])
def test_a_member_signs_in_by_name_or_address(client: Client, login: str) -> None:
    member(email=ADDRESS)
    assert sign_in(client, login)["Location"] == reverse("play")
    assert who(client) == MINA


def test_a_persian_name_is_found_from_an_arabic_keyboard(client: Client) -> None:
    member("علی")
    sign_in(client, "علي")
    assert who(client) == "علی"


def test_an_answer_never_tells_whether_a_name_exists(client: Client) -> None:
    member(email=ADDRESS)
    answers = [
        errors(sign_in(client, login, "wrong wrong wrong"))
        for login in (MINA, "nobody", ADDRESS, "nobody@example.org")
    ]
    assert all(answer == answers[0] for answer in answers)
    assert who(client) is None


def test_failures_at_one_address_do_not_lock_out_another(client: Client) -> None:
    member()
    for _ in range(10):
        sign_in(client, password="wrong wrong wrong", REMOTE_ADDR="198.51.100.7")
    refused = sign_in(client, REMOTE_ADDR="198.51.100.7")
    assert "Too many tries" in errors(refused)["__all__"][0]
    assert sign_in(client, REMOTE_ADDR="203.0.113.9").status_code == 302


def test_a_guest_who_signs_in_brings_everything_along(
    client: Client, joined: list[tuple[int, int]]
) -> None:
    mina, guest = member(), guest_in(client)
    before = client.session.session_key
    sign_in(client)
    assert joined == [(guest.pk, mina.pk)]
    assert list(User.objects.all()) == [mina]
    assert client.session.session_key != before
    assert who(client) == MINA


def test_a_wrong_password_carries_nothing(client: Client, joined: list[tuple[int, int]]) -> None:
    member()
    guest = guest_in(client)
    sign_in(client, password="wrong wrong wrong")
    assert joined == []
    assert User.objects.filter(pk=guest.pk, is_guest=True).exists()
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_closed_account_takes_no_guest_in(client: Client, joined: list[tuple[int, int]]) -> None:
    member(is_active=False)
    guest_in(client)
    response = sign_in(client)
    assert response["Location"] == reverse("account_inactive")
    assert client.get(response["Location"]).status_code == 200
    assert joined == []


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_a_member_has_no_need_to_sign_in_again(client: Client, name: str) -> None:
    member()
    sign_in(client)
    response = client.get(reverse(name), {"next": "/en/leaderboards/3x3/"})
    assert response["Location"] == "/en/leaderboards/3x3/"


# --- signing out ---------------------------------------------------------------------------------
def test_a_member_signs_out_after_being_asked(client: Client) -> None:
    member()
    sign_in(client)
    assert b"Stay signed in" in client.get(reverse("account_logout")).content
    assert who(client) == MINA
    client.post(reverse("account_logout"))
    assert who(client) is None


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_guest_who_signs_out_goes_on_playing(client: Client, method: str) -> None:
    guest = guest_in(client)
    response = getattr(client, method)(reverse("account_logout"))
    assert response["Location"] == reverse("play")
    assert client.session["_auth_user_id"] == str(guest.pk)


@pytest.mark.parametrize("name", ["account_change_password", "account"])
def test_a_guest_has_nothing_to_change(client: Client, name: str) -> None:
    guest = guest_in(client)
    response = client.post(reverse(name))
    assert response["Location"].startswith(reverse("account_login"))
    assert client.session["_auth_user_id"] == str(guest.pk)


# --- passwords -----------------------------------------------------------------------------------
def test_a_changed_password_ends_the_other_sessions(client: Client) -> None:
    member()
    sign_in(client)
    phone = Client()
    sign_in(phone)
    form = {"oldpassword": PASSWORD, "password1": NEW}
    page = client.post(reverse("account_change_password"), form, follow=True)
    assert page.redirect_chain == [(reverse("account"), 302)]
    assert b"Your password is changed." in page.content
    assert who(client) == MINA
    assert who(phone) is None
    assert sign_in(phone, password=NEW).status_code == 302


def test_the_password_is_changed_only_by_who_knows_it(client: Client) -> None:
    member()
    sign_in(client)
    form = {"oldpassword": "wrong wrong wrong", "password1": NEW}
    response = client.post(reverse("account_change_password"), form)
    assert errors(response) == {"oldpassword": ["This is not your password."]}
    assert User.objects.get().check_password(PASSWORD)


def ask_for_link(client: Client, address: str = ADDRESS) -> str:
    """Asks for a reset and returns the link of the e-mail."""
    response = client.post(reverse("account_reset_password"), {"email": address})
    assert response["Location"] == reverse("account_reset_password_done")
    found = re.search(r"http\S+", str(mail.outbox[-1].body))
    return found[0] if found else ""


def choose(client: Client, link: str) -> Any:
    """Follows a link and sends the new password."""
    page = client.get(link, follow=True)
    return client.post(page.redirect_chain[-1][0], {"password1": NEW})


def test_a_forgotten_password_is_replaced_by_the_link_of_an_email(client: Client) -> None:
    member(email=ADDRESS)
    link = ask_for_link(client)
    assert mail.outbox[-1].to == [ADDRESS]
    assert "mina" in mail.outbox[-1].body
    choose(client, link)
    assert who(client) == MINA
    assert User.objects.get().check_password(NEW)


def test_a_link_works_once(client: Client) -> None:
    member(email=ADDRESS)
    link = ask_for_link(client)
    choose(client, link)
    assert b"This link no longer works" in Client().get(link).content


def test_an_unknown_address_gets_the_same_answer(client: Client) -> None:
    assert ask_for_link(client, "nobody@example.org") == ""
    assert "No account has it" in mail.outbox[-1].body


@pytest.mark.parametrize("address", [ADDRESS, "nobody@example.org"])
def test_without_a_mail_server_everybody_is_told_so(
    client: Client, settings: Settings, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    member(email=ADDRESS)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    response = client.post(reverse("account_reset_password"), {"email": address})
    assert response.status_code == 503
    assert errors(response) == {"__all__": [str(NOT_SENT)]}
    [said] = [each for each in caplog.records if each.name == "accounts.adapter"]
    assert said.getMessage() == "An e-mail could not be sent: ConnectionRefusedError"
    assert said.exc_info is None


def test_a_guest_keeps_everything_through_a_forgotten_password(
    client: Client, joined: list[tuple[int, int]]
) -> None:
    mina = member(email=ADDRESS)
    guest = guest_in(client)
    choose(client, ask_for_link(client))
    assert joined == [(guest.pk, mina.pk)]
    assert who(client) == MINA


def test_emails_are_written_in_the_language_of_the_page(client: Client) -> None:
    member(email=ADDRESS)
    client.post("/fa/accounts/password/reset/", {"email": ADDRESS})
    assert "/fa/accounts/password/reset/" in mail.outbox[-1].body


# --- every page ----------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(
    "page",
    ["signup/", "login/", "inactive/", "password/reset/", "password/reset/sent/"]
    + ["password/reset/1-x/"],
)
def test_every_page_for_visitors_is_there(client: Client, language: str, page: str) -> None:
    response = client.get(f"/{language}/accounts/{page}")
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("page", ["", "logout/", "password/"])
def test_every_page_for_members_is_there(client: Client, language: str, page: str) -> None:
    member()
    sign_in(client)
    response = client.get(f"/{language}/accounts/{page}")
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()
