from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_wall")]

    operations = [migrations.AddField("tournament", "embeddable", models.BooleanField(default=False))]
