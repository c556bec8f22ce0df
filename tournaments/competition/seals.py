"""Digests of previews. An action sent with the digest of a preview is refused if the preview has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from scoring.strict_json import digest
from scoring.types import NotNow, Sentence, _

LENGTH = 32


def seal_of(*preview: Any) -> str:
    """Return the digest of a preview: the first digits of the hash of its contents as JSON."""
    return digest(_as_json(preview))[:LENGTH]


def _as_json(value: Any) -> Any:
    """Convert a value for JSON: a dataclass to an object with type and fields, an unknown type to text."""
    if is_dataclass(value):
        json_fields = {field.name: _as_json(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, **json_fields}
    if isinstance(value, Enum):
        return _as_json(value.value)
    if isinstance(value, Mapping):
        return [[_as_json(key), _as_json(each)] for key, each in value.items()]
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Sequence):
        return [_as_json(each) for each in value]
    return str(value)


def refuse_changed(seal: str | None, now: str) -> None:
    """Raise NotNow if a digest was sent that differs from the digest of the current preview."""
    if seal is not None and seal != now:
        text = _("Meanwhile something has changed here. Look again at what is moved, then say yes.")
        raise NotNow("preview_changed", Sentence(text))
