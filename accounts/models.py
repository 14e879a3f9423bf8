"""Who plays: people with a name and a password, and guests who have neither yet."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """A player. A guest is a row made when somebody without an account starts a game; signing up
    turns that very row into an account, so nothing has to be carried over."""

    first_name = None
    last_name = None
    is_guest = models.BooleanField(default=False)

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("username"), name="one_user_a_name")]
