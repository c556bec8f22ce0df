"""Model of the id of this installation."""

import uuid

from django.db import models


class Installation(models.Model):
    """The id of this site, which is stored in its backups to identify their origin. There is one row."""

    ONE = 1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
