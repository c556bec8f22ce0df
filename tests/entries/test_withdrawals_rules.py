"""Outcomes of matches when a team leaves, and the teams of a stage after withdrawals and returns."""

import pytest

from tests.format_parts.builders import a_plan, a_table_plan, by_nets, names, played_out, ready, some_entrants
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.advancement import Progress
from tournaments.competition.format_parts.brackets import Bracket, advance
from tournaments.competition.format_parts.club_policies import (
    LATE_UNTIL,
    SUBSTITUTES,
    house_number,
    withdrawals_policy,
)
from tournaments.competition.formats import FORMATS
from tournaments.competition.roster import (
    RosterEvent,
    is_annulled,
    matches_in_plan,
    outcomes_of_leaving,
    roster_of,
)
from tournaments.competition.types import (
    Annulled,
    Disqualification,
    DoubleWalkover,
    EntrantId,
    Line,
    LineAfter,
    Outcome,
    Plan,
    PlannedMatch,
    Points,
    Result,
    Withdrawal,
)

ONE, TWO = EntrantId("1"), EntrantId("2")
WON = Result(0, ((35, 20), (35, 20)))


def everybody_meets(entrants: int = 4) -> Plan:
    form = FORMATS["round_robin"]
    return form.plan(some_entrants(entrants), form.read_options({}))


def with_results(plan: Plan, rounds: int) -> Bracket:
    """Return the bracket after `rounds` rounds in which the first side has won every match."""
    bracket = advance(plan, {})
    for turn in range(1, rounds + 1):
        outcomes = {label: match.outcome for label, match in bracket.matches.items() if match.outcome}
        now = [match.label for match in plan.matches if match.round == turn]
        bracket = advance(plan, outcomes | {label: WON for label in ready(bracket) if label in now})
    return bracket


@pytest.mark.parametrize(
    ("kind", "annulled", "played", "to_come"),
    [
        pytest.param("withdrawal", False, None, Withdrawal, id="kept, the rest is given"),
        pytest.param("disqualification", False, None, Disqualification, id="sent away"),
        pytest.param("withdrawal", True, Annulled, Annulled, id="annulled"),
    ],
)
def test_group_matches_of_a_withdrawn_team_are_kept_or_annulled_or_awarded(
    kind: str, annulled: bool, played: type[Outcome] | None, to_come: type[Outcome]
) -> None:
    bracket = with_results(everybody_meets(), 1)
    ended = outcomes_of_leaving(bracket, ONE, kind, "why", annulled=annulled)
    for label, match in bracket.matches.items():
        if "1" in names(match.sides) or "1 later" in names(match.sides):
            wanted = played if match.outcome else to_come
            assert isinstance(ended[label], wanted) if wanted else label not in ended
            assert label not in ended or ended[label].reason == "why"
        else:
            assert label not in ended


def test_reopened_match_of_a_team_that_leaves_is_awarded_to_the_opponent() -> None:
    """The bracket still contains the result that the match had before it was reopened."""
    bracket = with_results(everybody_meets(), 1)
    (label,) = [each.label for each in bracket.matches.values() if "1" in names(each.sides) and each.outcome]
    ended = outcomes_of_leaving(bracket, ONE, "withdrawal", "why", annulled=False, given_back={label})
    assert isinstance(ended[label], Withdrawal)
    assert label not in outcomes_of_leaving(bracket, ONE, "withdrawal", "why", annulled=False)


@pytest.mark.parametrize(
    ("policy", "rounds", "annulled"),
    [
        ("half", 1, True),
        ("half", 2, False),
        ("keep", 0, False),
        ("annul", 3, True),
    ],
)
def test_matches_of_a_team_are_annulled_if_fewer_than_half_were_played(
    policy: str, rounds: int, annulled: bool
) -> None:
    bracket = with_results(everybody_meets(), rounds)
    assert matches_in_plan(bracket, ONE) == 3
    assert is_annulled(policy, bracket, ONE, 3) is annulled


def test_matches_of_a_team_are_not_annulled_if_exactly_half_were_played() -> None:
    bracket = with_results(everybody_meets(5), 2)
    of_one = [match for match in bracket.matches.values() if "1" in names(match.sides)]
    played = sum(isinstance(match.outcome, Result) for match in of_one)
    assert matches_in_plan(bracket, ONE) == 4
    assert is_annulled("half", bracket, ONE, 4) is (played < 2)
    assert is_annulled("half", bracket, ONE, 2 * played) is False


