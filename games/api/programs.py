"""Programs: who they act for is said by a personal token, and what they may do by its scopes."""

from typing import TYPE_CHECKING

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts import tokens
from accounts.models import Token, User
from games import errors

if TYPE_CHECKING:  # it imports this module, which its settings name
    from rest_framework.views import APIView


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer …`. No browser sends it by itself, so it needs no CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """None where no token is shown; raises BadToken for one that is not good."""
        digest = tokens.digest_shown(request.headers.get("Authorization", ""))
        if digest is None:
            return None
        token = tokens.find(digest)
        if token is None:
            raise errors.BadToken
        return token.user, token


class InScope(BasePermission):
    """Reading takes the scope `read`, everything else `play`; a session has no bounds."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """True, or raises OutOfScope."""
        reading = request.method in SAFE_METHODS
        needed = Token.Scope.READ if reading else Token.Scope.PLAY
        if isinstance(request.auth, Token) and needed not in request.auth.scopes:
            raise errors.OutOfScope
        return True
