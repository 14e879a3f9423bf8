from importlib import import_module

from django.db import migrations

ranks, bots = (import_module(f"games.migrations.{name}") for name in ("0002_ranks", "0003_bots"))

# Spans of 4, 128, 4,096 and 262,144 points or milliseconds. Scores are multiples of four, so a
# finest span holds the players of one score alone: nobody's rank counts those who are level.
LEVELS = (2, 7, 12, 18)
BEFORE = ", ".join(map(str, ranks.LEVELS))
NOW = ", ".join(map(str, LEVELS))


def counted_at(levels):
    """The triggers, and all that they would have counted."""
    return (
        ranks.NO_TRIGGERS
        + bots.TRIGGERS.replace(f"ARRAY[{BEFORE}]", f"ARRAY[{levels}]")
        + "DELETE FROM games_tally;"
        + bots.COUNT_ALL.format(columns=bots.COLUMNS, levels=levels)
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_summaries'),
    ]

    operations = [
        migrations.RunSQL(counted_at(NOW), counted_at(BEFORE)),
    ]
