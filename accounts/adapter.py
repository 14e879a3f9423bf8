"""Our ways where allauth asks for them: names, guests, messages, addresses."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import guests, limits, names
from accounts.models import User

logger = logging.getLogger(__name__)
WRONG = _("The name or the password is not right. Check both and try again.")


class NotSent(Exception):
    """The mail server did not take an e-mail."""


class Adapter(DefaultAccountAdapter):
    """What sets our accounts apart from allauth's usual ones."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name is taken. Choose another."),
        "email_taken": _("This e-mail address belongs to an account. Sign in to it instead."),
        # One sentence for both, so that an answer never tells whether a name exists.
        "username_password_mismatch": WRONG,
        "email_password_mismatch": WRONG,
        "enter_current_password": _("This is not your password."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
        "invalid_password_reset": _("This link has been used or is too old."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Raises ValidationError for a name nobody may have, or that somebody has."""
        name = names.normal(username)
        names.check_letters(name)
        names.check_free(name)
        if not shallow and User.objects.filter(username__iexact=name).exists():
            raise ValidationError(self.error_messages["username_taken"], "username_taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """The guest's own row where a guest signs up: it becomes the account."""
        user = request.user
        guest = guests.claim(user) if isinstance(user, User) else None
        if guest is None:
            return User()
        guest.is_guest = False
        return guest

    def login(self, request: HttpRequest, user: Any) -> None:
        """Signs in, after handing over what a guest of this browser has.

        That comes first: should it fail, nobody is signed in and the guest still has everything.
        """
        guest = request.user
        if isinstance(guest, User) and guest.is_guest and guest.pk != user.pk:
            guests.join(guest, user)
        super().login(request, user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Raises NotSent, for accounts and unknown addresses alike: both get an e-mail."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # smtplib's exceptions too; their texts may hold the address
            logger.warning("An e-mail could not be sent: %s", type(error).__name__)
            raise NotSent from error

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the account, where the message says that it is done."""
        return reverse("account")

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that every limit counts by."""
        return limits.address(request)
