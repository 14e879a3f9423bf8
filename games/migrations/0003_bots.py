from importlib import import_module

from django.db import migrations, models

ranks = import_module("games.migrations.0002_ranks")

# A best stands among people or among bots, as its player does; nothing else makes it one of either.
RANKED = """
CREATE FUNCTION games_best_is_ranked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT is_active AND NOT is_guest, is_bot INTO NEW.ranked, NEW.bots
        FROM accounts_user WHERE id = NEW.player_id;
    RETURN NEW;
END $$;
CREATE TRIGGER games_best_is_ranked BEFORE INSERT ON games_best
    FOR EACH ROW EXECUTE FUNCTION games_best_is_ranked();

CREATE FUNCTION games_player_is_ranked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE games_best SET ranked = NEW.is_active AND NOT NEW.is_guest, bots = NEW.is_bot
        WHERE player_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER games_player_is_ranked AFTER UPDATE OF is_active, is_guest, is_bot ON accounts_user
    FOR EACH ROW WHEN ((OLD.is_active AND NOT OLD.is_guest, OLD.is_bot)
        <> (NEW.is_active AND NOT NEW.is_guest, NEW.is_bot))
    EXECUTE FUNCTION games_player_is_ranked();
"""

# The triggers of the tallies are as they were, for boards that have one more column to their name.
COLUMNS = f"bots, {ranks.COLUMNS}"
TRIGGERS = ranks.TRIGGERS.replace(ranks.COLUMNS, COLUMNS)
COUNT_ALL = """
INSERT INTO games_tally ({columns}, level, bucket, amount)
SELECT {columns}, level, value >> level, count(*)
FROM games_best, unnest(ARRAY[{levels}]) level
WHERE ranked
GROUP BY {columns}, level, value >> level
"""
LEVELS = ", ".join(map(str, ranks.LEVELS))
COUNT = COUNT_ALL.format(columns=COLUMNS, levels=LEVELS)
COUNT_AS_BEFORE = COUNT_ALL.format(columns=ranks.COLUMNS, levels=LEVELS)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_bots'),
        ('games', '0002_ranks'),
    ]

    operations = [
        migrations.RunSQL(ranks.NO_TRIGGERS, ranks.TRIGGERS + COUNT_AS_BEFORE),
        migrations.RunSQL(ranks.NO_RANKED, ranks.RANKED),
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
            name='bots',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name='best',
            index=models.Index(models.F('bots'), models.F('shape'), models.F('metric'), models.F('period'), models.F('first_day'), models.OrderBy(models.F('value'), descending=True), models.F('at'), models.F('id'), condition=models.Q(('metric', 'score'), ('ranked', True)), name='best_most'),
        ),
        migrations.AddIndex(
            model_name='best',
            index=models.Index(condition=models.Q(models.Q(('metric', 'score'), _negated=True), ('ranked', True)), fields=['bots', 'shape', 'metric', 'period', 'first_day', 'value', 'at', 'id'], name='best_least'),
        ),
        # Django alters no composite key; what the table holds is counted anew.
        migrations.DeleteModel(name='Tally'),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('pk', models.CompositePrimaryKey('bots', 'shape', 'metric', 'period', 'first_day', 'level', 'bucket', blank=True, editable=False, primary_key=True, serialize=False)),
                ('bots', models.BooleanField()),
                ('shape', models.CharField(max_length=5)),
                ('metric', models.CharField(max_length=8)),
                ('period', models.CharField(max_length=5)),
                ('first_day', models.DateField()),
                ('level', models.SmallIntegerField()),
                ('bucket', models.BigIntegerField()),
                ('amount', models.IntegerField()),
            ],
        ),
        migrations.RunSQL(RANKED, ranks.NO_RANKED),
        migrations.RunSQL(TRIGGERS, ranks.NO_TRIGGERS),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
    ]
