"""Add `written_name`, which only the desk sees; `name` becomes the public name. At first both are equal."""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def keep_what_was_written(apps: Any, editor: Any) -> None:
    """Copy `name` to `written_name`: every name is shown as it was written, until that is changed."""
    for model in ("Person", "Team"):
        rows = apps.get_model("tournaments", model).objects.using(editor.connection.alias)
        rows.update(written_name=F("name"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_moved_from")]

    operations = [
        migrations.AddField("person", "alias", models.CharField(blank=True, max_length=80)),
        migrations.AddField("person", "erased_at", models.DateTimeField(null=True)),
        migrations.AddField("person", "is_minor", models.BooleanField(default=False)),
        migrations.AddField("person", "showing", models.CharField(default="full", max_length=8)),
        migrations.AddField("person", "written_name", models.CharField(blank=True, max_length=80)),
        migrations.AddField(
            "team", "written_name", models.CharField(default="", max_length=80), preserve_default=False
        ),
        migrations.RunPython(keep_what_was_written, migrations.RunPython.noop),
        migrations.AddConstraint(
            "person",
            models.CheckConstraint(
                condition=models.Q(showing__in=["full", "initials", "alias"]), name="person_showing_known"
            ),
        ),
        migrations.AddConstraint(
            "person",
            models.CheckConstraint(
                condition=~models.Q(alias="", showing="alias"), name="person_has_its_alias"
            ),
        ),
    ]
