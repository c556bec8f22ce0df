"""Text in spreadsheet cells: invisible characters, and text that looks like a formula."""

import pytest

from tournaments.values.spreadsheet_cells import cell_text, like_a_formula, quoted, unquoted


@pytest.mark.parametrize(
    ("text", "clean_text"),
    [
        pytest.param("Sanna – Piras", "Sanna – Piras", id="a name stays"),
        pytest.param("\u202eanna\u202c", "anna", id="turned round"),
        pytest.param("An\u200bna", "Anna", id="of no width"),
        pytest.param("\t=1+1", "=1+1", id="a tab before a formula"),
        pytest.param("uno\r\ndue", "unodue", id="the end of a line"),
    ],
)
def test_invisible_characters_are_removed_from_a_cell(text: str, clean_text: str) -> None:
    assert cell_text(text) == clean_text


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_text_that_looks_like_a_formula_is_quoted(first: str) -> None:
    assert like_a_formula(f"{first}1")
    assert quoted(f"{first}1") == f"'{first}1"


@pytest.mark.parametrize("text", ["", "Anna", "1+1", "–", "'1", "'Ndria"])
def test_text_that_does_not_look_like_a_formula_is_not_quoted(text: str) -> None:
    assert quoted(text) == text


@pytest.mark.parametrize(
    "text",
    ["=1", "'=1", "''=1", "'+39", "'-Nuoro", "＝w", "'＝w", "＠at", "'Ndria", "''x", "+39", "@casa", "'", ""],
)
def test_removing_the_quote_restores_the_original_text(text: str) -> None:
    assert unquoted(quoted(text)) == text


@pytest.mark.parametrize(
    "text", ["👨\u200d👩\u200d👧", "\u06cc\u200c\u06a9", "\U0001f3f4\U000e0067\U000e007f"]
)
def test_zero_width_joiners_in_an_emoji_or_a_name_are_kept(text: str) -> None:
    assert cell_text(text) == text
