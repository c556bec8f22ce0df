"""Small numbers as words for use in sentences; larger numbers stay in digits."""

from scoring.types import Sentence, Value, _

WORDS = (
    _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"),
    _("ten"), _("eleven"), _("twelve"),
)  # fmt: skip
FIRST_WORDS = (
    _("One"), _("Two"), _("Three"), _("Four"), _("Five"), _("Six"), _("Seven"), _("Eight"), _("Nine"),
    _("Ten"), _("Eleven"), _("Twelve"),
)  # fmt: skip


def spelt(number: int, *, first: bool = False) -> Value:
    """Return a number from 1 to 12 as a word, capitalised if `first`; return other numbers unchanged."""
    words = FIRST_WORDS if first else WORDS
    return Sentence(words[number - 1]) if 1 <= number <= len(words) else number
