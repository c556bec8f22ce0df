"""Tests of the Danish format: neighbours in the standings meet, at tables of two to five."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from scoring.types import NoPairing
from tests.format_parts.rounds import (
    a_stage,
    after,
    every_round,
    fewest_repeated,
    played_rounds,
    repeated,
    round_of,
    tables,
)
from tournaments.competition.format_parts import pairing
from tournaments.competition.format_parts.round_faults import breaches
from tournaments.competition.formats.danish import FORMAT, by_standings, cost
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import NO_OPPONENT, Bye, EntrantId, Outcome, Pairing, Result

SEATING = {"left_out", "seated_twice", "gone_seated", "unknown_seated", "needless_bye", "table_size"}


def first_wins(stage: StageState, pairings: Sequence[Pairing], turn: int) -> StageState:
    """Return the stage after a round in which the entrant with the lower line number wins each match."""
    return after(stage, pairings, [better_wins(pairing) for pairing in pairings], turn)


def better_wins(pairing: Pairing) -> Outcome:
    if len(pairing) == 1:
        return Bye(0, NO_OPPONENT)
    scores = tuple(100 - int(entrant) for entrant in pairing)
    return Result(scores.index(max(scores)), (scores,))


@pytest.mark.parametrize(
    ("entrants", "sides", "first", "second"),
    [
        # After round 1: 1, 3, 5, 7 have won by the same margin; then the losers.
        pytest.param(8, 2, ["1-2", "3-4", "5-6", "7-8"], ["1-3", "5-7", "2-4", "6-8"], id="1 v 2, 3 v 4"),
        pytest.param(7, 2, ["1-2", "3-4", "5-6", "7"], ["1-3", "5-7", "2-4", "6"], id="the lowest rests"),
        # 1, 4, 7 have won; 2, 5, 8 have at least lost no game.
        pytest.param(9, 3, ["1-2-3", "4-5-6", "7-8-9"], ["1-4-7", "2-5-8", "3-6-9"], id="tables of three"),
        # 1 and 5 have won; 2 and 6 are closer to the winner than 3 and 7.
        pytest.param(8, 4, ["1-2-3-4", "5-6-7-8"], ["1-2-5-6", "3-4-7-8"], id="tables of four"),
        # 6 and 7 have had the bye, which counts as a win.
        pytest.param(7, 5, ["1-2-3-4-5", "6", "7"], ["1-2-3-6-7", "4", "5"], id="five, two rest"),
    ],
)
def test_danish_round_pairs_neighbours_in_the_standings(
    entrants: int, sides: int, first: list[str], second: list[str]
) -> None:
    stage = a_stage(FORMAT, entrants, sides)
    pairings = FORMAT.pair(stage)
    assert tables(pairings) == first
    stage = first_wins(stage, pairings, 1)
    assert tables(FORMAT.pair(stage)) == second


@pytest.mark.parametrize(("rematches", "third"), [("allowed", ["1-3", "2-4"]), ("avoided", ["2-3", "1-4"])])
def test_danish_round_avoids_rematches_unless_the_option_allows_them(
    rematches: str, third: list[str]
) -> None:
    """Entrant 1 beat 2 and lost to 3; entrant 3 also beat 4; entrant 4 lost to 2. The order is 3, 1, 2, 4."""
    stage = a_stage(FORMAT, 4, rematches=rematches, rounds=3)
    won = Result(0, ((20, 10),))
    stage = after(stage, [tuple(map(EntrantId, pair)) for pair in ("12", "34")], [won, won], 1)
    stage = after(stage, [tuple(map(EntrantId, pair)) for pair in ("31", "24")], [won, won], 2)
    assert tables(FORMAT.pair(stage)) == third


def test_withdrawn_entrant_is_not_paired_and_a_round_with_too_few_entrants_is_refused() -> None:
    stage = replace(a_stage(FORMAT, 7, 3), out=frozenset({EntrantId("2")}))
    assert tables(FORMAT.pair(stage)) == ["1-3-4", "5-6-7"]
    few = replace(a_stage(FORMAT, 4, 3), out=frozenset({EntrantId("1"), EntrantId("2")}))
    with pytest.raises(NoPairing, match="too_few_left"):
        FORMAT.pair(few)


@settings(max_examples=25)
@given(
    entrants=st.integers(2, 40),
    sides=st.sampled_from(FORMAT.sides),
    rematches=st.sampled_from(["avoided", "allowed"]),
    going=st.integers(0, 4),
    seed=st.integers(0, 2**32),
)
def test_danish_round_seats_everybody_once_and_neighbours_together(
    entrants: int, sides: int, rematches: str, going: int, seed: int
) -> None:
    entrants = max(entrants, sides + going)
    stage = a_stage(FORMAT, entrants, sides, rematches=rematches)
    for before, pairings in played_rounds(FORMAT, stage, Random(seed), going=going):
        assert not {breach.code for breach in breaches(before, pairings)} & SEATING
        assert FORMAT.pair(before) == pairings
        if sides == 2 and rematches == "avoided":
            assert repeated(before, pairings) == fewest_repeated(before)
        else:
            order = by_standings(before, [entrant for pairing in pairings for entrant in pairing])
            sitting = (sorted(map(order.index, table)) for table in pairings if len(table) > 1)
            sitting = (sorted(map(order.index, table)) for table in pairings if len(table) > 1)
            seated = [place for table in sitting for place in table]
            assert seated == sorted(seated)


def test_cost_of_a_danish_pair_is_the_square_of_the_distance_in_places() -> None:
    assert [cost(3, other) for other in (4, 5, 7)] == [(0,), (1,), (9,)]


def test_danish_round_is_ordered_by_the_tie_breaks_of_the_club() -> None:
    """Entrant 1 beat 2 by ten points, and 3 beat 4 by twenty: the first place depends on the tie-breaks."""
    stage = a_stage(FORMAT, 4)
    stage = after(stage, round_of("1-2 3-4"), [Result(0, ((90, 80),)), Result(0, ((40, 20),))], 1)
    assert by_standings(stage, stage.entrants)[:2] == ("3", "1")
    scored = replace(stage, tie_breaks=("points_scored",))
    assert by_standings(scored, stage.entrants)[:2] == ("1", "3")


def test_danish_pairing_restricted_to_near_entrants_equals_the_full_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 61 entrants, every round equals the round found by a search over all pairs."""
    for stage, pairings in played_rounds(FORMAT, a_stage(FORMAT, 61), Random(7)):
        with monkeypatch.context() as patch:
            patch.setattr(pairing, "MANY", 10)
            patch.setattr(pairing, "WINDOWS", (20,))
            assert FORMAT.pair(stage) == pairings


