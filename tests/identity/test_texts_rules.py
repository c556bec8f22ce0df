"""Rules for a club's IBAN, which needs a valid checksum, and for its colours, which need enough contrast."""

import pytest
from django.utils.translation import override
from hypothesis import given, strategies as st

from scoring.translation import say
from scoring.types import BadEntry
from tournaments.identity.rules.texts import contrast, read_colours, read_iban, readable_on, spaced_iban

GOOD = "IT60X0542811101000000123456"
COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize("text", [GOOD, GOOD.lower(), spaced_iban(GOOD), f"  {GOOD} "])
def test_iban_with_spaces_and_lower_case_letters_is_accepted(text: str) -> None:
    assert read_iban(text) == GOOD


@pytest.mark.parametrize("bad", [GOOD[:-1], GOOD[:-1] + "7", "IT60", "x" * 27, GOOD + "00", "٦" * 27])
def test_iban_with_a_wrong_checksum_is_refused(bad: str) -> None:
    with pytest.raises(BadEntry, match="bad_iban"):
        read_iban(bad)


@given(st.integers(4, 26), st.integers(1, 9))
def test_iban_with_one_wrong_digit_is_refused(place: int, more: int) -> None:
    wrong = GOOD[:place] + str((int(GOOD[place], 36) + more) % 10) + GOOD[place + 1 :]
    if wrong != GOOD:
        with pytest.raises(BadEntry):
            read_iban(wrong)


def test_contrast_ratios_equal_those_of_the_wcag_examples() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_colours_without_contrast_are_refused_and_a_better_colour_is_suggested() -> None:
    with pytest.raises(BadEntry) as refusal:
        read_colours("#1d6349", "#205a45")
    sentence = refusal.value.problems[0].message
    assert dict(sentence.values)["better"] == "#ffffff"


@pytest.mark.parametrize(("language", "words"), [("it", "(1,1 a 1)"), ("en", "(1.1 to 1)")])
def test_error_about_contrast_uses_the_decimal_separator_of_the_language(language: str, words: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        read_colours("#1d6349", "#205a45")
    with override(language):
        assert words in say(refusal.value.problems[0].message)


@given(COLOURS)
def test_either_white_or_black_is_readable_on_every_background_colour(ground: str) -> None:
    assert read_colours(ground, readable_on(ground)) == (ground, readable_on(ground))


@pytest.mark.parametrize("bad", ["red", "#12", "#gggggg", "rgb(0,0,0)", "#1d63490"])
def test_invalid_colour_is_refused(bad: str) -> None:
    with pytest.raises(BadEntry, match="bad_colour"):
        read_colours(bad, "#ffffff")


def test_blank_colour_fields_are_read_as_empty_strings() -> None:
    assert read_colours("", " ") == ("", "")
