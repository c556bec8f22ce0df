from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_rosters"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="partners",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
