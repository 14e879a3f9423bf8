"""Personal tokens: made for a program, shown once, known afterwards by their digest alone.

A token is 256 random bits, so a plain SHA-256 is as good as a slow hash: there is nothing to guess.
"""

import hashlib
import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import Token, User

PREFIX = "kashi_"  # so that a token found somewhere is known for what it is
MOST = 20  # of one player; a program each, and some to spare
BEARER = "bearer"


class TooManyTokens(Exception):
    """The player has as many as anybody may."""


@transaction.atomic
def make(user: User, *, name: str, scopes: Sequence[Token.Scope]) -> tuple[Token, str]:
    """A new token, and the text that its program shows; raises TooManyTokens."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # of two at once one waits
    if user.tokens.count() >= MOST:
        raise TooManyTokens
    text = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(user=user, name=name, digest=digest(text), scopes=list(scopes))
    return token, text


def find(digest: str) -> Token | None:
    """The token of a digest, with its user, who is active; None where there is none. This is a
    use: it keeps the day."""
    token = Token.objects.select_related("user").filter(digest=digest, user__is_active=True).first()
    today = timezone.now().date()
    if token and token.used_on != today:
        Token.objects.filter(pk=token.pk).update(used_on=today)
    return token


def digest(text: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_shown(header: str) -> str | None:
    """The digest of what an `Authorization` header shows; None where it is no bearer's."""
    scheme, _, text = header.strip().partition(" ")
    return digest(text.strip()) if scheme.lower() == BEARER else None
