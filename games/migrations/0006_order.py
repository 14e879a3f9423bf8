from importlib import import_module

from django.db import migrations, models
from django.db.models import Case, F, Q, Value, When

finer = import_module("games.migrations.0005_finer_tallies")
ranks, bots = finer.ranks, finer.bots

# Tallies are of sort values from now on: one order for all boards, so each query is written once.
BY_VALUE = ranks.NO_TRIGGERS + bots.TRIGGERS.replace(f"ARRAY[{finer.BEFORE}]", f"ARRAY[{finer.NOW}]")
BY_ORDER = BY_VALUE.replace("value >> level", "sort_value >> level").replace(
    f"{bots.COLUMNS}, value,", f"{bots.COLUMNS}, sort_value,"
)
COUNT = "DELETE FROM games_tally;" + bots.COUNT_ALL.format(columns=bots.COLUMNS, levels=finer.NOW)
COUNT_BY_ORDER = COUNT.replace("value >> level", "sort_value >> level")

# Functions, because a session keeps the plans of theirs: planned anew, a reading takes three times
# as long as it is run. The plans are the general ones: they walk the index, whatever is looked for.
BOARD = "bots_ boolean, shape_ text, metric_ text, period_ text, first_day_ date"
LANGUAGE = """
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
"""
ON_BOARD = """({0}.bots, {0}.shape, {0}.metric, {0}.period, {0}.first_day)
    = (bots_, shape_, metric_, period_, first_day_)"""
BEST = "FROM games_best AS best WHERE best.ranked AND " + ON_BOARD.format("best")
TALLY = "FROM games_tally AS tally WHERE " + ON_BOARD.format("tally")
SPANS = "(VALUES (18, NULL::int), (12, 18), (7, 12), (2, 7)) AS span (level, parent)"
FAR = 2**62  # beyond all buckets

# One more than what the tallies hold ahead of a value, each level within the span of the one above
# it, and the few rows ahead of it within its finest span.
RANK = f"""
CREATE FUNCTION games_rank({BOARD}, sort_value_ bigint) RETURNS bigint {LANGUAGE}
BEGIN
    RETURN 1 + (
        SELECT coalesce(sum(ahead.amount), 0)
        FROM {SPANS},
        LATERAL (
            SELECT tally.amount {TALLY}
                AND tally.level = span.level::smallint
                AND tally.bucket < sort_value_ >> span.level
                AND tally.bucket >= coalesce(
                    (sort_value_ >> span.parent) << (span.parent - span.level), -{FAR})
        ) AS ahead
    ) + (
        SELECT count(*) {BEST}
            AND best.sort_value >= (sort_value_ >> 2) << 2 AND best.sort_value < sort_value_
    );
END $$;
"""

# The row at a place from the top, NULL past the last: down the levels, and along a finest span.
AT_RANK = f"""
CREATE FUNCTION games_at_rank({BOARD}, rank_ bigint) RETURNS bigint {LANGUAGE}
DECLARE
    span record;
    before bigint := rank_ - 1;
    bucket_ bigint := 0;
BEGIN
    FOR span IN SELECT level, parent - level AS bits FROM {SPANS} LOOP
        SELECT tally.bucket, before - (tally.upto - tally.amount) INTO bucket_, before
        FROM (
            SELECT tally.bucket, tally.amount, sum(tally.amount) OVER (ORDER BY tally.bucket) AS upto
            {TALLY}
                AND tally.level = span.level::smallint
                AND tally.bucket >= coalesce(bucket_ << span.bits, -{FAR})
                AND tally.bucket < coalesce((bucket_ + 1) << span.bits, {FAR})
        ) AS tally
        WHERE tally.upto > before ORDER BY tally.bucket LIMIT 1;
        EXIT WHEN bucket_ IS NULL;
    END LOOP;
    RETURN (
        SELECT best.id {BEST}
            AND best.sort_value >= bucket_ << 2 AND best.sort_value < (bucket_ + 1) << 2
        ORDER BY best.sort_value, best.at, best.id OFFSET before LIMIT 1
    );
END $$;
"""

# The rows above a place, and those from the place on, with their ranks: that of the first is
# counted, the others follow from it. No caller wants more than MOST; a limit that the planner
# knows lets it walk the index, and the outer one ends the walk.
MOST = 101
WINDOW = f"""
CREATE FUNCTION games_window(
    {BOARD}, sort_value_ bigint, at_ timestamptz, id_ bigint, above_ integer, below_ integer
) RETURNS TABLE (
    rank bigint, id bigint, value bigint, at timestamptz, game_id varchar, player_id bigint,
    player varchar, cells bytea
) {LANGUAGE}
BEGIN
    RETURN QUERY
    WITH part AS MATERIALIZED (
        (SELECT * FROM (
            SELECT best.* {BEST} AND (best.sort_value, best.at, best.id) < (sort_value_, at_, id_)
            ORDER BY best.sort_value DESC, best.at DESC, best.id DESC LIMIT {MOST}
        ) AS higher LIMIT above_)
        UNION ALL
        (SELECT * FROM (
            SELECT best.* {BEST} AND (best.sort_value, best.at, best.id) >= (sort_value_, at_, id_)
            ORDER BY best.sort_value, best.at, best.id LIMIT {MOST}
        ) AS lower LIMIT below_)
    ), first AS (
        SELECT part.* FROM part ORDER BY part.sort_value, part.at, part.id LIMIT 1
    ), start AS MATERIALIZED (
        SELECT first.sort_value,
            games_rank(bots_, shape_, metric_, period_, first_day_, first.sort_value) AS rank,
            (SELECT count(*) {BEST} AND best.sort_value = first.sort_value
                AND (best.at, best.id) < (first.at, first.id)) AS level
        FROM first
    )
    SELECT
        CASE WHEN part.sort_value = start.sort_value THEN start.rank
            ELSE start.rank + start.level + rank() OVER (ORDER BY part.sort_value) - 1 END,
        part.id, part.value, part.at, part.game_id, part.player_id, player.username, game.cells
    FROM start CROSS JOIN part
    JOIN accounts_user AS player ON player.id = part.player_id
    JOIN games_game AS game ON game.id = part.game_id
    ORDER BY part.sort_value, part.at, part.id;
END $$;
"""
DROP = "DROP FUNCTION games_window; DROP FUNCTION games_at_rank; DROP FUNCTION games_rank;"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_finer_tallies'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='best',
            name='best_most',
        ),
        migrations.RemoveIndex(
            model_name='best',
            name='best_least',
        ),
        migrations.AddField(
            model_name='best',
            name='sort_value',
            field=models.GeneratedField(
                expression=Case(
                    When(metric='score', then=F('value') * Value(-1)),
                    default=F('value'),
                    output_field=models.BigIntegerField(),
                ),
                output_field=models.BigIntegerField(),
                db_persist=True,
            ),
        ),
        migrations.AddIndex(
            model_name='best',
            index=models.Index(condition=Q(('ranked', True)), fields=['bots', 'shape', 'metric', 'period', 'first_day', 'sort_value', 'at', 'id'], name='best_order'),
        ),
        migrations.RunSQL(BY_ORDER + COUNT_BY_ORDER, BY_VALUE + COUNT),
        migrations.RunSQL(RANK + AT_RANK + WINDOW, DROP),
    ]
