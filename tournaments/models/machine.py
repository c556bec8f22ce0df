"""The id of this installation of the site, in the database."""

import uuid

from django.db import models


class Installation(models.Model):
    """The id of this site, in one row. Backups contain the id, so that their origin can be identified."""

    ONE = 1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
