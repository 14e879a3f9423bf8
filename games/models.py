"""Rows and their constraints. What a move changes is one narrow row of `Game`."""

import secrets
import string
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, When
from django.db.models.functions import Now
from django.urls.converters import StringConverter
from django.utils.translation import gettext_lazy as _

from games.rules.board import SHAPES
from games.rules.position import Position
from games.rules.tiles import Tiles, commitment

ID_ALPHABET = string.digits + string.ascii_letters
ID_LENGTH = 8


def new_game_id() -> str:
    """Eight letters and digits: 2 * 10^14 of them, so a million games collide once in 400."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class GameId(StringConverter):
    """A game's id in an address; anything else leads nowhere, and never to the database."""

    regex = f"[0-9A-Za-z]{{{ID_LENGTH}}}"


class Challenge(models.Model):
    """The daily challenge of a day (UTC): one seed, drawn a week ahead, for everybody's attempt.

    PostgreSQL lets nobody change a seed that was committed to: migrations/0008_daily.py.
    """

    day = models.DateField(primary_key=True)
    seed = models.BinaryField()  # secret until the day has closed
    created_at = models.DateTimeField(db_default=Now())  # the commitment is public from then on
    # When the last attempts were ended, and the seed became public; `games.daily` says when.
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Never more than its day."""
        return str(self.day)

    @property
    def tiles_id(self) -> str:
        """What its tiles, and the records of its games, are named by."""
        return daily_id(self.day)

    @property
    def commitment(self) -> str:
        """What the seed was sealed with."""
        return commitment(bytes(self.seed), self.tiles_id)

    @property
    def public_seed(self) -> str | None:
        """The seed, as anybody may read it: not before the day has closed."""
        return None if self.closed_at is None else bytes(self.seed).hex()


def daily_id(day: date) -> str:
    """The `game_id` of all games of a day."""
    return f"daily-{day.isoformat()}"


class Game(models.Model):
    """One game, from its commitment to its end.

    The journal writes `cells`, `score`, `ply`, `tail`, `status`, `moved_at` and the two `won_*`
    columns with every batch of moves, so no index may touch them: updates then stay heap-only.
    """

    class Kind(models.TextChoices):
        """What the game counts for. An attempt at a daily challenge that came along with a guest
        to an account that has one already, or to a bot, is kept and counts for nothing."""

        RANKED = "ranked", _("Ranked")
        DAILY = "daily", _("Daily challenge")
        EXTRA = "extra", _("Daily challenge, not ranked")
        BOT = "bot", _("Bot")

    class Status(models.TextChoices):
        """Where a game stands; `won` waits for the player's answer to the banner."""

        PREPARED = "prepared", _("Prepared")
        PLAYING = "playing", _("Playing")
        WON = "won", _("Won")
        OVER = "over", _("Over")
        GIVEN_UP = "given_up", _("Given up")

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_game_id)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="games"
    )
    shape = models.CharField(max_length=5)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.RANKED)
    challenge = models.ForeignKey(
        Challenge, null=True, on_delete=models.PROTECT, related_name="games", db_index=False
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.PREPARED)
    cells = models.BinaryField(default=b"")  # one exponent a byte, row by row; 0 is empty
    score = models.BigIntegerField(default=0)
    ply = models.IntegerField(default=0)
    tail = models.BinaryField(default=b"")  # moves since the last full segment, two bytes each
    seed = models.BinaryField()  # secret until the game has ended
    client_seed = models.CharField(max_length=32, default="")
    won_at_ply = models.IntegerField(null=True)
    hidden = models.BooleanField(default=False)  # kept off every board by a moderator
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    first_moved_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    won_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(F("player"), F("created_at").desc(), F("id").desc(), name="game_history"),
            models.Index(
                fields=["player", "shape"],
                name="game_open",
                condition=Q(ended_at__isnull=True),
            ),
            models.Index(
                fields=["ended_at"],
                name="game_unsettled",
                condition=Q(ended_at__isnull=False, settled_at__isnull=True),
            ),
            models.Index(
                fields=["challenge"],
                name="game_of_a_day",
                condition=Q(challenge__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(score__gte=0, ply__gte=0), name="game_counts_up"),
            models.CheckConstraint(
                condition=Q(kind__in=("daily", "extra")) ^ Q(challenge__isnull=True),
                name="daily_games_have_a_challenge",
            ),
            models.UniqueConstraint(
                fields=["player", "challenge"],
                name="one_daily_attempt",
                condition=Q(kind="daily"),
            ),
        ]

    def __str__(self) -> str:
        """The public id: the name that players and moderators quote."""
        return self.id

    @property
    def is_open(self) -> bool:
        """Whether the game can still take a move or an answer."""
        return self.status in OPEN

    @property
    def position(self) -> Position:
        """Where the game stands; an empty board while it is prepared."""
        shape = SHAPES[self.shape]
        cells = bytes(self.cells) or bytes(shape.size)
        return Position(shape, cells, self.score, self.ply, self.won_at_ply)

    @property
    def tiles(self) -> Tiles:
        """What spawns in this game: for the server's eyes alone until the end."""
        return Tiles(seed=bytes(self.seed), game_id=self.tiles_id, client_seed=self.client_seed)

    @property
    def tiles_id(self) -> str:
        """What its tiles and its record are named by: of a daily challenge its day, since all
        games of it hold one seed."""
        return self.id if self.challenge_id is None else daily_id(self.challenge_id)

    @property
    def commitment(self) -> str:
        """What the seed was sealed with before the game."""
        return commitment(bytes(self.seed), self.tiles_id)

    @property
    def is_sealed(self) -> bool:
        """Whether others are still to meet these tiles: then the seed is for nobody, and what was
        played for the player alone, also when the game has ended."""
        return self.challenge is not None and self.challenge.closed_at is None


