"""Numbers from one to twelve written as words."""

import pytest

from scoring.types import Sentence
from tournaments.competition.number_words import spelt


@pytest.mark.parametrize(
    ("number", "first", "word"),
    [
        (1, False, Sentence("one")),
        (12, False, Sentence("twelve")),
        (6, True, Sentence("Six")),
        (13, True, 13),
        (0, False, 0),
    ],
)
def test_numbers_from_one_to_twelve_are_written_as_words_and_others_as_digits(
    number: int, first: bool, word: object
) -> None:
    assert spelt(number, first=first) == word
