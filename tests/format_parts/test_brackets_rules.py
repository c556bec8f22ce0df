"""Tests of the computation of a whole bracket with byes, walkovers and empty sides."""

import pytest

from scoring.types import Sentence
from tests.format_parts.builders import a_plan, names, played_out, some_entrants
from tournaments.competition.format_parts.advancement import Progress
from tournaments.competition.format_parts.brackets import advance, champion_missing
from tournaments.competition.format_parts.format import plan_of_rounds
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import (
    BYE_REASONS,
    UNKNOWN,
    Bye,
    DoubleWalkover,
    EntrantId,
    Label,
    Nobody,
    Outcome,
    Result,
    Walkover,
    Withdrawal,
    bye_sentence,
)

OFF = DoubleWalkover("both absent")


@pytest.mark.parametrize(
    ("outcomes", "label", "sides", "progress"),
    [
        pytest.param({}, "R1.1", ["1", "(no_opponent)"], "bye", id="a bye of the draw"),
        pytest.param({}, "R2.1", ["1", "?"], "waiting", id="the bye is passed on"),
        pytest.param({}, "R2.2", ["2", "?"], "waiting", id="six: only the two best rest"),
        pytest.param({"R1.2": Result(1)}, "R2.1", ["1", "5"], "ready", id="the opponent is found"),
        pytest.param({"R1.2": Walkover(0, "late")}, "R1.2", ["4", "5"], "walkover", id="COM-WO-1: given"),
        pytest.param(
            {"R1.2": Walkover(0, "late")}, "R2.1", ["1", "4"], "ready", id="COM-WO-1: and passed on"
        ),
        pytest.param(
            {"R1.2": OFF}, "R2.1", ["1", "(double_walkover)"], "bye", id="nobody came: a bye with its reason"
        ),
        pytest.param({"R1.2": OFF}, "R3.1", ["1", "?"], "waiting", id="and the opponent passes on"),
        pytest.param({"R1.2": OFF}, "P3", ["(no_loser)", "?"], "waiting", id="nobody lost that semifinal"),
        pytest.param(
            {"R1.2": OFF, "R1.4": OFF}, "R3.1", ["1", "2"], "ready", id="two gaps, straight to the final"
        ),
        pytest.param(
            {"R1.2": OFF, "R1.4": OFF}, "P3", ["(no_loser)", "(no_loser)"], "bye", id="nobody for third place"
        ),
        pytest.param(
            {"R1.2": Result(0), "R2.1": Withdrawal(0)},
            "P3",
            ["(withdrawal)", "?"],
            "waiting",
            id="who left does not play for third place",
        ),
        pytest.param(
            {"R1.2": Result(0), "R2.1": Walkover(0)}, "P3", ["4", "?"], "waiting", id="who was absent may"
        ),
    ],
)
def test_sides_and_progress_of_a_match_follow_from_the_outcomes(
    outcomes: dict[Label, Outcome], label: Label, sides: list[str], progress: str
) -> None:
    match = advance(a_plan(6, third_place=True), outcomes).matches[label]
    assert names(match.sides) == sides
    assert match.progress == progress


def test_match_with_two_empty_sides_leaves_the_next_slot_empty() -> None:
    bracket = advance(a_plan(8), {"R1.1": OFF, "R1.2": OFF})
    assert bracket.matches["R2.1"].outcome == Bye(None, "double_walkover")
    assert names(bracket.matches["R3.1"].sides) == ["(double_walkover)", "?"]


def test_semifinal_winner_is_champion_if_the_other_half_of_the_bracket_is_empty() -> None:
    bracket, outcomes = played_out(a_plan(8), fixed={"R1.1": OFF, "R1.2": OFF})
    assert names([bracket.champion]) == ["2"]
    assert "R3.1" not in outcomes


def test_final_with_both_sides_disqualified_has_an_explanation_instead_of_a_champion() -> None:
    bracket, _outcomes = played_out(a_plan(4, third_place=True), fixed={"R2.1": OFF})
    assert bracket.champion == Nobody("double_walkover")
    assert champion_missing(bracket) == Sentence(
        "Nobody won the final, so there is no champion: first place is not given."
    )
    assert names(bracket.matches["P3"].sides) == ["4", "3"]


