"""The id of this installation of the site, in the database."""

import uuid

from django.db import models


class Installation(models.Model):
    """The id of this site, in a table with one row. Backups contain the id to identify their origin."""

    ONE = 1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
