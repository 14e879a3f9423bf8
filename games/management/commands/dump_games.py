"""`manage.py dump_games`: the open archive, a month at a time."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import archive


def month(text: str) -> date:
    """The first day of a month like 2026-10."""
    try:
        if re.fullmatch("2[0-9]{3}-[0-9]{2}", text):
            return date.fromisoformat(f"{text}-01")
    except ValueError:
        pass
    raise ArgumentTypeError(f"{text!a} is no month, like 2026-10")


class Command(BaseCommand):
    """What a timer may do every day; several at once wait for each other."""

    help = "Write a month's finished ranked games for everybody, read them back and verify them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which month, and where to."""
        parser.add_argument(
            "--month",
            type=month,
            help="like 2026-10 (UTC); without it the last one, unless it is there already",
        )
        parser.add_argument("--into", type=Path, default=settings.ARCHIVE_DIR, help="a folder")

    def handle(self, *, month: date | None, into: Path, verbosity: int, **options: Any) -> None:
        """Raises CommandError where the month is not over, a game does not hold or the disk
        refuses."""
        first = month or archive.last_month()
        try:
            if month is None and archive.find(into, first):
                self._say(verbosity, f"{first:%Y-%m} is in the archive already.")
                return
            written = archive.write(first, into)
        except archive.NotOver:
            raise CommandError(f"{first:%Y-%m} is not over (UTC).") from None
        except archive.Spoiled as spoiled:
            raise CommandError(f"Nothing was written: {spoiled}.") from None
        except OSError as error:
            raise CommandError(f"Nothing was written: {error}") from None
        self._say(
            verbosity,
            f"{into / written.name}: {written.games} games with {written.moves} moves, "
            f"{written.bytes} bytes.",
        )

    def _say(self, verbosity: int, text: str) -> None:
        if verbosity:
            self.stdout.write(text)
