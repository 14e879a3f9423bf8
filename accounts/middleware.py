"""What happens to every request of somebody we know."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

# What shared caches keep: to look who asks would make the answer one for this reader's cookies.
FOR_EVERYBODY = {"picture", "challenge_picture", "embed"}


class LastingSessions(MiddlewareMixin):
    """Moves the end of a session on, once a day: who keeps playing is never signed out.

    A guest's games hang on the session alone. Django would move the end only when something in
    the session changes, or else write it at every request.
    """

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Changes something in the session on the first request of a day."""
        if request.resolver_match and request.resolver_match.url_name in FOR_EVERYBODY:
            return
        today = timezone.now().date().isoformat()
        if request.user.is_authenticated and request.session.get("day") != today:
            request.session["day"] = today
