import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


def name_jobs(apps, schema_editor):
    apps.get_model("tournaments", "Job").objects.using(schema_editor.connection.alias).filter(kind="pack").update(
        kind="export"
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_season'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel('NightPack', 'MadeFile'),
        migrations.RenameField('madefile', 'pdf', 'data'),
        migrations.AlterField(
            'madefile',
            'tournament',
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='tournaments.tournament'),
        ),
        migrations.AddField('madefile', 'kind', models.CharField(default='pack', max_length=8), preserve_default=False),
        migrations.AlterField('madefile', 'address', models.CharField(blank=True, max_length=300)),
        migrations.AddField('madefile', 'version', models.PositiveBigIntegerField(default=0)),
        migrations.AddField('madefile', 'digest', models.CharField(blank=True, max_length=64)),
        migrations.AddField('madefile', 'size', models.PositiveIntegerField(default=0)),
        migrations.AddField('madefile', 'refused', models.JSONField(default=dict)),
        migrations.AddConstraint(
            'madefile',
            models.UniqueConstraint(fields=('tournament', 'kind'), name='one_file_of_a_kind'),
        ),
        migrations.AddConstraint(
            'madefile',
            models.CheckConstraint(condition=models.Q(('kind__in', ['pack', 'archive'])), name='file_kind_known'),
        ),
        migrations.AlterField(
            'job',
            'tournament',
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Arrival',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('sent_at', models.DateTimeField()),
                ('digest', models.CharField(max_length=64)),
                ('told', models.JSONField()),
                ('refused', models.JSONField(default=dict)),
                ('data', models.BinaryField(default=b'')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arrivals', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-sent_at'],
            },
        ),
        migrations.RunPython(name_jobs, migrations.RunPython.noop),
    ]
