"""Tests of reading the match points of a stage."""

from fractions import Fraction

import pytest

from scoring.types import BadSetup
from tournaments.competition.standings.tally import USUAL, read_match_points


def test_missing_match_points_are_replaced_by_the_defaults() -> None:
    assert read_match_points({}) == USUAL
    assert USUAL.as_json() == {"win": 1, "level": "1/2", "loss": 0, "bye": 1}


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        (2, Fraction(2)),
        (0, Fraction(0)),
        (0.5, Fraction(1, 2)),
        (1.0, Fraction(1)),
        ("3/2", Fraction(3, 2)),
        ("100", 100),
    ],
)
def test_match_points_accept_integers_and_halves(raw: object, read: Fraction) -> None:
    values = read_match_points({"win": raw})
    assert values.win == read
    assert read_match_points(values.as_json()) == values


@pytest.mark.parametrize(
    "raw", [True, None, -1, 101, 0.25, 1e3, float("nan"), "1/3", "١", "1e1", "", [1], 2**63], ids=repr
)
def test_error_for_invalid_match_points_points_to_the_field(raw: object) -> None:
    with pytest.raises(BadSetup) as refused:
        read_match_points({"win": raw, "draw": 1})
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        ("unknown_match_points", "/match_points"),
        ("bad_match_points", "/match_points/win"),
    ]
