"""What has to be cleared away now and then: `manage.py sweep` does all of it.

Each part is safe at any moment, also while another sweep runs and while everybody plays. All dates
are compared by the database's clock, which also set them.

Leaderboards need nothing when a day, week, month or year ends: a board is named by its first day,
so the next one is simply empty, and the ones before stay readable for good.
"""

from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from accounts.models import User
from games import play
from games.models import Game, Report

# As long as a guest's cookie lasts. Whoever has not moved since can hardly come back.
LATELY = Now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
# Games that keep their guest: what has ended is a record that others may have seen.
KEPT = Q(ended_at__isnull=False) | Q(created_at__gte=LATELY) | Q(moved_at__gte=LATELY)
AT_ONCE = 100  # guests in one transaction; while it lasts, moves in their games wait


def settle() -> int:
    """Settle the games whose end was saved by a process that died before it could; how many."""
    settled = 0
    while more := play.settle_left_behind():
        settled += len(more)
    return settled


def keep_days() -> int:
    """Draw the daily challenges to come and close the days that are over; how many games ended
    by it."""
    return len(play.keep_days())


def forget_guests() -> int:
    """Delete guests who have finished nothing and not moved for so long, with their games; how
    many. Whoever signs up or in at this moment is passed over."""
    left = User.objects.filter(
        ~Exists(Game.objects.filter(KEPT, player=OuterRef("pk"))),
        is_guest=True,
        date_joined__lt=LATELY,
    )
    forgotten = 0
    while True:
        with transaction.atomic():
            locked = left.select_for_update(skip_locked=True).order_by("pk")
            guests = set(locked.values_list("pk", flat=True)[:AT_ONCE])
            if not guests:
                return forgotten
            forgotten += _forget(guests)


def _forget(guests: set[int]) -> int:
    """All but those who have moved until this moment: a move that is being saved comes first, and
    one that comes later finds no game."""
    games = Game.objects.filter(player__in=guests)
    list(games.select_for_update().order_by("pk").values_list("pk"))
    back = games.filter(KEPT).values_list("player_id", flat=True)
    _, deleted = User.objects.filter(pk__in=guests - set(back)).delete()
    return deleted.get(User._meta.label, 0)


def forget_sessions() -> int:
    """Delete the sessions that have expired, as Django's `clearsessions` does; how many."""
    return Session.objects.filter(expire_date__lt=Now()).delete()[0]


def forget_reports() -> int:
    """Delete what processes have told that ended long ago; how many."""
    return Report.objects.filter(at__lt=Now() - timedelta(hours=1)).delete()[0]
