"""`manage.py sweep`: what a timer should do once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from games import housekeeping


class Command(BaseCommand):
    """Each part by itself, so that what is done stays done."""

    help = (
        "Close the days of the daily challenge that are over and draw those to come, settle games "
        "that a dead process left, forget abandoned guests and expired sessions."
    )

    def handle(self, *, verbosity: int, **options: Any) -> None:
        """Safe to run at any moment, and twice at once."""
        closed = housekeeping.keep_days()
        settled = housekeeping.settle()
        guests = housekeeping.forget_guests()
        sessions = housekeeping.forget_sessions()
        housekeeping.forget_reports()
        if verbosity:
            self.stdout.write(
                f"Games settled: {settled}, guests forgotten: {guests}, "
                f"sessions forgotten: {sessions}, daily games closed: {closed}."
            )
