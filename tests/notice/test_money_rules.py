"""Tests of the rules that parse amounts of money into cents and format them in each language."""

import pytest
from hypothesis import given, strategies as st

from tournaments.values.money import amount_text, read_amount


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("10", 1000),
        ("10,50", 1050),
        ("10.5", 1050),
        ("10,5", 1050),
        (" 1.234,00 ", 123400),
        ("1,234.00", 123400),
        ("1234,5", 123450),
        ("€ 10", 1000),
        ("10,00\u00a0€", 1000),
        ("0,01", 1),
        ("007", 700),
        ("100000", 100_000_00),
    ],
)
def test_amounts_of_money_are_parsed_in_all_usual_notations(text, cents):
    assert read_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "0,00", "-10", "\u221210", "+10", "1000000000000", "100000,01", "10,123", "1.234", "ten"),
        *(
            "10e3",
            "1,2,3",
            "10,",
            ",5",
            "1.23.4",
            "12.34,56",
            "1.234.567",
            "1,234,00",
            "10 €€",
            "\u0661\u0660",
        ),
        *("NaN", "0x10", "10\u00bd", "<b>10</b>", "9" * 400),
    ],
)
def test_text_that_is_not_an_amount_is_refused(text):
    assert read_amount(text) is None


def test_minimum_and_maximum_of_an_amount_can_be_set():
    assert read_amount("0", least=0) == 0
    assert read_amount("10.000,01", most=10_000_00) is None
    assert read_amount("10.000", least=0) is None


@pytest.mark.parametrize(
    ("cents", "italian", "english"),
    [
        (1000, "10,00\u00a0€", "€10.00"),
        (123456789, "1.234.567,89\u00a0€", "€1,234,567.89"),
        (-200, "\u22122,00\u00a0€", "\u2212€2.00"),
        (5, "0,05\u00a0€", "€0.05"),
    ],
)
def test_amounts_of_money_are_formatted_for_the_language(cents, italian, english):
    assert amount_text(cents, "it") == italian
    assert amount_text(cents, "en-gb") == english


def test_whole_euros_can_be_shown_without_cents():
    assert amount_text(1000, "it", short=True) == "10\u00a0€"
    assert amount_text(1050, "en", short=True) == "€10.50"
    assert amount_text(1000, "it", symbol=False) == "10,00"


@given(st.integers(1, 100_000_00), st.sampled_from(["it", "en"]), st.booleans())
def test_parsing_a_formatted_amount_returns_the_same_amount(cents, language, symbol):
    assert read_amount(amount_text(cents, language, symbol=symbol)) == cents
    assert read_amount(amount_text(cents, language)[:-1] + "x") is None
