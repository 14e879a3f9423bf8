"""How long and how varied a password must be; which ones are too common, Django knows."""

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 12, 128
FEWEST = 4  # different characters


class VarietyValidator:
    """Refuses what is long and yet quickly guessed, like twelve spaces."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raises ValidationError below 4 different characters."""
        if len(set(password)) < FEWEST:
            raise ValidationError(_("Use at least 4 different characters."), "password_too_plain")

    def get_help_text(self) -> str:
        """For the admin's forms."""
        return gettext("Use at least 4 different characters.")


class LengthValidator:
    """Refuses what is quickly guessed, and what only costs the server time to hash."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raises ValidationError outside of 12 to 128 characters."""
        if len(password) < SHORTEST:
            raise ValidationError(_("Use 12 characters or more."), "password_too_short")
        if len(password) > LONGEST:
            raise ValidationError(_("Use at most 128 characters."), "password_too_long")

    def get_help_text(self) -> str:
        """For the admin's forms."""
        return gettext("Use 12 to 128 characters.")
