"""allauth's forms with our labels and limits; a password is typed once everywhere."""

from typing import Any, cast

from allauth.account import forms as allauth
from django import forms
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.passwords import LONGEST

PASSWORD_HELP = _("12 characters or more.")
AS_TYPED = {"autocapitalize": "none", "spellcheck": "false"}  # phones like to improve names
LONGEST_EMAIL = 254  # the column; allauth's field takes more


class OurFields:
    """What all forms share: labels instead of placeholders, passwords of one greatest length."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.EmailField):
                field.error_messages["invalid"] = _("This is not an e-mail address.")
                limit(field, LONGEST_EMAIL)
            elif isinstance(field.widget, forms.PasswordInput):
                field.help_text = ""
                limit(field, LONGEST)


def limit(field: forms.Field, longest: int) -> None:
    """Keeps a field to a length, in the browser and on the server."""
    field.widget.attrs["maxlength"] = longest
    field.validators.append(MaxLengthValidator(longest))


class SignUp(OurFields, allauth.SignupForm):
    """Name and password, and an e-mail address for those who want one."""

    field_order = ("username", "password1", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].widget.attrs |= AS_TYPED
        self.fields["username"].help_text = _(
            "What others see. 3 to 20 characters: letters, digits, _ and -."
        )
        self.fields["password1"].label = _("Password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = _(
            "Optional. Only with it can a forgotten password be reset."
        )

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """The new account; in one transaction, because a guest's row is locked on the way."""
        return cast("User", super().save(request))


class SignIn(OurFields, allauth.LoginForm):
    """Name or e-mail address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["password"].label = _("Password")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", **AS_TYPED}

    def clean_login(self) -> str:
        """The name as it is kept, whichever keyboard typed it."""
        return names.normal(self.cleaned_data["login"])


class ChangePassword(OurFields, allauth.ChangePasswordForm):
    """The current password and the new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP


class ResetPassword(OurFields, allauth.ResetPasswordForm):
    """The address that the link goes to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class NewPassword(OurFields, allauth.ResetPasswordKeyForm):
    """The new password, for somebody who followed the link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
