"""What the API reads and writes, as OpenAPI describes it."""

import re
from datetime import UTC, date, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.history import Sort
from games.models import Best, Game, Summary
from games.periods import ALL_TIME
from games.rules.board import SHAPES
from games.showing import MOST

MAX_LIMIT = 100
MAX_SCORE = 2**53 - 1  # what a browser counts to


# Base for all of them: nothing here is kept, so none can create or update.
class Fields(serializers.Serializer[Any]):
    """A fixed set of fields."""


class ErrorSerializer(Fields):
    """Why a request was not done: a code for programs, a sentence for people."""

    code = serializers.CharField()
    detail = serializers.CharField()


class BodySerializer(Fields):
    """What is sent: a field that is not declared is refused, here as on the socket."""

    def to_internal_value(self, data: Any) -> Any:
        """Raises ValidationError for the first one too many."""
        for name in data:
            if name not in self.fields:
                raise serializers.ValidationError({str(name)[:40]: _("There is no such field.")})
        return super().to_internal_value(data)


class YesOrNo(serializers.BooleanField):
    """`true` or `false` of JSON; DRF would take a good many words for them."""

    def to_internal_value(self, data: Any) -> bool:
        """Raises ValidationError for anything else."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class ChangeSerializer(BodySerializer):
    """What one may change about oneself."""

    watchable = YesOrNo()


class Whole(serializers.IntegerField):
    """An integer of an address; DRF would take 1.0 for one."""

    re_decimal = re.compile("(?!)")  # of what DRF leaves out, nothing


# --- what is asked -------------------------------------------------------------------------------
class BoardQuery(Fields):
    """Which metric, and which year, month, week or day: the one that `on` lies in (UTC); of people
    or of bots."""

    metric = serializers.ChoiceField(Best.Metric.choices, default=Best.Metric.SCORE)
    on = serializers.DateField(required=False, help_text="A day of the period; today if left out.")
    bots = serializers.BooleanField(default=False, help_text="The boards of bots.")

    def validate_on(self, on: date) -> date:
        """Boards begin with the clock's own first day, and none is of the future."""
        if not ALL_TIME <= on <= datetime.now(UTC).date():
            raise serializers.ValidationError(_("No board is kept for this day."))
        return on


class PageQuery(Fields):
    """Which part of a list."""

    cursor = serializers.CharField(required=False, help_text="As in `next` or `previous`.")
    limit = Whole(default=25, min_value=1, max_value=MAX_LIMIT)


class BoardPageQuery(BoardQuery, PageQuery):
    """Which board, and which part of it: by cursor, or from a rank or a name on."""

    rank = Whole(
        required=False, min_value=1, help_text="Begin with the row at this place from the top."
    )
    name = serializers.CharField(required=False, help_text="Begin with this player's row.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A page begins in one place."""
        if len(attrs.keys() & {"cursor", "rank", "name"}) > 1:
            raise serializers.ValidationError(_("Give one of cursor, rank and name."))
        return attrs


class AroundQuery(BoardQuery):
    """Which board, and whose place on it."""

    score = Whole(
        required=False,
        min_value=0,
        max_value=MAX_SCORE,
        help_text="Ask for the place that this score would take; guests may, too.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Scores stand on the boards of scores."""
        if "score" in attrs and attrs["metric"] != Best.Metric.SCORE:
            raise serializers.ValidationError(_("A score has a place among scores only."))
        return attrs


class GameListQuery(PageQuery):
    """Whose games, which of them, in what order, and which part. Sorted by score or length, a
    game that still runs is left out."""

    player = serializers.CharField(help_text="The name of a player.")
    shape = serializers.ChoiceField(list(SHAPES), required=False)
    result = serializers.ChoiceField(Summary.Result.choices, required=False)
    sort = serializers.ChoiceField([sort.value for sort in Sort], default=Sort.NEWEST.value)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With `from`, which is a word of Python and cannot be an attribute."""
        days = {
            "from": serializers.DateField(required=False, help_text="Begun on this day or later."),
            "to": serializers.DateField(required=False, help_text="Begun on this day or earlier."),
        }
        return super().get_fields() | days


class WatchQuery(Fields):
    """Which of the games that are played just now, and how many."""

    shape = serializers.ChoiceField(list(SHAPES), required=False)
    bots = serializers.BooleanField(default=False, help_text="The games of bots.")
    limit = Whole(default=MOST, min_value=1, max_value=MOST)


# --- what is answered ----------------------------------------------------------------------------
class RowSerializer(Fields):
    """A player's place on a board. `value` is points, milliseconds for `fastest`, moves for
    `fewest`."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    value = serializers.IntegerField()
    game = serializers.CharField()
    at = serializers.DateTimeField()


class MyRowSerializer(RowSerializer):
    """One's own place; that of a score that is asked for has no game, a guest has no name."""

    player = serializers.CharField(allow_null=True)
    game = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)


class AroundSerializer(Fields):
    """One's own row and its neighbours; all empty without a place on this board."""

    me = MyRowSerializer(allow_null=True)
    above = RowSerializer(many=True)
    below = RowSerializer(many=True)
    missing = serializers.IntegerField(
        allow_null=True,
        help_text="Points, milliseconds or moves to the next rank; null at the top.",
    )


class PlayedSerializer(Fields):
    """A game that was begun, as it stands now."""

    id = serializers.CharField()
    shape = serializers.ChoiceField(list(SHAPES))
    kind = serializers.ChoiceField(Game.Kind.choices)
    status = serializers.ChoiceField(Game.Status.choices)
    won = serializers.BooleanField()
    score = serializers.IntegerField()
    largest = serializers.IntegerField()
    moves = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class ShownSerializer(Fields):
    """A game that is played just now; `player` is null for a guest."""

    id = serializers.CharField()
    shape = serializers.ChoiceField(list(SHAPES))
    kind = serializers.ChoiceField(Game.Kind.choices)
    player = serializers.CharField(allow_null=True)
    score = serializers.IntegerField()
    largest = serializers.IntegerField()
    ply = serializers.IntegerField()
    board = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    watchers = serializers.IntegerField()


class ShownListSerializer(Fields):
    """The best games of this moment."""

    results = ShownSerializer(many=True)


class StandingSerializer(Fields):
    """A player's best score of all time on a shape, and its rank; null for guests."""

    shape = serializers.ChoiceField(list(SHAPES))
    value = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    game = serializers.CharField()
    at = serializers.DateTimeField()


class PlayerSerializer(Fields):
    """What everybody may know of a player."""

    name = serializers.CharField()
    bot = serializers.BooleanField()
    since = serializers.DateTimeField()
    games = serializers.IntegerField()
    moves = serializers.IntegerField()
    bests = StandingSerializer(many=True)


class MeSerializer(Fields):
    """Who asks. A guest plays without a name; without both, nobody has begun to play."""

    name = serializers.CharField(allow_null=True)
    guest = serializers.BooleanField()
    bot = serializers.BooleanField()
    watchable = serializers.BooleanField(
        help_text="Whether others may see games as they are played."
    )
    open_games = PlayedSerializer(many=True)
    bests = StandingSerializer(many=True)


class RowPageSerializer(Fields):
    """A part of a board."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = RowSerializer(many=True)


class PlayedPageSerializer(Fields):
    """A part of a player's history."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = PlayedSerializer(many=True)
