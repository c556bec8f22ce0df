"""Tests of the checker of rounds: it finds every deliberate error, and reports no error in correct rounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings, strategies as st

from tests.format_parts.rounds import a_stage, after, played_rounds, round_of, went_without_play, with_rounds
from tournaments.competition.format_parts.round_faults import RULES, breaches
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tally import MatchPoints
from tournaments.competition.types import Bye, EntrantId, Pairing, Points, Result, Walkover

SWISS = FORMATS["swiss"]

# After round 1: 1, 2, 3, 4 have won, 9 had the bye; 5, 6, 7, 8 have lost.
NINE = with_rounds(a_stage(SWISS, 9), "1-5 2-6 3-7 4-8 9")
GOOD = "1-2 3-9 4-5 6-7 8"


def breach_texts(stage: StageState, text: str) -> list[str]:
    """Return each breach of the rules in a round as text: "code entrant entrant"."""
    return [" ".join((breach.code, *breach.entrants)) for breach in breaches(stage, round_of(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(GOOD, [], id="nothing wrong"),
        pytest.param("1-5 2-4 3-9 6-7 8", ["rematch 1 5"], id="a rematch"),
        pytest.param("1-2 3-4 8-5 6-7 9", ["second_bye 9", "bye_not_lowest 9"], id="a second bye"),
        pytest.param("2-3 4-9 8-5 6-7 1", ["bye_not_lowest 1"], id="the bye to a winner"),
        pytest.param("1-2 3-9 4-5 6-7", ["left_out 8"], id="somebody is left out"),
        pytest.param("1-2 3-9 4-5 6-5 8", ["left_out 7", "seated_twice 5"], id="somebody sits twice"),
        pytest.param("1-2 3-9 4-5 6-10 8", ["left_out 7", "unknown_seated 10"], id="a stranger"),
        pytest.param("1-3-9 2-4 5 6-7 8", ["table_size 1 3 9", "needless_bye 5 8"], id="three at a table"),
        pytest.param("1-2 3-9 4-5 6 7 8", ["needless_bye 6 7 8"], id="two rest who could play"),
    ],
)
def test_checker_finds_a_rule_breach_in_the_second_round(text: str, expected: list[str]) -> None:
    assert breach_texts(NINE, text) == expected


@pytest.mark.parametrize("rests", ["1", "2", "5"])
def test_win_without_play_counts_as_a_bye_for_both_partners(rests: str) -> None:
    """In the first round, entrant 5 has the bye, and entrants 1 and 2 win without play."""
    alone = replace(a_stage(FORMATS["individual"], 5), partners=2)
    stage = after(alone, round_of("1-3-2-4 5"), [Walkover(0), Bye(0)], 1)
    at_table = "-".join(entrant for entrant in "12345" if entrant != rests)
    assert f"second_bye {rests}" in breach_texts(stage, f"{at_table} {rests}")
    assert not [breach for breach in breach_texts(stage, "1-2-4-5 3") if "bye" in breach]


def clubs(**members: str) -> Mapping[EntrantId, str]:
    return {EntrantId(entrant): club for club, several in members.items() for entrant in several}


# After round 2: 1 has 2 points; 2 and 3 have none, and have had a bye.
THREE = with_rounds(replace(a_stage(SWISS, 3), values=MatchPoints(bye=Points(0))), "1-2 3", "1-3 2")
# After round 3: 1 has 3; 2, 3, 5 have 2; 4, 6, 7 have 1; 8 has none. 2 and 6 floated down, 5 and 7 up.
EIGHT = with_rounds(a_stage(SWISS, 8), "1-5 2-6 3-7 4-8", "1-3 2-4 5-7 6-8", "1-2 5-6 3-8 7-4")
UP = "float_again 8"

# After round 2: 5 has 2; 1, 2, 3, 6 have 1; 4 has none. In round 2, 3 floated down and 2 up.
SIX = with_rounds(a_stage(SWISS, 6), "1-4 5-2 3-6", "5-1 2-3 6-4")


@pytest.mark.parametrize(
    ("stage", "text", "expected"),
    [
        pytest.param(
            replace(NINE, out=frozenset({EntrantId("9")})),
            "1-2 3-9 4-5 6-7 8",
            ["gone_seated 9", "needless_bye 8"],
            id="who left is seated",
        ),
        pytest.param(replace(NINE, clubs=clubs(A="12", B="3")), GOOD, ["club_mates 1 2"], id="club mates"),
        pytest.param(replace(NINE, clubs=dict.fromkeys(NINE.entrants, "")), GOOD, [], id="no clubs"),
        pytest.param(EIGHT, "1-8 2-3 5-4 6-7", ["float_too_far 1 8", UP], id="three groups apart"),
        pytest.param(EIGHT, "1-4 2-3 5-6 7-8", ["rematch 5 6", "float_too_far 1 4", UP], id="two apart"),
        pytest.param(THREE, "2-3 1", [], id="the lowest who has had none is the first"),
        pytest.param(SIX, "5-6 1-2 3-4", ["float_again 3"], id="down twice running"),
        pytest.param(SIX, "2-5 1-6 3-4", ["rematch 2 5", "float_again 2", "float_again 3"], id="and up"),
        pytest.param(SIX, "3-5 1-6 2-4", [], id="down after up"),
    ],
)
def test_checker_finds_a_rule_breach_in_a_later_round(
    stage: StageState, text: str, expected: list[str]
) -> None:
    assert breach_texts(stage, text) == expected


def test_checker_reports_each_rematch_at_a_table_of_three() -> None:
    stage = replace(a_stage(FORMATS["danish"], 6, 3), clubs=clubs(A="46"))
    assert breach_texts(stage, "1-2-3 4-5-6") == ["club_mates 4 6"]
    won = Result(0, ((60, 50, 10),))
    later = after(stage, round_of("1-2-3 4-5-6"), [won, won], 1)
    again = ["rematch 1 2", "rematch 5 6"]
    assert [each for each in breach_texts(later, "1-2-4 3-5-6") if each.startswith("rematch")] == again


def test_every_kind_of_breach_has_a_message() -> None:
    faults = breaches(replace(NINE, clubs=clubs(A="15")), round_of("1-5 2-3-6 2 7 10"))
    assert {fault.code for fault in faults} > {"rematch", "club_mates", "table_size", "needless_bye"}
    assert all(fault.sentence.english().endswith(".") for fault in faults)
    assert "of the same club: A." in faults[-1].sentence.english()


Fault = Callable[[StageState, Sequence[Pairing], Random], tuple[StageState, Sequence[Pairing]]]


def swapped(pairings: Sequence[Pairing], one: EntrantId, other: EntrantId) -> list[Pairing]:
    """Swap two entrants, and return the pairings."""
    change = {one: other, other: one}
    return [tuple(change.get(entrant, entrant) for entrant in pairing) for pairing in pairings]


def beside(pairings: Sequence[Pairing], one: EntrantId, other: EntrantId) -> list[Pairing]:
    """Swap the entrant `other` with the opponent of the entrant `one`, and return the pairings."""
    partner = next(entrant for pairing in pairings if one in pairing for entrant in pairing if entrant != one)
    assume(partner != other)
    return swapped(pairings, partner, other)


def playing(pairings: Sequence[Pairing]) -> list[EntrantId]:
    return [entrant for pairing in pairings if len(pairing) > 1 for entrant in pairing]


def a_rematch(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    seated = playing(pairings)
    pairs = [(one, other) for one in seated for other in stage.opponents(one) if other in seated]
    assume(pairs)
    return stage, beside(pairings, *chance.choice(pairs))


def a_second_bye(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    had = [entrant for entrant in playing(pairings) if went_without_play(stage, entrant)]
    assume(had and len(pairings[-1]) == 1)
    return stage, swapped(pairings, pairings[-1][0], chance.choice(had))


def a_bye_too_high(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    resting = pairings[-1][0]
    higher = [
        entrant for entrant in playing(pairings) if stage.match_points(entrant) > stage.match_points(resting)
    ]
    assume(higher and len(pairings[-1]) == 1 and not went_without_play(stage, resting))
    return stage, swapped(pairings, resting, chance.choice(higher))


def a_far_float(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    scores = sorted({stage.match_points(entrant) for entrant in stage.entrants if entrant not in stage.out})
    seated = playing(pairings)
    top = [entrant for entrant in seated if stage.match_points(entrant) == scores[-1]]
    bottom = [entrant for entrant in seated if stage.match_points(entrant) == scores[0]]
    assume(len(scores) > 2 and top and bottom)
    return stage, beside(pairings, chance.choice(top), chance.choice(bottom))


def somebody_twice(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    one, other = chance.sample(playing(pairings), 2)
    return stage, [tuple(one if entrant == other else entrant for entrant in pairing) for pairing in pairings]


def a_table_missing(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    missing = chance.randrange(len(pairings))
    return stage, [pairing for place, pairing in enumerate(pairings) if place != missing]


def one_who_left(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    return replace(stage, out=stage.out | {chance.choice(playing(pairings))}), pairings


def mates(stage: StageState, pairings: Sequence[Pairing], chance: Random):
    table = chance.choice([pairing for pairing in pairings if len(pairing) > 1])
    return replace(stage, clubs=dict.fromkeys(table, "A")), pairings


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (a_rematch, "rematch"),
        (a_second_bye, "second_bye"),
        (a_bye_too_high, "bye_not_lowest"),
        (a_far_float, "float_too_far"),
        (somebody_twice, "seated_twice"),
        (a_table_missing, "left_out"),
        (one_who_left, "gone_seated"),
        (mates, "club_mates"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@settings(max_examples=60)
@given(entrants=st.integers(5, 30), turn=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_checker_finds_a_deliberate_error_in_a_random_round(
    fault: Fault, code: str, entrants: int, turn: int, seed: int
) -> None:
    chance = Random(seed)
    rounds = list(played_rounds(SWISS, a_stage(SWISS, entrants, rounds=turn), chance, going=1))
    stage, pairings = rounds[-1]
    before = [breach for breach in breaches(stage, pairings) if breach.code == code]
    planted = fault(stage, pairings, chance)
    planted_breaches = [breach for breach in breaches(*planted) if breach.code == code]
    assert set(planted_breaches) - set(before)


@given(entrants=st.integers(2, 30), seed=st.integers(0, 2**32))
def test_checker_reports_no_breach_in_a_computed_first_round(entrants: int, seed: int) -> None:
    stage = a_stage(SWISS, entrants)
    assert breaches(stage, SWISS.pair(stage)) == ()
    assert len(RULES) == 6
