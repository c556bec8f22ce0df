"""The machine: what this site is, wherever its data lies."""

import uuid

from django.db import models


class Installation(models.Model):
    """The id that this site's copies bear, so that none is taken for another club’s; there is one row."""

    ONE = 1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
