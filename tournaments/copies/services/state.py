"""Files in the data folder for restore requests, written and read by the machine page and the supervisor."""

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings

STATE = "restoring.json"
REQUEST = "restore_request.json"


def read_state() -> dict[str, Any]:
    """Return the state of the last requested restore; empty if no restore was requested."""
    try:
        state: dict[str, Any] = json.loads((settings.TRIONFO_DATA / STATE).read_text())
    except (OSError, ValueError):
        return {}
    return state


def write_json(file: Path, values: Any) -> None:
    """Replace the content of a file atomically with JSON; only the owner of the file can read it."""
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(aside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as text:
        json.dump(values, text, sort_keys=True)
        text.flush()
        os.fsync(text.fileno())
    aside.replace(file)