def test_future_bye_of_a_team_is_not_counted_as_a_match() -> None:
    bracket = advance(everybody_meets(5), {})
    assert [matches_in_plan(bracket, EntrantId(entrant)) for entrant in "12345"] == [4] * 5


def test_team_that_left_is_replaced_by_an_empty_side_in_its_later_bye() -> None:
    lines = tuple(map(EntrantId, "1234"))
    plan = FORMATS["table_rounds"].plan(lines, {"rounds": 3}, 3)
    rests = next(match for match in plan.matches if match.round == 3 and len(names_of(plan, match)) == 1)
    (entrant,) = names_of(plan, rests)
    bracket = advance(plan, {}, absent={EntrantId(entrant): "withdrawal"})
    assert names(bracket.matches[rests.label].sides)[0] == "(withdrawal)"
    assert bracket.matches[rests.label].progress is Progress.BYE


def names_of(plan: Plan, match: PlannedMatch) -> list[str]:
    numbers = [source.number for source in match.sources if isinstance(source, Line | LineAfter)]
    return [plan.entrants[number - 1] for number in numbers if number <= len(plan.entrants)]


def test_withdrawal_before_the_opponent_is_known_leaves_an_empty_side_and_changes_no_outcome() -> None:
    bracket = advance(a_plan(4), {"R1.1": WON})
    assert outcomes_of_leaving(bracket, ONE, "withdrawal", "", annulled=False) == {}
    after = advance(a_plan(4), {"R1.1": WON}, absent={ONE: "withdrawal"})
    assert names(after.matches["R2.1"].sides) == ["(withdrawal)", "?"]
    assert after.matches["R2.1"].withdrawn == (ONE,)
    assert names(after.matches["R1.1"].sides) == ["1", "4"]
    over = advance(a_plan(4), {"R1.1": WON, "R1.2": WON}, absent={ONE: "withdrawal"})
    assert over.champion == over.matches["R2.1"].sides[1]


def test_bye_from_the_draw_is_kept_after_a_withdrawal() -> None:
    after = advance(a_plan(3), {}, absent={ONE: "disqualification"})
    assert names(after.matches["R1.1"].sides) == ["1", "(no_opponent)"]
    assert names(after.matches["R2.1"].sides) == ["(disqualification)", "?"]


def test_bracket_without_remaining_teams_has_no_champion() -> None:
    leavers = dict.fromkeys(some_entrants(4), "withdrawal")
    after = advance(a_plan(4), {}, absent=leavers)
    assert names([after.champion]) == ["(withdrawal)"]
    assert not ready(after)


@pytest.mark.parametrize("format_key", ["knockout", "double_knockout"])
def test_every_entrant_has_exactly_one_final_place_whenever_a_team_leaves(format_key: str) -> None:
    form = FORMATS[format_key]
    plan = form.plan(some_entrants(8), form.read_options({}))
    _bracket, outcomes = played_out(plan)
    for matches in range(len(outcomes) + 1):
        some = dict(list(outcomes.items())[:matches])
        before = advance(plan, some)
        leaving_outcomes = dict(outcomes_of_leaving(before, TWO, "withdrawal", "", annulled=False))
        after = advance(plan, some | leaving_outcomes, absent={TWO: "withdrawal"})
        while now := ready(after):
            some |= dict.fromkeys(now, WON)
            after = advance(plan, some | leaving_outcomes, absent={TWO: "withdrawal"})
        placed = form.placing(after)
        assert sorted(place.entrant for place in placed) == sorted(some_entrants(8))


def test_withdrawal_at_tables_of_three_keeps_played_matches_and_gives_byes() -> None:
    plan = a_table_plan(6, 3, 2)
    played = next(match for match in plan.matches if match.round == 1)
    outcomes: dict[str, Outcome] = {played.label: Result(0, ((3, 2, 1),))}
    before = advance(plan, outcomes)
    assert outcomes_of_leaving(before, ONE, "withdrawal", "", annulled=True) == {}
    after = advance(plan, outcomes, absent={ONE: "withdrawal"})
    assert sum("(withdrawal)" in names(match.sides) for match in after.matches.values()) in (1, 2)


def test_team_advances_once_its_unfinished_earlier_match_is_over() -> None:
    plan = everybody_meets()
    last = next(match for match in plan.matches if match.round == 2)
    outcomes: dict[str, Outcome] = {last.label: Withdrawal(0)}
    waiting = advance(plan, outcomes)
    assert all(" later" in name for name in names(waiting.matches["R3.1"].sides))
    outcomes |= {match.label: WON for match in plan.matches if match.round == 1}
    free = advance(plan, outcomes)
    assert " later" not in "".join(names(free.matches[last.label].sides))


