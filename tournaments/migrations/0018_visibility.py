from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_public_names")]

    operations = [
        migrations.AddField(
            "tournament", "visibility", models.CharField(default="published", max_length=12)
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(visibility__in=["draft", "published", "unpublished"]),
                name="tournament_visibility_known",
            ),
        ),
    ]
