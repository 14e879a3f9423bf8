"""Who plays: people with a name and a password, and guests who have neither yet."""

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
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
    # For good: `games.play.become_bot`.
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False)
    # Whether others may see a game while it is played.
    watchable = models.BooleanField(_("may be watched"), default=True, db_default=True)

    class Meta(AbstractUser.Meta):
        # Upper, because that is what `__iexact` compares: the lookup by name uses this index.
        constraints = [
            models.UniqueConstraint(Upper("username"), name="one_user_a_name"),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(is_bot=False),
                name="no_guest_is_a_bot",
            ),
        ]

    @property
    def shown_name(self) -> str | None:
        """As anybody may see it: guests have none, and a closed account's is shown no longer."""
        return None if self.is_guest or not self.is_active else self.username


class Token(models.Model):
    """A personal token: what a program shows to act for a player. Only its digest is kept."""

    class Scope(models.TextChoices):
        """What a program may do with a token."""

        READ = "read", _("Read")
        PLAY = "play", _("Play")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=40)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 as hex
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope))
    made_on = models.DateField(auto_now_add=True)
    used_on = models.DateField(null=True)  # the last day, UTC

    def __str__(self) -> str:
        """What its owner calls it."""
        return self.name

    @property
    def may_play(self) -> bool:
        """Whether it may also change something."""
        return self.Scope.PLAY in self.scopes
