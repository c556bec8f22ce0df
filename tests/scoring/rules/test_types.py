"""The small values the rules speak in."""

from scoring.rules.types import Unreadable
from scoring.rules.words import Sentence


def test_a_field_that_cannot_be_read_is_known_by_its_code() -> None:
    """COM-3: where nobody catches it, the code is what a log shows."""
    assert str(Unreadable("missing_field", "COM-4", Sentence("Write the dealer."))) == "missing_field"
