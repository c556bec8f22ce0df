"""The identity of this installation."""

import uuid

from django.db import models


class Installation(models.Model):
    """The id of this site, stored in its backups to tell them from those of other sites. One row."""

    ONE = 1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
