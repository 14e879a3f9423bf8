"""Who plays: people with a name and a password, and guests who have neither yet."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from accounts import names


class User(AbstractUser):
    """A player. A guest is a row made when somebody without an account starts a game; signing up
    turns that very row into an account, so nothing has to be carried over."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=[names.check_letters],
        error_messages={"unique": _("This name is taken. Choose another.")},
    )
    is_guest = models.BooleanField(_("guest"), default=False)

    class Meta(AbstractUser.Meta):
        # Upper, because that is what `__iexact` compares: the lookup by name uses this index.
        constraints = [models.UniqueConstraint(Upper("username"), name="one_user_a_name")]
