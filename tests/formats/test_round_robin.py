"""Tests of the round robin: opponents by position, byes, and the start of matches."""

import pytest

from scoring.types import BadSetup
from tests.format_parts.builders import names, played_out, ready, some_entrants
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import standings
from tournaments.competition.types import Plan

FORM = FORMATS["round_robin"]


def a_round_robin(entrants: int, **options: object) -> Plan:
    return FORM.plan(some_entrants(entrants), FORM.read_options(options))


def turns(plan: Plan) -> list[str]:
    """Return each round as text, such as "1-4 2-3"; a single number is a bye."""
    bracket, _outcomes = played_out(plan)
    words: dict[int, list[str]] = {}
    for match in plan.matches:
        present = [name for name in names(bracket.matches[match.label].sides) if "(" not in name]
        words.setdefault(match.round, []).append("-".join(present))
    return [" ".join(turn) for turn in words.values()]


@pytest.mark.parametrize(
    ("entrants", "options", "expected"),
    [
        pytest.param(4, {}, ["1-4 2-3", "4-3 1-2", "2-4 3-1"], id="Berger, FIDE C.05 Annex 1"),
        pytest.param(
            4, {"turns": "strongest_last"}, ["1-4 2-3", "3-1 4-2", "1-2 3-4"], id="the strongest meet last"
        ),
        pytest.param(3, {}, ["2-3 1", "1-2 3", "3-1 2"], id="an odd number: one rests in each turn"),
        pytest.param(2, {"legs": 2}, ["1-2", "2-1"], id="two legs: home and away"),
        pytest.param(
            3,
            {"legs": 2, "turns": "strongest_last"},
            ["2-3 1", "3-1 2", "2-1 3", "3-2 1", "1-3 2", "1-2 3"],
            id="two legs of three",
        ),
    ],
)
def test_round_robin_rounds_have_the_expected_home_and_away_sides(
    entrants: int, options: dict[str, object], expected: list[str]
) -> None:
    assert turns(a_round_robin(entrants, **options)) == expected


def test_match_waits_only_for_the_previous_matches_of_its_entrants() -> None:
    plan = a_round_robin(4)
    _over, outcomes = played_out(plan)
    assert ready(advance(plan, {})) == ["R1.1", "R1.2"]
    assert ready(advance(plan, {"R1.1": outcomes["R1.1"]})) == ["R1.2"]
    first = {label: outcomes[label] for label in ("R1.1", "R1.2")}
    assert ready(advance(plan, first)) == ["R2.1", "R2.2"]
    assert ready(advance(plan, {**first, "R2.2": outcomes["R2.2"]})) == ["R2.1"]


def test_bye_counts_only_after_the_previous_match_of_the_entrant_is_over() -> None:
    """One entrant has the bye in round 1 and another has it in round 2. At first only the bye in round 1
    counts.
    """
    plan = a_round_robin(3)
    stage = StageState(plan.entrants, meetings_of(advance(plan, {})))
    assert [stage.tally(entrant).byes for entrant in stage.entrants] == [1, 0, 0]


def test_every_entrant_has_one_bye_in_each_leg_without_effect_on_the_standings() -> None:
    bracket, _outcomes = played_out(a_round_robin(7, legs=2))
    stage = StageState(bracket.plan.entrants, meetings_of(bracket))
    assert {stage.tally(entrant).byes for entrant in stage.entrants} == {2}
    assert [row.entrant for row in standings(stage)] == list(some_entrants(7))


def test_round_robin_has_no_final_and_no_groups() -> None:
    plan = a_round_robin(6)
    assert plan.final is None
    assert plan.groups == ()


def test_round_robin_with_three_legs_is_refused() -> None:
    with pytest.raises(BadSetup):
        FORM.read_options({"legs": 3})