def test_only_the_latest_withdrawal_or_return_of_a_team_counts() -> None:
    changes = [
        RosterEvent("withdrawal", ONE),
        RosterEvent("late", TWO, Points(1, 2)),
        RosterEvent("return", ONE),
        RosterEvent("disqualification", TWO),
    ]
    roster = roster_of(changes)
    assert (dict(roster.withdrawals), dict(roster.late)) == ({TWO: "disqualification"}, {TWO: Points(1, 2)})


@pytest.mark.parametrize(
    ("options", "family", "policy"),
    [
        ({}, Family.FIXED, "half"),
        ({}, Family.BY_SCORE, "keep"),
        ({"leavers": "annul"}, Family.BY_PLACE, "annul"),
        ({}, Family.WINNERS, "keep"),
    ],
)
def test_withdrawal_policy_defaults_to_the_policy_of_the_format_family(
    options: dict[str, str], family: Family, policy: str
) -> None:
    assert withdrawals_policy(options, family) == policy


def test_numeric_house_rule_defaults_to_the_value_of_the_format_family_or_to_zero() -> None:
    assert house_number({}, Family.BY_SCORE, LATE_UNTIL) == 2
    assert house_number({"late_until": 4}, Family.BY_SCORE, LATE_UNTIL) == 4
    assert house_number({}, Family.WINNERS, LATE_UNTIL) == 0
    assert house_number({}, Family.WINNERS, SUBSTITUTES) == 1


def test_bye_before_the_first_match_that_a_withdrawn_team_misses_is_kept() -> None:
    """Entrant 4 leaves after round 2; its bye in round 3 is kept, and its place in round 4 is empty."""
    outcomes = {"R1.1": by_nets(5, 4, 3, 2, 1), "R2.1": by_nets(5, 4, 3, 2, 1)}
    bracket = advance(a_table_plan(6, 5, 4), outcomes, absent={EntrantId("4"): "withdrawal"})
    assert names(bracket.matches["R3.2"].sides)[0] == "4"
    assert "(withdrawal)" in names(bracket.matches["R4.1"].sides)


def test_team_that_leaves_keeps_its_earlier_bye_and_its_later_played_match() -> None:
    plan = FORMATS["knockout"].plan(some_entrants(16), {"third_place": True})
    lost = Result(1, ((20, 35), (20, 35)))
    ended: dict[str, Outcome] = {
        "R1.1": DoubleWalkover(),
        **dict.fromkeys(("R1.2", "R1.3", "R1.4", "R2.2"), WON),
        "R3.1": lost,
    }
    before = advance(plan, ended)
    entrant = names(before.matches["R3.1"].sides)[0]
    after = advance(plan, ended, absent={EntrantId(entrant): "withdrawal"})
    assert after.matches["R2.1"] == before.matches["R2.1"]
    assert after.matches["R3.1"] == before.matches["R3.1"]
    assert names(after.matches["P3"].sides)[0] == "(withdrawal)"
    assert after.matches["P3"].withdrawn == (entrant,)


def test_team_that_leaves_keeps_its_bye_against_a_withdrawn_team_and_its_later_played_match() -> None:
    """Team 1 leaves before its second match; team 4 gets a bye instead, plays again, and then leaves."""
    plan = FORMATS["knockout"].plan(some_entrants(8), {})
    ended: dict[str, Outcome] = dict.fromkeys(("R1.1", "R1.2", "R1.3", "R1.4", "R2.2"), WON)
    first = {ONE: "withdrawal"}
    before = advance(plan, ended | {"R3.1": WON}, absent=first)
    assert names(before.matches["R2.1"].sides) == ["(withdrawal)", "4"]
    after = advance(plan, ended | {"R3.1": WON}, absent=first | {EntrantId("4"): "disqualification"})
    assert after.matches == before.matches


def test_team_that_left_keeps_its_side_in_played_matches() -> None:
    """The team leaves while an earlier match is reopened, and keeps its side in later played matches."""
    plan = a_table_plan(6, 3, 2)
    played: dict[str, Outcome] = {match.label: by_nets(1, 2, 3) for match in plan.matches}
    open_again = next(match.label for match in plan.matches if match.round == 1)
    ended = {label: outcome for label, outcome in played.items() if label != open_again}
    before = advance(plan, ended, given_back=(open_again,))
    after = advance(plan, ended, given_back=(open_again,), absent={ONE: "withdrawal"})
    for match in plan.matches:
        if match.round == 2:
            assert after.matches[match.label].sides == before.matches[match.label].sides