def test_bracket_without_any_present_entrant_has_no_champion() -> None:
    bracket, outcomes = played_out(a_plan(16), judge=lambda sides: OFF)
    assert len(outcomes) == 8
    assert bracket.champion == Nobody("double_walkover")


def test_champion_is_not_reported_as_missing_while_the_final_is_undecided() -> None:
    bracket = advance(a_plan(4), {})
    assert bracket.champion == UNKNOWN
    assert champion_missing(bracket) is None


def test_outcome_of_a_waiting_match_raises_value_error() -> None:
    with pytest.raises(ValueError, match="two entrants"):
        advance(a_plan(4), {"R2.1": Result(0)})


def test_bye_among_the_recorded_outcomes_does_not_change_the_bracket() -> None:
    plan = a_plan(3)
    assert advance(plan, {"R1.1": Bye(0, "no_opponent")}).matches == advance(plan, {}).matches


@pytest.mark.parametrize("reason", BYE_REASONS)
def test_every_reason_for_a_bye_is_explained_in_a_sentence(reason: str) -> None:
    assert bye_sentence(reason).english().endswith(".")


def test_match_that_keeps_its_entrants_records_the_entrant_that_could_not_advance() -> None:
    plan = a_plan(4, third_place=True)
    begun = advance(plan, {"R1.1": Result(0), "R1.2": Result(0)})
    seated = {"R2.1": begun.matches["R2.1"].sides}
    bracket = advance(plan, {"R1.1": Result(1), "R1.2": Result(0), "R2.1": Result(0)}, seated=seated)
    assert bracket.matches["R2.1"].sides == seated["R2.1"]
    assert names([bracket.kept_out["R2.1", 0]]) == ["4"]
    assert names(bracket.matches["P3"].sides) == ["1", "3"]
    assert names([bracket.champion]) == ["1"]


def test_match_that_keeps_its_entrants_records_an_unknown_entrant_if_its_source_match_is_reopened() -> None:
    plan = a_plan(4)
    begun = advance(plan, {"R1.1": Result(0), "R1.2": Result(0)})
    bracket = advance(plan, {"R1.2": Result(0)}, seated={"R2.1": begun.matches["R2.1"].sides})
    assert bracket.kept_out == {("R2.1", 0): UNKNOWN}


def test_reopened_match_no_longer_blocks_its_entrants() -> None:
    plan = FORMATS["round_robin"].plan(some_entrants(4), FORMATS["round_robin"].read_options({}))
    over = {match.label: Result(0) for match in plan.matches if match.round == 1}
    reopened = {"R1.2": over["R1.2"]}
    waiting, free = (advance(plan, reopened, given_back=back) for back in ((), ("R1.1",)))
    ready = [label for label, match in free.matches.items() if match.progress is Progress.READY]
    assert [match.progress for match in waiting.matches.values() if match.label.startswith("R2")] == [
        "waiting"
    ] * 2
    assert ready == ["R1.1", "R2.1", "R2.2"]


@pytest.mark.parametrize("sides", [2, 3])
def test_short_computation_of_a_bracket_has_the_same_result_as_the_full_computation(sides: int) -> None:
    """The short computation is used if no match waits for another match; `seated` forces the full
    computation.
    """
    rounds = [[tuple(map(EntrantId, table)) for table in ("ABC"[:sides], "DEF"[:sides], "G")]] * 2
    plan = plan_of_rounds(tuple(map(EntrantId, "ABCDEFG")), sides, rounds)
    ended: dict[Label, Outcome] = {"R1.1": Result(1), "R1.2": DoubleWalkover(), "R2.1": Result(None)}
    assert advance(plan, ended) == advance(plan, ended, seated={"": ()}, given_back=["R2.2"])


def test_win_of_a_match_without_two_entrants_raises_value_error() -> None:
    rounds = [[(EntrantId("A"), EntrantId("B")), (EntrantId("C"),)]]
    plan = plan_of_rounds(tuple(map(EntrantId, "ABC")), 2, rounds)
    for seated in ({}, {"": ()}):
        with pytest.raises(ValueError, match="cannot have been won"):
            advance(plan, {"R1.2": Result(0)}, seated=seated)
