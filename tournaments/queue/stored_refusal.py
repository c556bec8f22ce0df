"""A sentence that is said later, to somebody else: a job keeps what it refused until the desk reads it."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import RuleError
from scoring.sentences import Sentence


def kept_refusal(refusal: RuleError) -> dict[str, Any]:
    """Return a refusal as JSON: its code, its sentence untranslated, the values that go into it."""
    said = refusal.message
    return {"code": refusal.code, "text": said.text, "values": dict(said.values)}


def kept_sentence(stored: Mapping[str, Any]) -> Sentence | None:
    """Return the sentence of a kept refusal; None where nothing was refused."""
    return Sentence(stored["text"], stored["values"]) if stored else None
