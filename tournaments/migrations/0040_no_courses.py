from django.db import migrations, models


class Migration(migrations.Migration):
    """Separate from 0039, because PostgreSQL cannot alter a table in a transaction that wrote to it."""

    dependencies = [
        ('tournaments', '0039_rating_stops'),
    ]

    operations = [
        migrations.AlterField(  # what is put there again on the way back, before 0039 fills it
            model_name='rating',
            name='course',
            field=models.JSONField(default=list),
        ),
        migrations.AlterField(
            model_name='ratedevent',
            name='players',
            field=models.JSONField(default=list),
        ),
        migrations.RemoveField(
            model_name='rating',
            name='course',
        ),
        migrations.RemoveField(
            model_name='ratedevent',
            name='players',
        ),
    ]
