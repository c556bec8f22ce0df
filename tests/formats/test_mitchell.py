"""Tests of the Mitchell format: stationary and moving entrants, byes, and the limit of rounds."""

import pytest
from hypothesis import given, strategies as st

from scoring.types import NoPairing
from tests.format_parts.builders import names, played_out, some_entrants
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import group_tables
from tournaments.competition.types import Plan

FORM = FORMATS["mitchell"]


def a_mitchell(entrants: int, **options: object) -> Plan:
    return FORM.plan(some_entrants(entrants), FORM.read_options(options))


def tables(plan: Plan) -> list[str]:
    """Return each round as text, such as "1-2 3-4"; a single number is a bye."""
    bracket, _outcomes = played_out(plan)
    rounds: dict[int, list[str]] = {}
    for match in plan.matches:
        assert match.number == len(rounds.get(match.round, [])) + 1
        present = [name for name in names(bracket.matches[match.label].sides) if "(" not in name]
        rounds.setdefault(match.round, []).append("-".join(present))
    return [" ".join(each) for each in rounds.values()]


@pytest.mark.parametrize(
    ("entrants", "options", "expected"),
    [
        pytest.param(
            6, {}, ["1-2 3-4 5-6", "1-6 3-2 5-4", "1-4 3-6 5-2"], id="even lines move on one table a round"
        ),
        pytest.param(6, {"rounds": 2}, ["1-2 3-4 5-6", "1-6 3-2 5-4"], id="fewer rounds than tables"),
        pytest.param(
            5, {}, ["1-2 3-4 5", "1 3-2 5-4", "1-4 3 5-2"], id="an odd number: who sits rests in turn"
        ),
        pytest.param(2, {}, ["1-2"], id="one table"),
    ],
)
def test_moving_entrants_change_tables_each_round(
    entrants: int, options: dict[str, object], expected: list[str]
) -> None:
    assert tables(a_mitchell(entrants, **options)) == expected


@given(st.integers(2, 40))
def test_moving_entrant_meets_every_stationary_entrant_once(entrants: int) -> None:
    bracket, _outcomes = played_out(a_mitchell(entrants))
    stage = StageState(bracket.plan.entrants, meetings_of(bracket))
    sitting, moving = stage.entrants[::2], stage.entrants[1::2]
    assert all(sorted(stage.opponents(entrant)) == sorted(sitting) for entrant in moving)
    assert all(sorted(stage.opponents(entrant)) == sorted(moving) for entrant in sitting)


def test_mitchell_halves_have_separate_or_joint_standings() -> None:
    two, one = a_mitchell(5), a_mitchell(5, one_standings=True)
    assert [(group.key, group.entrants) for group in two.groups] == [
        ("NS", ("1", "3", "5")),
        ("EW", ("2", "4")),
    ]
    assert one.groups == ()


def test_each_mitchell_half_is_ordered_by_results_against_the_other_half() -> None:
    plan = a_mitchell(6)
    bracket, _outcomes = played_out(plan)
    stage = StageState(plan.entrants, meetings_of(bracket), groups=plan.groups)
    tables = {
        key: [(row.entrant, int(row.match_points)) for row in rows]
        for key, rows in group_tables(stage).items()
    }
    assert tables == {"NS": [("1", 3), ("3", 2), ("5", 1)], "EW": [("2", 2), ("4", 1), ("6", 0)]}


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 2), (6, 4), (7, 5), (40, 21)])
def test_mitchell_with_more_rounds_than_tables_is_refused_with_a_suggestion(
    entrants: int, rounds: int
) -> None:
    with pytest.raises(NoPairing) as refused:
        a_mitchell(entrants, rounds=rounds)
    assert refused.value.code == "too_many_rounds"
    assert f"Play at most {rounds - 1} rounds." in refused.value.message.english()
    assert a_mitchell(entrants, rounds=rounds - 1).rounds == rounds - 1
