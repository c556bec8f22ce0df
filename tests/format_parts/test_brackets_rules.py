"""The fold of a whole bracket: byes, walkovers, and the gaps they leave."""

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
def test_who_stands_where(
    outcomes: dict[Label, Outcome], label: Label, sides: list[str], progress: str
) -> None:
    match = advance(a_plan(6, third_place=True), outcomes).matches[label]
    assert names(match.sides) == sides
    assert match.progress == progress


def test_a_gap_meets_a_gap_and_is_passed_on() -> None:
    bracket = advance(a_plan(8), {"R1.1": OFF, "R1.2": OFF})
    assert bracket.matches["R2.1"].outcome == Bye(None, "double_walkover")
    assert names(bracket.matches["R3.1"].sides) == ["(double_walkover)", "?"]


def test_one_half_empty_makes_the_other_semifinal_decide() -> None:
    bracket, outcomes = played_out(a_plan(8), fixed={"R1.1": OFF, "R1.2": OFF})
    assert names([bracket.champion]) == ["2"]
    assert "R3.1" not in outcomes


def test_a_final_with_both_disqualified_has_no_champion_and_says_so() -> None:
    bracket, _outcomes = played_out(a_plan(4, third_place=True), fixed={"R2.1": OFF})
    assert bracket.champion == Nobody("double_walkover")
    assert champion_missing(bracket) == Sentence(
        "Nobody won the final, so there is no champion: first place is not given."
    )
    assert names(bracket.matches["P3"].sides) == ["4", "3"]


def test_when_nobody_comes_at_all_every_gap_reaches_the_final() -> None:
    bracket, outcomes = played_out(a_plan(16), judge=lambda sides: OFF)
    assert len(outcomes) == 8
    assert bracket.champion == Nobody("double_walkover")


def test_the_champion_is_not_missing_while_the_final_is_open() -> None:
    bracket = advance(a_plan(4), {})
    assert bracket.champion == UNKNOWN
    assert champion_missing(bracket) is None


def test_an_outcome_for_a_match_that_waits_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="two entrants"):
        advance(a_plan(4), {"R2.1": Result(0)})


def test_a_bye_written_down_changes_nothing() -> None:
    plan = a_plan(3)
    assert advance(plan, {"R1.1": Bye(0, "no_opponent")}).matches == advance(plan, {}).matches


@pytest.mark.parametrize("reason", BYE_REASONS)
def test_every_reason_for_a_bye_has_its_sentence(reason: str) -> None:
    assert bye_sentence(reason).english().endswith(".")


def test_a_match_that_keeps_its_entrants_says_whom_it_would_have_got() -> None:
    plan = a_plan(4, third_place=True)
    begun = advance(plan, {"R1.1": Result(0), "R1.2": Result(0)})
    kept = {"R2.1": begun.matches["R2.1"].sides}
    bracket = advance(plan, {"R1.1": Result(1), "R1.2": Result(0), "R2.1": Result(0)}, seated=kept)
    assert bracket.matches["R2.1"].sides == kept["R2.1"]
    assert names([bracket.kept_out["R2.1", 0]]) == ["4"]
    assert names(bracket.matches["P3"].sides) == ["1", "3"]
    assert names([bracket.champion]) == ["1"]


def test_a_match_that_keeps_its_entrants_would_have_none_once_one_before_it_is_open_again() -> None:
    plan = a_plan(4)
    begun = advance(plan, {"R1.1": Result(0), "R1.2": Result(0)})
    bracket = advance(plan, {"R1.2": Result(0)}, seated={"R2.1": begun.matches["R2.1"].sides})
    assert bracket.kept_out == {("R2.1", 0): UNKNOWN}


def test_who_waited_for_the_end_of_a_match_waits_no_longer_when_it_is_open_again() -> None:
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
def test_matches_that_wait_for_none_come_out_as_when_somebody_could_be_passed_on(sides: int) -> None:
    """Where all stand on lines the fold is short; a seat that keeps its own makes it the long one."""
    rounds = [[tuple(map(EntrantId, table)) for table in ("ABC"[:sides], "DEF"[:sides], "G")]] * 2
    plan = plan_of_rounds(tuple(map(EntrantId, "ABCDEFG")), sides, rounds)
    ended: dict[Label, Outcome] = {"R1.1": Result(1), "R1.2": DoubleWalkover(), "R2.1": Result(None)}
    assert advance(plan, ended) == advance(plan, ended, seated={"": ()}, given_back=["R2.2"])


def test_nobody_wins_a_match_that_nobody_stood_in() -> None:
    rounds = [[(EntrantId("A"), EntrantId("B")), (EntrantId("C"),)]]
    plan = plan_of_rounds(tuple(map(EntrantId, "ABC")), 2, rounds)
    for seated in ({}, {"": ()}):
        with pytest.raises(ValueError, match="cannot have been won"):
            advance(plan, {"R1.2": Result(0)}, seated=seated)
