"""Add `over` to the summaries of sheets; before, a match was over only if it had a winner."""

from django.db import migrations


def say_what_is_over(apps, schema_editor):
    sheets = apps.get_model("scoring", "ScoreSheet").objects.using(schema_editor.connection.alias)
    for sheet in sheets.exclude(summary={}).iterator():
        for won in (sheet.summary, *sheet.summary["games"]):
            won["over"] = won["winner"] is not None
        sheet.save(update_fields=["summary"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [migrations.RunPython(say_what_is_over, migrations.RunPython.noop)]