OPEN = (Game.Status.PLAYING, Game.Status.WON)
ENDED = (Game.Status.OVER, Game.Status.GIVEN_UP)


SEGMENT_MOVES = 128


class Segment(models.Model):
    """128 moves of a game that are behind it for good: two bytes each, as in `Game.tail`."""

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="segments")
    number = models.IntegerField()  # 0 holds moves 1 to 128
    moves = models.BinaryField()

    def __str__(self) -> str:
        """For whoever looks into a shell."""
        return f"{self.game_id} {self.number}"


BOARD = ("bots", "shape", "metric", "period", "first_day")  # what names a leaderboard
DAILY = "daily"  # stands in the place of a shape where the board is that of a daily challenge


class Best(models.Model):
    """The best of one player, on one shape, by one metric, in one period."""

    class Metric(models.TextChoices):
        """What is compared: points; of wins, the milliseconds from the first move to the winning
        merge, and the moves up to it. Of the latter two less is better."""

        SCORE = "score", _("Score")
        FASTEST = "fastest", _("Fastest win")
        FEWEST = "fewest", _("Fewest moves")

    class Period(models.TextChoices):
        """How long a value counts; each begins at a UTC midnight, weeks on Monday (ISO)."""

        ALL = "all", _("All time")
        YEAR = "year", _("Year")
        MONTH = "month", _("Month")
        WEEK = "week", _("Week")
        DAY = "day", _("Day")

    # The index of the constraint below begins with it.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bests", db_index=False
    )
    shape = models.CharField(max_length=5)
    metric = models.CharField(max_length=8, choices=Metric)
    period = models.CharField(max_length=5, choices=Period)
    first_day = models.DateField()  # of the period; 1970-01-01 for `all`
    value = models.BigIntegerField()
    # The order of every board, whatever its metric: less stands higher.
    sort_value = models.GeneratedField(
        expression=Case(
            When(metric="score", then=-F("value")),
            default=F("value"),
            output_field=models.BigIntegerField(),
        ),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="bests", db_index=False)
    at = models.DateTimeField()
    # Kept by PostgreSQL, from what the player is: migrations/0003_bots.py.
    ranked = models.BooleanField(default=False)  # whether it has a place, and
    bots = models.BooleanField(default=False, db_default=False)  # on whose boards

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "shape", "metric", "period", "first_day"],
                name="one_best_a_period",
            ),
        ]
        indexes = [
            # Django's own for a key of letters would be two, of which one is for `LIKE`.
            models.Index(fields=["game"], name="best_game"),
            models.Index(
                fields=[*BOARD, "sort_value", "at", "id"],
                name="best_order",
                condition=Q(ranked=True),
            ),
        ]

    def __str__(self) -> str:
        """Short enough for a list in the admin."""
        return f"{self.shape} {self.metric} {self.period} {self.value}"


