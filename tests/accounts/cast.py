"""Who appears in these tests: mina and otter have accounts, guests come and go."""

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.guests import BACKEND, make_guest
from accounts.models import User

PASSWORD = "five blue herons"
MINA, OTTER = "mina", "otter"


def member(name: str = MINA, **columns: Any) -> User:
    """Somebody with an account."""
    return User.objects.create_user(name, password=PASSWORD, **columns)


def guest_in(client: Client) -> User:
    """A guest, as if this browser had started a game."""
    guest = make_guest()
    client.force_login(guest, backend=BACKEND)
    return guest


def sign_up(client: Client, name: str = MINA, **more: str) -> Any:
    """What the browser sends from the sign-up page."""
    form = {"username": name, "password1": PASSWORD, **more}
    return client.post(reverse("account_signup"), form)


def sign_in(client: Client, login: str = MINA, password: str = PASSWORD, **more: Any) -> Any:
    """What the browser sends from the sign-in page; `REMOTE_ADDR` may be among `more`."""
    return client.post(reverse("account_login"), {"login": login, "password": password}, **more)


def errors(response: Any) -> dict[str, list[str]]:
    """What the form of a page complains about."""
    return {field: list(texts) for field, texts in response.context["form"].errors.items()}
