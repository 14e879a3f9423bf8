"""People without an account: made when they start a game, kept by signing up or in."""

import secrets
import string

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts import names
from accounts.limits import Limit, address
from accounts.models import User
from accounts.signals import guest_joins

NEW_GUESTS = Limit("guests", amount=30, seconds=3600)
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class GuestLimit(Exception):
    """More new guests from one address than people would make."""

    def __init__(self, retry_after: int, policy: str) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after
        self.policy = policy


def make_guest() -> User:
    """A new guest, whose name of eight letters and digits is only there to be unique."""
    letters = "".join(secrets.choice(string.digits + string.ascii_lowercase) for _ in range(8))
    guest = User(username=f"{names.GUEST}-{letters}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def sign_in_as_guest(request: HttpRequest) -> User:
    """Makes a guest of somebody who is nobody yet; for POSTs with CSRF that start a game.

    Raises GuestLimit.
    """
    wait = NEW_GUESTS.take(address(request))
    if wait:
        raise GuestLimit(wait, NEW_GUESTS.policy)
    guest = make_guest()
    login(request, guest, backend=BACKEND)
    return guest


def member(request: HttpRequest) -> User | None:
    """Who is signed in to an account; None for guests as for strangers."""
    user = getattr(request, "user", None)
    return user if isinstance(user, User) and not user.is_guest else None


def claim(guest: User) -> User | None:
    """The guest's row, locked to become an account; None where it already is one or is gone.

    Runs in a transaction of the caller's.
    """
    return User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()


@transaction.atomic
def join(guest: User, user: User) -> None:
    """Hands what the guest has over to the account they signed in to, and ends the guest.

    Of two sign-ins at once the second waits for the lock and then finds nobody to hand over.
    """
    claimed = claim(guest)
    if claimed:
        guest_joins.send(sender=User, guest=claimed, user=user)
        claimed.delete()
