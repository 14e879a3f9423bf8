"""`manage.py seed_demo`: a site that looks lived in."""

import json
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.demo.filling import add_player

PLAYERS = "seeds/demo-players.json"


class Command(BaseCommand):
    """Rows and nothing else; asked again it adds only who is still missing."""

    help = "Fill the site with players who do not exist and real, verifiable games of theirs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A site with people on it has to be meant."""
        parser.add_argument(
            "--force", action="store_true", help="also where KASHI_PRODUCTION is set"
        )

    def handle(self, *, force: bool, **options: Any) -> None:
        """Raises CommandError on a public site."""
        if settings.PRODUCTION and not force:
            raise CommandError(
                "This is a public site (KASHI_PRODUCTION): its boards would show players who do "
                "not exist. --force does it all the same."
            )
        people = json.loads((settings.BASE_DIR / PLAYERS).read_text())
        added = [
            add_player(name=name, strength=strength, chance=Random(name))
            for strength, names in people.items()
            for name in names
        ]
        self.stdout.write(f"Added {sum(map(bool, added))} players with {sum(added)} games.")
