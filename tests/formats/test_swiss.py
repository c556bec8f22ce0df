"""Tests of the Swiss format: each pairing rule, and a comparison with all other possible rounds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from scoring.types import NoPairing
from tests.format_parts.rounds import (
    LOST,
    WON,
    a_stage,
    after,
    every_round,
    fewest_repeated,
    played_rounds,
    repeated,
    round_of,
    some_clubs,
    tables,
    went_without_play,
    with_rounds,
)
from tournaments.competition.format_parts import pairing
from tournaments.competition.format_parts.round_faults import breaches
from tournaments.competition.formats.swiss import FORMAT
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import (
    NO_OPPONENT,
    Bye,
    DoubleWalkover,
    EntrantId,
    Outcome,
    Pairing,
    Points,
    Result,
    Walkover,
)


@pytest.mark.parametrize(
    ("entrants", "rounds"),
    [
        *((2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (12, 6), (16, 6), (17, 7), (32, 7)),
        *((64, 8), (65, 9), (128, 9), (1024, 12)),
    ],
)
def test_default_number_of_swiss_rounds_follows_from_the_number_of_entrants(
    entrants: int, rounds: int
) -> None:
    assert FORMAT.round_count(a_stage(FORMAT, entrants)) == rounds
    assert FORMAT.round_count(a_stage(FORMAT, entrants, rounds=5)) == 5


@pytest.mark.parametrize(
    ("how", "entrants", "first"),
    [
        # FIDE Handbook C.04.3 (Dutch): S1 against S2, the first of each half, the second of each half …
        pytest.param("slide", 8, ["1-5", "2-6", "3-7", "4-8"], id="top half v bottom half"),
        pytest.param("slide", 7, ["1-4", "2-5", "3-6", "7"], id="the last has the bye"),
        pytest.param("fold", 8, ["1-8", "2-7", "3-6", "4-5"], id="the first v the last"),
        pytest.param("fold", 9, ["1-8", "2-7", "3-6", "4-5", "9"], id="fold without the last"),
        pytest.param("adjacent", 8, ["1-2", "3-4", "5-6", "7-8"], id="neighbours"),
        pytest.param("slide", 2, ["1-2"], id="two"),
        pytest.param("slide", 3, ["1-2", "3"], id="three"),
    ],
)
def test_swiss_first_round_follows_the_pairing_option(how: str, entrants: int, first: list[str]) -> None:
    assert tables(FORMAT.pair(a_stage(FORMAT, entrants, pairing=how))) == first


ONE_EACH = {EntrantId("9"): Points(1), EntrantId("10"): Points(1)}
EIGHT = with_rounds(a_stage(FORMAT, 8), "1-5 2-6 3-7 4-8")


@pytest.mark.parametrize(
    ("stage", "second"),
    [
        pytest.param(EIGHT, ["1-3", "2-4", "5-7", "6-8"], id="winners meet winners"),
        pytest.param(
            with_rounds(a_stage(FORMAT, 6), "1-4 2-5 3-6"),
            ["1-2", "3-4", "5-6"],
            id="the last winner floats to the first loser",
        ),
        pytest.param(
            with_rounds(a_stage(FORMAT, 6), "1-3 2-5 4-6"),
            ["1-2", "3-4", "5-6"],
            id="the floater meets the first of the next group",
        ),
        pytest.param(
            with_rounds(a_stage(FORMAT, 7), "1-4 2-5 3-6 7"),
            ["1-3", "2-7", "4-5", "6"],
            id="the bye to the lowest who has had none",
        ),
        pytest.param(
            replace(EIGHT, out=frozenset({EntrantId("1"), EntrantId("8")})),
            ["2-3", "4-5", "6-7"],
            id="who left is not paired",
        ),
        pytest.param(
            replace(EIGHT, entrants=(*EIGHT.entrants, EntrantId("9"))),
            ["1-3", "2-4", "5-7", "6-8", "9"],
            id="who enters late stands behind the losers and has had no bye",
        ),
        pytest.param(
            replace(EIGHT, entrants=(*EIGHT.entrants, EntrantId("9"), EntrantId("10"))),
            ["1-3", "2-4", "5-8", "6-9", "7-10"],
            id="two late entrants are paired",
        ),
        pytest.param(
            replace(EIGHT, entrants=(*EIGHT.entrants, EntrantId("9"), EntrantId("10")), late=ONE_EACH),
            ["1-4", "2-9", "3-10", "5-7", "6-8"],
            id="late entrants with the points of a bye meet winners",
        ),
        pytest.param(
            replace(EIGHT, clubs={EntrantId(entrant): "A" for entrant in "13"} | {EntrantId("2"): "B"}),
            ["1-4", "2-3", "5-7", "6-8"],
            id="club mates do not meet while others of the group can be met",
        ),
        pytest.param(
            replace(EIGHT, clubs={EntrantId(entrant): "A" for entrant in "1234"}),
            ["1-3", "2-4", "5-7", "6-8"],
            id="club mates meet before anybody floats for it",
        ),
    ],
)
def test_swiss_second_round_pairs_entrants_with_equal_points(stage: StageState, second: list[str]) -> None:
    assert tables(FORMAT.pair(stage)) == second


def test_entrant_does_not_float_down_twice_in_a_row_if_avoidable() -> None:
    """Entrant 3 floated down in round 2, so entrant 2 floats down in round 3 and meets entrant 4."""
    stage = with_rounds(a_stage(FORMAT, 6), "1-4 5-2 3-6", "5-1 2-3 6-4")
    assert [breach.entrants for breach in breaches(stage, round_of("5-6 1-2 3-4"))] == [("3",)]
    assert tables(FORMAT.pair(stage)) == ["3-5", "1-6", "2-4"]
    assert breaches(stage, FORMAT.pair(stage)) == ()


def test_win_without_play_counts_as_a_bye() -> None:
    """In round 1, entrant 7 wins without play and 6 has the bye, so 5 has the bye in round 2."""
    stage = a_stage(FORMAT, 7)
    pairings: list[Pairing] = [(EntrantId("1"), EntrantId("4")), (EntrantId("2"), EntrantId("5"))]
    pairings += [(EntrantId("3"), EntrantId("7")), (EntrantId("6"),)]
    first = after(stage, pairings, [WON, WON, Walkover(1), Bye(0, NO_OPPONENT)], 1)
    second = FORMAT.pair(first)
    resting = second[-1]
    assert resting == ("5",)
    third = FORMAT.pair(after(first, second, [LOST if len(each) > 1 else Bye(0, "") for each in second], 2))
    assert third[-1] not in (("5",), ("6",), ("7",))


def test_unavoidable_rematch_is_against_the_opponent_met_least_often() -> None:
    """With four entrants over nine rounds, each of the three possible rounds occurs three times."""
    stage, counts = a_stage(FORMAT, 4, rounds=9), Counter[str]()
    for turn in range(1, 10):
        pairings = FORMAT.pair(stage)
        counts.update(tables(pairings))
        stage = after(stage, pairings, [WON, LOST], turn)
    assert counts == dict.fromkeys(("1-2", "3-4", "1-3", "2-4", "1-4", "2-3"), 3)


def test_fourth_meeting_of_one_pair_is_preferred_to_second_meetings_of_two_pairs() -> None:
    """Entrants 1 and 2 met three times while 3 and 4 were absent. Entrants 3 and 4 never met; all other pairs
    met once.
    """
    stage = a_stage(FORMAT, 4, rounds=6)
    for turn, text in enumerate(["1-2 3-4", "1-2 3-4", "1-2 3-4", "1-3 2-4", "1-4 2-3"], start=1):
        outcomes: list[Outcome] = [WON, DoubleWalkover() if turn < 4 else WON]
        stage = after(stage, round_of(text), outcomes, turn)
    assert tables(FORMAT.pair(stage)) == ["1-2", "3-4"]


def test_unavoidable_second_byes_go_to_the_entrants_with_the_fewest_byes() -> None:
    for stage, pairings in played_rounds(FORMAT, a_stage(FORMAT, 5, rounds=13), Random(3)):
        resting = pairings[-1][0]
        assert went_without_play(stage, resting) <= 1 + min(
            went_without_play(stage, entrant) for entrant in stage.entrants
        )


def test_pairing_is_refused_if_only_one_entrant_remains() -> None:
    stage = replace(a_stage(FORMAT, 3), out=frozenset({EntrantId("1"), EntrantId("2")}))
    with pytest.raises(NoPairing, match="too_few_left"):
        FORMAT.pair(stage)


def test_numbers_of_first_and_second_seats_of_an_entrant_differ_by_at_most_two() -> None:
    for entrants in (8, 9, 16, 31):
        last = [stage for stage, _pairings in played_rounds(FORMAT, a_stage(FORMAT, entrants), Random(5))][-1]
        firsts = dict.fromkeys(last.entrants, 0)
        for meeting in last.meetings:
            if isinstance(meeting.outcome, Result):
                firsts[meeting.entrants[0]] += 1
                firsts[meeting.entrants[1]] -= 1
        assert max(map(abs, firsts.values())) <= 2


@settings(max_examples=30)
@given(
    entrants=st.integers(2, 8),
    rounds=st.integers(1, 9),
    how=st.sampled_from(["slide", "fold", "adjacent"]),
    clubs=st.integers(1, 4),
    coming=st.integers(0, 1),
    going=st.integers(0, 1),
    seed=st.integers(0, 2**32),
)
def test_swiss_round_is_the_best_of_all_possible_rounds(
    entrants: int, rounds: int, how: str, clubs: int, coming: int, going: int, seed: int
) -> None:
    chance = Random(seed)
    stage = a_stage(FORMAT, entrants, rounds=rounds, pairing=how)
    stage = replace(stage, clubs=some_clubs(stage.entrants, clubs, chance))
    going = min(going, max(0, entrants - 2))
    for before, pairings in played_rounds(FORMAT, stage, chance, coming=coming, going=going):
        present = [entrant for entrant in before.entrants if entrant not in before.out]
        best = min(merits(before, each) for each in every_round(present))
        assert merits(before, pairings) == best


def merits(stage: StageState, pairings: Sequence[Pairing]) -> tuple[int | Fraction, ...]:
    """Return how much a round breaks pairing rules 1 to 5; smaller numbers are better.

    The numbers are in order of importance. They are computed independently of the pairing.
    """
    present = [entrant for entrant in stage.entrants if entrant not in stage.out]
    scores = sorted({stage.match_points(entrant) for entrant in present}, reverse=True)
    group = {entrant: scores.index(stage.match_points(entrant)) for entrant in present}
    lowest_last = sorted(present, key=group.__getitem__)
    pairs = [pairing for pairing in pairings if len(pairing) > 1]
    resting = [pairing[0] for pairing in pairings if len(pairing) == 1]
    counts = [stage.opponents(first).count(second) for first, second in pairs]
    again = [breach for breach in breaches(stage, pairs) if breach.code == "float_again"]
    mates = [first for first, second in pairs if stage.clubs.get(first, "") == stage.clubs.get(second) != ""]
    return (
        sum(count > 0 for count in counts),
        sum(counts),
        sum(went_without_play(stage, entrant) for entrant in resting),
        sum(len(present) - 1 - lowest_last.index(entrant) for entrant in resting),
        sum((group[first] - group[second]) ** 2 for first, second in pairs),
        len(again),
        len(mates),
    )


@settings(max_examples=15)
@given(
    entrants=st.integers(9, 40),
    more=st.integers(0, 4),
    coming=st.integers(0, 3),
    going=st.integers(0, 5),
    seed=st.integers(0, 2**32),
)
def test_large_swiss_round_repeats_only_unavoidable_matches_and_byes(
    entrants: int, more: int, coming: int, going: int, seed: int
) -> None:
    usual = FORMAT.round_count(a_stage(FORMAT, entrants))
    stage = a_stage(FORMAT, entrants, rounds=usual + more)
    for before, pairings in played_rounds(FORMAT, stage, Random(seed), coming=coming, going=going):
        assert repeated(before, pairings) == fewest_repeated(before)
        codes = {breach.code for breach in breaches(before, pairings)}
        assert not codes & {"left_out", "seated_twice", "gone_seated", "unknown_seated", "needless_bye"}
        assert FORMAT.pair(before) == pairings


@pytest.mark.parametrize("how", ["slide", "fold", "adjacent"])
def test_swiss_pairing_restricted_to_near_entrants_equals_the_full_search(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 91 entrants, every round equals the round found by a search over all pairs."""
    for stage, pairings in played_rounds(FORMAT, a_stage(FORMAT, 91, pairing=how), Random(7)):
        with monkeypatch.context() as patch:
            patch.setattr(pairing, "MANY", 10)
            patch.setattr(pairing, "WINDOWS", (20,))
            assert FORMAT.pair(stage) == pairings


@pytest.mark.parametrize("entrants", [11, 12])
def test_swiss_search_widens_if_an_entrant_has_met_all_near_opponents(
    entrants: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "MANY", 3)
    monkeypatch.setattr(pairing, "NEAREST", 0)
    monkeypatch.setattr(pairing, "WINDOWS", (0, 1))
    for seed in range(5):
        for stage, pairings in played_rounds(FORMAT, a_stage(FORMAT, entrants, rounds=9), Random(seed)):
            assert repeated(stage, pairings) == fewest_repeated(stage)
