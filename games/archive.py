"""The open archive: the finished ranked games of each month as JSON lines, for anybody.

A month is three files: the packed lines, `.sha256` beside them, and a summary that is written last,
so that a month is listed once it is whole. No player is named: an archive that has been taken
cannot be taken back, and a game's page names its player for as long as they want that.
"""

import gzip
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from fcntl import LOCK_EX, flock
from itertools import islice
from pathlib import Path

import msgspec
from django.db import connection
from django.db.models import Prefetch, QuerySet

from games.export import line
from games.models import ENDED, Game, Segment
from games.periods import Period, first_day, next_first_day
from games.rules.record import Broken, verify

BATCH = 50  # games in memory at once; a long one takes half a megabyte
GRACE = timedelta(minutes=10)  # an end of the last moment may still be on its way to the disk


class Month(msgspec.Struct, frozen=True):
    """What the archive tells of a month."""

    first_day: date
    games: int
    moves: int
    bytes: int
    sha256: str

    @property
    def name(self) -> str:
        """Of the file."""
        return name_of(self.first_day)


class NotOver(Exception):
    """Of a month to which games may still be added."""


class Spoiled(Exception):
    """A game that does not hold, which no archive may have."""


def name_of(first: date) -> str:
    """The file of a month, as in kashi-2026-10.jsonl.gz."""
    return f"kashi-{first:%Y-%m}.jsonl.gz"


def last_month() -> date:
    """The first day of the month before this one (UTC)."""
    this = first_day(Period.MONTH, _now() - GRACE)
    return first_day(Period.MONTH, datetime.combine(this - timedelta(days=1), time(), UTC))


def months(folder: Path) -> list[Month]:
    """All that are whole, the newest first."""
    names = sorted((path.name[:-5] for path in folder.glob("kashi-*.json")), reverse=True)
    return [month for name in names if (month := _summary(folder / name))]


def find(folder: Path, first: date) -> Month | None:
    """The month that begins on this day; None where the archive does not have it."""
    return _summary(folder / name_of(first))


def _summary(file: Path) -> Month | None:
    try:
        month = msgspec.json.decode(_beside(file, ".json").read_bytes(), type=Month)
        return month if file.stat().st_size == month.bytes and file.name == month.name else None
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def write(first: date, folder: Path) -> Month:
    """The archive of a month, anew where it is there already: the same games give the same bytes.
    Raises NotOver, Spoiled or OSError, and then leaves everything as it was."""
    if _now() < _midnight(_after(first)) + GRACE:
        raise NotOver
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name_of(first)
    with _alone(folder):
        fresh = _beside(file, ".unfinished")
        try:
            written = _write(first, fresh)
            month = _read_back(first, fresh, written)
            _publish(month, fresh, file)
        finally:
            fresh.unlink(missing_ok=True)
    return month


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Of two who write, the second waits; the kernel frees the lock on any death."""
    with (folder / ".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def _write(first: date, fresh: Path) -> int:
    """How many games. Neither name nor time goes into the packed file: nothing but the games."""
    count = 0
    with fresh.open("wb") as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            for game in _games(first):
                packed.write(line(game))
                count += 1
        file.flush()
        os.fsync(file.fileno())
    return count


def _games(first: date) -> Iterator[Game]:
    """Those that anybody may see, as they ended. The ids are kept by the database meanwhile, in
    no transaction, so that memory and other people's work are spared."""
    ids = _finished(first).order_by("ended_at", "pk").values_list("pk", flat=True).iterator(1000)
    segments = Prefetch("segments", Segment.objects.order_by("number"))
    while batch := list(islice(ids, BATCH)):
        games = _finished(first).prefetch_related(segments).in_bulk(batch)
        yield from (games[pk] for pk in batch if pk in games)


def _finished(first: date) -> QuerySet[Game]:
    """The same that games.results shows, and ranked: the seed of a day is another's secret."""
    return Game.objects.filter(
        kind=Game.Kind.RANKED,
        status__in=ENDED,
        hidden=False,
        player__is_active=True,
        ended_at__gte=_midnight(first),
        ended_at__lt=_midnight(_after(first)),
    )


def _read_back(first: date, fresh: Path, written: int) -> Month:
    """What really came to lie on the disk, with every game checked as anybody would."""
    games = moves = 0
    with fresh.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    with gzip.open(fresh) as lines:
        for read in lines:
            games += 1
            record = msgspec.json.decode(read)
            try:
                moves += verify(record).ply
            except Broken as broken:
                raise Spoiled(f"{record['game_id']} does not hold: {broken}") from None
    if games != written:
        raise OSError(f"{written} games were written and {games} read back.")
    return Month(first, games, moves, fresh.stat().st_size, sha256)


def _publish(month: Month, fresh: Path, file: Path) -> None:
    """Takes the old summary away first and puts the new one there last: whatever happens between,
    no wrong checksum is ever shown."""
    summary, checksum = _beside(file, ".json"), _beside(file, ".sha256")
    summary.unlink(missing_ok=True)
    _put(checksum, f"{month.sha256}  {file.name}\n".encode())
    fresh.chmod(0o644)
    fresh.rename(file)
    _put(summary, msgspec.json.encode(month))


def _put(file: Path, content: bytes) -> None:
    fresh = _beside(file, ".unfinished")
    fresh.write_bytes(content)
    fresh.rename(file)


def _after(first: date) -> date:
    after = next_first_day(Period.MONTH, first)
    assert after is not None  # noqa: S101 - only all time has none
    return after


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _now() -> datetime:
    """By the database's clock, which also said when each game ended."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        now: datetime = cursor.fetchone()[0]
    return now
