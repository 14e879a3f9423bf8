from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='is_bot',
            field=models.BooleanField(db_default=False, default=False, verbose_name='bot'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('is_guest', False), ('is_bot', False), _connector='OR'), name='no_guest_is_a_bot'),
        ),
    ]
