from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_files_and_arrivals")]

    operations = [
        migrations.AddField("tournament", "laid", models.CharField(blank=True, default="", max_length=24)),
        migrations.AddField("tournament", "turned", models.PositiveSmallIntegerField(default=0)),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(condition=models.Q(turned__lte=5), name="tournament_turned_range"),
        ),
    ]
