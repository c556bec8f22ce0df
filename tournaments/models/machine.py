"""The id of an installation of the site."""

import uuid

from django.db import models


class Installation(models.Model):
    """The id of the site, in a table with one row. Each backup contains the id of the site it comes from."""

    ONE = 1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
