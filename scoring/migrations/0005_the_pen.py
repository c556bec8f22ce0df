
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0004_outbox'),
    ]

    operations = [
        migrations.AddField(
            model_name='grant',
            name='pen_at',
            field=models.DateTimeField(null=True),
        ),
    ]