@settings(max_examples=30)
@given(entrants=st.integers(2, 8), rounds=st.integers(1, 9), seed=st.integers(0, 2**32))
def test_danish_round_is_the_best_of_all_possible_rounds(entrants: int, rounds: int, seed: int) -> None:
    """The round has the fewest rematches and repeated byes, then the smallest sum of squared distances."""
    stage = a_stage(FORMAT, entrants, rounds=rounds)
    for before, pairings in played_rounds(FORMAT, stage, Random(seed)):
        order = by_standings(before, before.entrants)
        best = min(merits(before, order, each) for each in every_round(before.entrants))
        assert merits(before, order, pairings) == best


def merits(stage: StageState, order: Sequence[EntrantId], pairings: Sequence[Pairing]) -> tuple[int, ...]:
    meetings = {entrant: Counter(stage.opponents(entrant)) for entrant in order}
    pairs = [pairing for pairing in pairings if len(pairing) > 1]
    again, byes = repeated(stage, pairings)
    from_below = [len(order) - 1 - order.index(pairing[0]) for pairing in pairings if len(pairing) == 1]
    apart = (abs(order.index(first) - order.index(second)) - 1 for first, second in pairs)
    times = sum(meetings[first][second] for first, second in pairs)
    return again, times, byes, sum(from_below), sum(between**2 for between in apart)
