"""Tests of the history that a pairing uses: meetings, upfloats and downfloats, byes, and first seats."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring.types import NoPairing
from tests.format_parts.builders import some_entrants
from tournaments.competition.format_parts.pairing import (
    before,
    byes_had,
    first_seats,
    last_floats,
    present,
    rounds_played,
    times_met,
)
from tournaments.competition.format_parts.round_faults import floated
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import (
    NO_OPPONENT,
    Annulled,
    Bye,
    Disqualification,
    DoubleWalkover,
    EntrantId,
    Outcome,
    Result,
    Walkover,
    Withdrawal,
)

A, B, C, D, E = some_entrants(5)
WON, LOST, LEVEL = Result(0, ((35, 20),)), Result(1, ((20, 35),)), Result(None, ((20, 20),))

# Round 1: A beats B, C beats D, E has a bye.      A 1  C 1  E 1  B 0  D 0
# Round 2: C loses to A, B beats E, D has a bye.   A 2  C 1  E 1  B 1  D 1
STAGE = StageState(
    (A, B, C, D, E),
    (
        Meeting("R1.1", (A, B), WON, 1),
        Meeting("R1.2", (C, D), WON, 1),
        Meeting("R1.3", (E,), Bye(0, NO_OPPONENT), 1),
        Meeting("R2.1", (C, A), LOST, 2),
        Meeting("R2.2", (B, E), WON, 2),
        Meeting("R2.3", (D,), Bye(0, NO_OPPONENT), 2),
    ),
)


def test_meetings_with_each_opponent_are_counted() -> None:
    assert rounds_played(STAGE) == 2
    assert times_met(STAGE)[A] == {B: 1, C: 1}
    assert times_met(STAGE)[D] == {C: 1}


def test_state_of_a_stage_before_a_round_contains_only_earlier_matches() -> None:
    assert [meeting.label for meeting in before(STAGE, 2).meetings] == ["R1.1", "R1.2", "R1.3"]
    assert before(STAGE, 1).meetings == ()


def test_upfloat_is_positive_and_downfloat_is_negative() -> None:
    """Entrant E had won and met B, which had lost. Entrant D had a bye, which counts as a downfloat."""
    assert last_floats(STAGE) == {C: 0, A: 0, B: 1, E: -1, D: -1}
    assert last_floats(before(STAGE, 1)) == {}


def test_annulled_match_is_neither_an_upfloat_nor_a_downfloat() -> None:
    counted_meetings = [each for each in STAGE.meetings if each.label != "R2.2"]
    stage = replace(
        STAGE, meetings=(*counted_meetings, Meeting("R2.2", (B, E), Annulled(), 2)), out=frozenset({B})
    )
    assert last_floats(stage) == floated(stage) == {C: 0, A: 0, D: -1}


def test_upfloat_or_downfloat_against_an_entrant_that_has_since_withdrawn_is_counted() -> None:
    stage = replace(STAGE, out=frozenset({B}))
    assert last_floats(stage) == floated(stage) == {C: 0, A: 0, B: 1, E: -1, D: -1}


def test_seat_history_has_first_seats_minus_second_seats_and_the_last_seat() -> None:
    seats = first_seats(STAGE)
    assert (seats[A], seats[B], seats[C], seats[D]) == ((0, -1), (0, 1), (2, 1), (-1, -1))


@pytest.mark.parametrize(
    ("outcome", "had"),
    [
        pytest.param(WON, {}, id="a match that was played"),
        pytest.param(LEVEL, {}, id="a level match"),
        pytest.param(Walkover(1), {B: 1}, id="COM-WO-1: a walkover"),
        pytest.param(Withdrawal(0), {A: 1}, id="the opponent left"),
        pytest.param(Disqualification(0), {A: 1}, id="the opponent was sent away"),
        pytest.param(DoubleWalkover(), {}, id="nobody was there"),
        pytest.param(Annulled(), {}, id="taken out of the standings"),
    ],
)
def test_win_without_play_counts_as_a_bye(outcome: Outcome, had: dict[EntrantId, int]) -> None:
    stage = StageState((A, B), (Meeting("R1.1", (A, B), outcome),))
    assert byes_had(stage) == Counter(had)
    assert byes_had(STAGE) == Counter({E: 1, D: 1})


def test_withdrawn_entrant_is_not_present_and_fewer_than_two_present_entrants_are_refused() -> None:
    stage = StageState((A, B, C), out=frozenset({B}))
    assert present(stage) == (A, C)
    with pytest.raises(NoPairing) as refused:
        present(StageState((A, B, C), out=frozenset({A, B})))
    assert refused.value.code == "too_few_left"
    assert "at least 2 teams; still in: 1." in refused.value.message.english()
