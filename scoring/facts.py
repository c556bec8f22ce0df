"""Facts are only ever added: the base of every append-only table."""

import hashlib
import json
from typing import Any

from django.db import models


class Fact(models.Model):
    """A row that is never changed and never deleted; triggers in both databases refuse it."""

    class Meta:
        abstract = True


def canonical(value: Any) -> bytes:
    """Return the one way to write this JSON value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """Return the SHA-256 of the value's canonical JSON, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
