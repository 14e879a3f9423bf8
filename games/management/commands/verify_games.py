"""`manage.py verify_games`: every game of the database replayed, after a restore for example."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Prefetch

from games.models import Game, Segment
from games.records import record_of
from games.rules.record import Broken, verify

AT_ONCE = 100


class Command(BaseCommand):
    """`manage.py verify` for all there are; running games too, whose seeds are known here."""

    help = "Replay every game from its seed and compare it with where its row stands."

    def handle(self, **options: Any) -> None:
        """Names each game that does not hold; raises CommandError if there was one."""
        games = moves = broken = 0
        for game in _begun():
            try:
                moves += _replay(game)
            except Broken as reason:
                broken += 1
                self.stderr.write(f"{game.pk} does not hold: {reason}")
            games += 1
        if broken:
            raise CommandError(f"{broken} of {games} games do not hold.")
        self.stdout.write(f"All {games} games hold, with {moves} moves.")


def _replay(game: Game) -> int:
    """How many moves it has; raises Broken."""
    position = verify(record_of(game) | {"seed": bytes(game.seed).hex()})
    if position.ply != game.ply:  # which no record says
        raise Broken(position.ply, f"the row says that this is ply {game.ply}")
    return position.ply


def _begun() -> Iterator[Game]:
    """In batches of short questions: people may be playing."""
    after = ""
    segments = Prefetch("segments", Segment.objects.order_by("number"))
    begun = Game.objects.exclude(status=Game.Status.PREPARED)
    begun = begun.select_related("challenge").prefetch_related(segments)
    while batch := list(begun.filter(pk__gt=after).order_by("pk")[:AT_ONCE]):
        yield from batch
        after = batch[-1].pk
