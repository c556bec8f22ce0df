"""What a page and the supervisor of the site tell one another, in two files of the data folder."""

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings

STATE = "restoring.json"
REQUEST = "restore_request.json"


def read_state() -> dict[str, Any]:
    """Return how far the restore is that was asked for last; nothing where none was."""
    try:
        state: dict[str, Any] = json.loads((settings.TRIONFO_DATA / STATE).read_text())
    except (OSError, ValueError):
        return {}
    return state


def write_json(file: Path, values: Any) -> None:
    """Put a file in the place of the one before, in one step, for its owner alone."""
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(aside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as text:
        json.dump(values, text, sort_keys=True)
        text.flush()
        os.fsync(text.fileno())
    aside.replace(file)
