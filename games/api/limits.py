"""How much of the API one person may use, or one address where nobody is signed in.

Generous on purpose: they are there for programs that run wild, and no person should meet them.
"""

from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.limits import Limit, address
from accounts.models import User
from games import errors

if TYPE_CHECKING:  # it imports this module, which its settings name
    from rest_framework.views import APIView

# Twenty a second: a classroom behind one address with a board open on every desk, or a program
# that reads a long history page by page.
READING = Limit("reading", amount=1200, seconds=60)
# Five a second. A game takes three calls (prepare, start, give up), and who runs for the fastest
# win starts anew every second or two; moves go by the socket, which has limits of its own.
WRITING = Limit("writing", amount=300, seconds=60)
# All of one's games are read and packed anew each time, as long as somebody has played for years.
EXPORTING = Limit("exporting", amount=10, seconds=3600)


class Throttle(BaseThrottle):
    """Counts before anything is done; of any number of requests at once exactly the limit pass."""

    text: Promise | None = None  # where a closer sentence than that of all limits helps

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """True, or raises RateLimited, which names the limit."""
        limit = self.limit(request)
        user = request.user
        key = f"user:{user.pk}" if isinstance(user, User) else address(request)
        wait = limit.take(key)
        if wait:
            raise errors.RateLimited(self.text, retry_after=wait, policy=limit.policy)
        return True

    def limit(self, request: Request) -> Limit:
        """Reading costs less than writing."""
        return READING if request.method in SAFE_METHODS else WRITING


class ExportThrottle(Throttle):
    """For what costs much more than other reading."""

    text = _(
        "You have taken all your games ten times within an hour. Nothing is lost; come back later."
    )

    def limit(self, request: Request) -> Limit:
        """Whatever the method."""
        return EXPORTING
