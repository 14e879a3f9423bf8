"""What the API reads and writes of the daily challenge."""

from rest_framework import serializers

from games.api.serializers import MAX_SCORE, BodySerializer, Fields, RowPageSerializer, Whole
from games.models import Game


class CommittedSerializer(Fields):
    """A challenge to come: its tiles are fixed."""

    day = serializers.DateField()
    commitment = serializers.CharField()
    published_at = serializers.DateTimeField()


class ToldSerializer(CommittedSerializer):
    """A day's challenge: an attempt may be begun until `ends_at` and finished until `closes_at`.
    `game_id` is that of the records of all its games."""

    game_id = serializers.CharField()
    ends_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    seed = serializers.CharField(allow_null=True, help_text="Null until the day has closed.")
    players = serializers.IntegerField(help_text="With a place on the board.")


class AttemptSerializer(Fields):
    """My own attempt. It has a rank once it has ended; guests have none."""

    game = serializers.CharField()
    status = serializers.ChoiceField(Game.Status.choices)
    score = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)


class StreaksSerializer(Fields):
    """Days in a row with an attempt that ended with points."""

    current = serializers.IntegerField()
    longest = serializers.IntegerField()


class TodaySerializer(ToldSerializer):
    """The running day, those to come, and what is mine of it."""

    coming = CommittedSerializer(many=True)
    attempt = AttemptSerializer(allow_null=True)
    streaks = StreaksSerializer(allow_null=True)


class DayPageSerializer(ToldSerializer, RowPageSerializer):
    """A day, and a part of its board."""


class ScoreQuery(Fields):
    """Whose place."""

    score = Whole(
        required=False,
        min_value=0,
        max_value=MAX_SCORE,
        help_text="Ask for the place that this score would take; guests may, too.",
    )


class DaySerializer(BodySerializer):
    """Which day is meant: a page that was opened before midnight (UTC) means another than now."""

    day = serializers.DateField()
