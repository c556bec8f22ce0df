"""Tests of the state machines of tournaments, stages and matches."""

import pytest

from tournaments.competition.lifecycle import (
    AT_A_TABLE,
    FIRST_STATE,
    MATCH,
    OVER,
    STAGE,
    TOURNAMENT,
    Machine,
    allowed,
    states_before,
)

MACHINES = {"tournament": TOURNAMENT, "stage": STAGE, "match": MATCH}


@pytest.mark.parametrize(
    ("before", "after", "may"),
    [
        pytest.param("waiting", "ready", True, id="both teams are known"),
        pytest.param("waiting", "playing", False, id="nobody plays a match without teams"),
        pytest.param("ready", "playing", True, id="the first hand"),
        pytest.param("playing", "ready", True, id="the only hand is struck"),
        pytest.param("playing", "walkover", True, id="given to the others when somebody leaves"),
        pytest.param("waiting", "walkover", True, id="given away before they are free"),
        pytest.param("walkover", "waiting", True, id="and taken back"),
        pytest.param("bye", "walkover", False, id="nobody is absent from a bye"),
        pytest.param("playing", "waiting", False, id="a match with a hand keeps its teams"),
        pytest.param("disputed", "signed", True, id="the dispute is settled by the signatures"),
        pytest.param("signed", "confirmed", True, id="the director confirms"),
        pytest.param("confirmed", "signed", False, id="a confirmed sheet is not unsigned by itself"),
        pytest.param("walkover", "ready", True, id="a walkover is taken back"),
        pytest.param("walkover", "playing", True, id="a played match that was given away is taken back"),
        pytest.param("confirmed", "walkover", True, id="a result is corrected into a disqualification"),
        pytest.param("walkover", "signed", False, id="nobody signs what was not played"),
    ],
)
def test_match_state_can_change_only_by_allowed_transitions(before: str, after: str, may: bool) -> None:
    assert allowed(MATCH, before, after) is may


def test_stage_returns_to_an_earlier_state_only_to_be_drawn_or_paired_again() -> None:
    # from playing in order to pair the next round
    assert states_before(STAGE, "drawing") == {"planned", "playing"}
    assert states_before(STAGE, "planned") == {"drawing", "playing"}


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_every_state_can_be_reached_from_the_first_state(machine: Machine) -> None:
    reached = {FIRST_STATE[next(name for name, candidate in MACHINES.items() if candidate is machine)]}
    for _step in machine:
        reached |= {after for state in reached for after in machine[state]}
    assert reached == set(machine)


def test_every_match_is_either_waiting_or_at_a_table_or_over() -> None:
    assert set(MATCH) == AT_A_TABLE | OVER | {"waiting"}
    assert not AT_A_TABLE & OVER
