"""Personal tokens: made, shown once, kept as a digest, used, revoked."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import tokens
from accounts.models import Token, User
from tests.accounts.cast import PASSWORD, guest_in, member, sign_in

pytestmark = pytest.mark.django_db
READ, PLAY = Token.Scope.READ, Token.Scope.PLAY
PAGE = "/en/accounts/programs/"


@pytest.fixture
def mina(client: Client) -> User:
    """She is signed in."""
    user = member()
    sign_in(client)
    return user


def make(client: Client, name: str = "clock", scope: str = "play") -> str:
    """The token, as the page shows it."""
    page = client.post(PAGE, {"name": name, "scope": scope})
    found = re.search(r"kashi_[\w-]{43}", page.content.decode())
    assert found, page.content.decode()
    assert "no-store" in page["Cache-Control"]
    return found[0]


def test_a_token_is_shown_once_and_kept_as_its_digest(client: Client, mina: User) -> None:
    text = make(client)
    [kept] = mina.tokens.all()
    assert (kept.name, kept.scopes, kept.used_on) == ("clock", [READ, PLAY], None)
    assert kept.digest == tokens.digest(text)
    assert text not in str(vars(kept))
    page = client.get(PAGE).content.decode()
    assert "clock" in page
    assert "Never used" in page
    assert "kashi_" not in page


def test_a_token_may_be_for_reading_alone(client: Client, mina: User) -> None:
    make(client, scope="read")
    assert mina.tokens.get().scopes == [READ]


@pytest.mark.parametrize("form", [{}, {"name": "", "scope": "play"}, {"name": "x", "scope": "all"}])
def test_a_faulty_form_makes_nothing(client: Client, mina: User, form: dict[str, str]) -> None:
    assert client.post(PAGE, form).context["form"].errors
    assert not mina.tokens.exists()


def test_nobody_has_more_than_twenty(client: Client, mina: User) -> None:
    for number in range(tokens.MOST):
        make(client, str(number))
    page = client.post(PAGE, {"name": "one more", "scope": "read"})
    assert "You have 20 tokens" in page.content.decode()
    assert mina.tokens.count() == tokens.MOST


def test_a_use_is_kept_by_its_day(client: Client, mina: User) -> None:
    text = make(client)
    assert tokens.find(tokens.digest(text))
    assert mina.tokens.get().used_on == timezone.now().date()
    assert "Last used" in client.get(PAGE).content.decode()


def test_a_revoked_token_is_nobody_s(client: Client, mina: User) -> None:
    text = make(client)
    address = reverse("account_revoke_token", args=[mina.tokens.get().pk])
    for _ in range(2):
        assert client.post(address)["Location"] == PAGE
    assert tokens.find(tokens.digest(text)) is None
    assert client.get(address).status_code == 405


def test_a_new_password_leaves_tokens_and_the_pages_say_so(client: Client, mina: User) -> None:
    says = "stay signed in with their tokens"
    assert says not in client.get("/en/accounts/password/").content.decode()
    text = make(client)
    assert says in client.get("/en/accounts/password/").content.decode()
    fields = {"oldpassword": PASSWORD, "password1": "seven grey herons"}
    page = client.post("/en/accounts/password/", fields, follow=True).content.decode()
    assert "Your password is changed." in page
    assert "1 token. A new password does not revoke it." in page
    assert tokens.find(tokens.digest(text))


def test_who_sets_a_password_by_e_mail_is_told_of_the_tokens_too(client: Client) -> None:
    user = member(email="mina@example.org")
    for says in (False, True):
        client.post("/en/accounts/password/reset/", {"email": user.email})
        link = re.search(r"http://\S+", str(mail.outbox[-1].body))
        assert link
        page = client.get(link[0], follow=True).content.decode()
        assert ("stay signed in with their tokens" in page) == says
        tokens.make(user, name="clock", scopes=[READ])


def test_all_tokens_of_one_member_are_revoked_at_once(client: Client, mina: User) -> None:
    theirs, _ = tokens.make(member("otter"), name="theirs", scopes=[READ])
    texts = [make(client, name) for name in ("clock", "bot")]
    address = reverse("account_revoke_tokens")
    assert address in client.get(PAGE).content.decode()
    for _ in range(2):
        page = client.post(address, follow=True).content.decode()
        assert "All tokens are revoked." in page
        assert address not in page
    assert [tokens.find(tokens.digest(text)) for text in texts] == [None, None]
    assert list(Token.objects.all()) == [theirs]
    assert client.get(address).status_code == 405


def test_the_token_of_a_closed_account_is_nobody_s(mina: User) -> None:
    _, text = tokens.make(mina, name="clock", scopes=[READ])
    User.objects.update(is_active=False)
    assert tokens.find(tokens.digest(text)) is None


def test_nobody_sees_or_revokes_the_tokens_of_another(client: Client, mina: User) -> None:
    token, _ = tokens.make(member("otter"), name="secret of otter", scopes=[READ])
    assert "secret of otter" not in client.get(PAGE).content.decode()
    client.post(reverse("account_revoke_token", args=[token.pk]))
    assert Token.objects.filter(pk=token.pk).exists()


def test_a_guest_has_no_tokens(client: Client) -> None:
    guest_in(client)
    for answer in (client.get(PAGE), client.post(PAGE, {"name": "x", "scope": "read"})):
        assert answer["Location"].startswith(reverse("account_login"))
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Bearer", ""),
        ("Basic abc", None),
        ("", None),
    ],
)
def test_what_a_header_shows(header: str, shown: str | None) -> None:
    assert tokens.digest_shown(header) == (None if shown is None else tokens.digest(shown))
