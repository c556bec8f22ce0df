"""Tests of the rules that decide whether the public sees the current or earlier standings."""

import pytest

from scoring.types import BadSetup
from tournaments.competition.correction_policies import SettledState
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.withheld_standings import (
    by_rounds,
    check_until,
    held_after,
    holds_back,
)

BY_ROUNDS = {"groups", "round_robin", "swiss", "table_rounds", "danish", "mitchell", "individual"}


@pytest.mark.parametrize("key", FORMATS)
def test_standings_can_be_withheld_only_if_they_depend_on_all_rounds(key: str) -> None:
    assert by_rounds(FORMATS[key]) == (key in BY_ROUNDS)


@pytest.mark.parametrize(
    ("until", "form", "standing", "withheld_after"),
    [
        pytest.param(3, "swiss", SettledState.OPEN, 3, id="while it is played"),
        pytest.param(3, "swiss", SettledState.PROVISIONAL, 3, id="over, not official"),
        pytest.param(3, "swiss", SettledState.OFFICIAL, None, id="official"),
        pytest.param(None, "swiss", SettledState.OPEN, None, id="nothing held"),
        pytest.param(3, "knockout", SettledState.OPEN, None, id="who wins goes on"),
        pytest.param(3, "progressive_tables", SettledState.OPEN, None, id="a cut after each round"),
    ],
)
def test_standings_are_withheld_until_results_are_official(
    until: int | None, form: str, standing: SettledState, withheld_after: int | None
) -> None:
    assert held_after(until, FORMATS[form], standing) == withheld_after


@pytest.mark.parametrize(
    ("until", "rounds", "withheld_after"),
    [(None, [1, 2], None), (2, [], None), (2, [1, 2], None), (2, [1, 3], 2)],
)
def test_standings_are_withheld_only_if_a_round_after_the_last_public_round_has_a_result(
    until: int | None, rounds: list[int], withheld_after: int | None
) -> None:
    assert holds_back(until, rounds) == withheld_after


@pytest.mark.parametrize("until", [0, -1, 1000])
def test_invalid_last_public_round_is_refused(until: int) -> None:
    with pytest.raises(BadSetup) as refused:
        check_until(until)
    assert refused.value.code == "standings_until_range"
    assert refused.value.problems[0].where == "/standings_until"


@pytest.mark.parametrize("until", [None, 1, 999])
def test_last_public_round_can_be_a_positive_number_or_none(until: int | None) -> None:
    check_until(until)
