from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_visibility")]

    operations = [
        migrations.AddField("tournament", "wall", models.CharField(default="tables", max_length=12)),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(wall__in=["tables", "draw", "standings", "champions"]),
                name="tournament_wall_known",
            ),
        ),
    ]
