from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_season")]

    operations = [
        migrations.AddField("tournament", "laid", models.CharField(blank=True, default="", max_length=24)),
        migrations.AddField("tournament", "turned", models.PositiveSmallIntegerField(default=0)),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(condition=models.Q(turned__lte=5), name="tournament_turned_range"),
        ),
    ]