class Tally(models.Model):
    """How many ranked bests of a board have a `sort_value` in a span of 2^level from
    bucket * 2^level on.

    Kept by PostgreSQL in the transaction that changes a best, so that a rank is a few sums instead
    of a count: migration 0006 has the triggers that write it and the functions that read it.
    """

    pk = models.CompositePrimaryKey(*BOARD, "level", "bucket")
    bots = models.BooleanField()
    shape = models.CharField(max_length=5)
    metric = models.CharField(max_length=8)
    period = models.CharField(max_length=5)
    first_day = models.DateField()
    level = models.SmallIntegerField()
    bucket = models.BigIntegerField()
    amount = models.IntegerField()

    def __str__(self) -> str:
        """For whoever looks into a shell."""
        return f"{self.shape} {self.metric} {self.period}: {self.amount} at {self.bucket}"


class Summary(models.Model):
    """What a history sorts and filters by, of a begun game, in a narrow row that no move touches.

    Even a partial index on a column that moves change would end the heap-only updates of `Game`:
    PostgreSQL looks at the columns of all indexes. So it writes this row when a game begins, ends
    or changes hands: migrations/0004_summaries.py has the triggers of this and the next two.
    """

    class Result(models.TextChoices):
        """How it went. A game that was won and then given up was won."""

        RUNNING = "running", _("Running")
        WON = "won", _("Won")
        OVER = "over", _("Over")
        GIVEN_UP = "given_up", _("Given up")

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="summary"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    shape = models.CharField(max_length=5)
    result = models.CharField(max_length=8, choices=Result)
    started_at = models.DateTimeField()
    score = models.BigIntegerField(null=True)  # null until the end, like the moves
    moves = models.IntegerField(null=True)

    class Meta:
        # One for each order, with all that is filtered by: what does not match costs no row.
        indexes = [
            models.Index(
                fields=["player", "started_at", "game"],
                include=["shape", "result"],
                name="summary_started",
            ),
            models.Index(
                fields=["player", "score", "game"],
                include=["shape", "result", "started_at"],
                condition=Q(score__isnull=False),
                name="summary_score",
            ),
            models.Index(
                fields=["player", "moves", "game"],
                include=["shape", "result", "started_at"],
                condition=Q(moves__isnull=False),
                name="summary_moves",
            ),
        ]

    def __str__(self) -> str:
        """For whoever looks into a shell."""
        return f"{self.game_id}: {self.result}"


class Day(models.Model):
    """What a player's settled games on a shape add up to, of those begun on one day (UTC)."""

    pk = models.CompositePrimaryKey("player_id", "shape", "day")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    shape = models.CharField(max_length=5)
    day = models.DateField()
    games = models.IntegerField()
    moves = models.BigIntegerField()
    points = models.BigIntegerField()
    best = models.BigIntegerField()

    def __str__(self) -> str:
        """For whoever looks into a shell."""
        return f"{self.player_id} {self.shape} {self.day}: {self.games}"


class Spread(models.Model):
    """How many of a player's settled games on a shape ended with a largest tile and a score in a
    range, which begins at one of `games.figures.BOUNDS`."""

    pk = models.CompositePrimaryKey("player_id", "shape", "largest", "score_from")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    shape = models.CharField(max_length=5)
    largest = models.SmallIntegerField()  # its exponent
    score_from = models.BigIntegerField()
    games = models.IntegerField()

    def __str__(self) -> str:
        """For whoever looks into a shell."""
        return f"{self.player_id} {self.shape} {self.largest} {self.score_from}: {self.games}"


class Report(models.Model):
    """What one server process tells of the games that are played and watched at it: `showing`.

    Not logged, so that writing it every second costs next to nothing (migration 0009); a database
    that crashed has forgotten it, and a second later knows it again.
    """

    process = models.CharField(primary_key=True, max_length=8)
    at = models.DateTimeField()
    text = models.TextField()

    def __str__(self) -> str:
        """For whoever looks into a shell."""
        return f"{self.process} at {self.at}"
