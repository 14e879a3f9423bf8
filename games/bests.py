"""Writing bests: one row for each player, shape, metric and period, kept at the best value.

Whatever changes a player's bests locks the player first, so no two writers meet in the rows, and
each sees what the one before it committed (READ COMMITTED, PostgreSQL's default). The order of
locks is player, game, bests everywhere: settle a game here before its own row is written.
"""

from collections.abc import Sequence

from django.db import connection, transaction

from accounts.models import User
from games.models import Best, Game

# A sooner date wins among equal values, in whatever order the games are counted.
_KEEP_BETTER = """
ON CONFLICT (player_id, shape, metric, period, first_day) DO UPDATE
SET value = excluded.value, game_id = excluded.game_id, at = excluded.at
WHERE CASE held.metric WHEN 'score' THEN -excluded.value ELSE excluded.value END
    < CASE held.metric WHEN 'score' THEN -held.value ELSE held.value END
   OR (excluded.value = held.value AND excluded.at < held.at)
"""

# DISTINCT ON, because one statement may not touch a row twice. An attempt at a daily challenge
# counts on the board of its day and nowhere else, by its score, once it has ended: others knew its
# tiles.
_COUNT = """
INSERT INTO games_best AS held
    (player_id, shape, metric, period, first_day, value, game_id, at)
SELECT DISTINCT ON (game.player_id, span.shape, result.metric, span.period, span.first_day)
    game.player_id, span.shape, result.metric, span.period, span.first_day,
    result.value, game.id, result.at
FROM games_game AS game
CROSS JOIN LATERAL (VALUES
    ('score', game.score, coalesce(game.ended_at, game.moved_at)),
    ('fastest',
     (extract(epoch FROM game.won_at - game.first_moved_at) * 1000)::bigint, game.won_at),
    ('fewest', game.won_at_ply, game.won_at)
) AS result (metric, value, at)
CROSS JOIN LATERAL (
    SELECT game.shape, calendar.* FROM (VALUES
        ('all', date '1970-01-01'),
        ('year', date_trunc('year', result.at AT TIME ZONE 'UTC')::date),
        ('month', date_trunc('month', result.at AT TIME ZONE 'UTC')::date),
        ('week', date_trunc('week', result.at AT TIME ZONE 'UTC')::date),
        ('day', (result.at AT TIME ZONE 'UTC')::date)
    ) AS calendar WHERE game.kind IN ('ranked', 'bot')
    UNION ALL
    SELECT 'daily', 'day', game.challenge_id
    WHERE game.kind = 'daily' AND result.metric = 'score' AND game.ended_at IS NOT NULL
) AS span (shape, period, first_day)
WHERE game.{which} = %s AND NOT game.hidden
    AND game.ply > 0 AND game.score > 0
    AND result.value IS NOT NULL AND result.at IS NOT NULL
ORDER BY game.player_id, span.shape, result.metric, span.period, span.first_day,
    CASE result.metric WHEN 'score' THEN -result.value ELSE result.value END,
    result.at, game.id
"""
COUNT_GAME = _COUNT.format(which="id") + _KEEP_BETTER
COUNT_PLAYER = _COUNT.format(which="player_id") + _KEEP_BETTER

CARRY = """
WITH brought AS (
    DELETE FROM games_best WHERE player_id = %s
    RETURNING shape, metric, period, first_day, value, game_id, at
)
INSERT INTO games_best AS held
    (player_id, shape, metric, period, first_day, value, game_id, at)
SELECT %s, shape, metric, period, first_day, value, game_id, at FROM brought
"""


@transaction.atomic
def record_best(*, game_id: str) -> None:
    """Let a game count as it stands now, in all five periods. Safe to repeat."""
    _lock(games=game_id)
    _run(COUNT_GAME, [game_id])


@transaction.atomic
def move_bests(*, from_player: int, to_player: int) -> None:
    """Carry a guest's bests to an account, the better of two staying; after its games moved."""
    _lock(pk__in=[from_player, to_player])
    Best.objects.filter(player=from_player, game__kind=Game.Kind.EXTRA).delete()
    _run(CARRY + _KEEP_BETTER, [from_player, to_player])


@transaction.atomic
def set_hidden(*, game_id: str, hidden: bool) -> None:
    """Take a game off every board, where its player's next best then stands; or put it back."""
    player_ids = _lock(games=game_id)
    Game.objects.filter(pk=game_id).update(hidden=hidden)
    if hidden:
        Best.objects.filter(game_id=game_id).delete()
    for player_id in player_ids:
        _run(COUNT_PLAYER, [player_id])


def _lock(**whom: str | list[int]) -> list[int]:
    """Wait for whoever writes these players' bests, until the transaction ends; who they are."""
    players = User.objects.select_for_update(no_key=True, of=("self",)).filter(**whom)
    return list(players.order_by("pk").values_list("pk", flat=True))


def _run(statement: str, parameters: Sequence[str | int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
