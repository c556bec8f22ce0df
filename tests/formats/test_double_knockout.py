"""Tests of the double knock-out: a second defeat eliminates, and rematches come as late as possible."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from scoring.types import NoPairing
from tests.format_parts.builders import Judge, names, played_out, some_entrants
from tournaments.competition.format_parts.advancement import Progress
from tournaments.competition.format_parts.brackets import Bracket, advance, champion_missing
from tournaments.competition.formats.double_knockout import FORMAT
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.types import (
    DECIDED,
    UNKNOWN,
    Bye,
    Disqualification,
    DoubleDisqualification,
    DoubleWalkover,
    EntrantId,
    KnownEntrant,
    Label,
    Line,
    LoserOf,
    Outcome,
    Plan,
    RematchOf,
    Result,
    Sides,
    Walkover,
    WinnerOf,
    Withdrawal,
)

BOTH_WAYS = pytest.mark.parametrize("reset", [False, True], ids=["the final decides", "with a second final"])
OFF = DoubleWalkover("both absent")
PLAYED_ON = Result(0), Result(1), Walkover(0), Walkover(1)
DEPARTURES = Withdrawal(0), Withdrawal(1), Disqualification(0), Disqualification(1), DoubleDisqualification()
ALL_ENDS = (*PLAYED_ON, OFF, *DEPARTURES)


def judged(data: st.DataObject, *ends: Outcome) -> Judge:
    """Return a function that picks a random outcome from `ends` for every match."""
    return lambda _sides: data.draw(st.sampled_from(ends))


def a_double(entrants: int, *, reset: bool = False) -> Plan:
    return FORMAT.plan(some_entrants(entrants), FORMAT.read_options({"reset": reset}))


def loser_of(sides: Sides, outcome: Outcome) -> EntrantId:
    assert outcome.winner is not None
    beaten = sides[1 - outcome.winner]
    assert isinstance(beaten, KnownEntrant)
    return beaten.entrant


def defeats(bracket: Bracket) -> Counter[EntrantId]:
    """Return the number of defeats of each entrant, including walkovers."""
    lost = [
        loser_of(match.sides, match.outcome)
        for match in bracket.matches.values()
        if match.outcome and not isinstance(match.outcome, Bye)
    ]
    return Counter(lost)


@BOTH_WAYS
@given(data=st.data())
def test_double_knockout_eliminates_after_two_defeats_and_the_champion_has_at_most_one(
    reset: bool, data: st.DataObject
) -> None:
    plan = a_double(data.draw(st.integers(3, 24)), reset=reset)
    bracket, _outcomes = played_out(plan, judged(data, *PLAYED_ON))
    lost = defeats(bracket)
    assert isinstance(bracket.champion, KnownEntrant)
    champion = bracket.champion.entrant
    final = bracket.matches["F"]
    assert final.outcome is not None
    second = loser_of(final.sides, final.outcome)
    decided_at_once = {second} if not reset else set()
    assert all(lost[entrant] == 2 for entrant in set(plan.entrants) - {champion} - decided_at_once)
    assert lost[champion] <= 1
    assert all(1 <= lost[entrant] <= 2 for entrant in decided_at_once)
    assert all(match.outcome for match in bracket.matches.values())


@BOTH_WAYS
@given(data=st.data())
def test_champion_is_unknown_before_the_last_match(reset: bool, data: st.DataObject) -> None:
    plan = a_double(data.draw(st.integers(3, 20)), reset=reset)
    complete, outcomes = played_out(plan, judged(data, *ALL_ENDS))
    assert complete.champion != UNKNOWN
    for label in ("F", "F2") if reset else ("F",):
        if label in outcomes:
            before = {each: end for each, end in outcomes.items() if not each.startswith("F")}
            assert advance(plan, before).champion == UNKNOWN


@BOTH_WAYS
@given(data=st.data())
def test_double_knockout_placings_rank_every_entrant_without_gaps(reset: bool, data: st.DataObject) -> None:
    plan = a_double(data.draw(st.integers(3, 24)), reset=reset)
    bracket, _outcomes = played_out(plan, judged(data, *ALL_ENDS))
    placings = FORMAT.placing(bracket)
    assert sorted(place.entrant for place in placings) == sorted(plan.entrants)
    best = 2 if champion_missing(bracket) else 1
    assert placings[0].first == best
    above = 0
    for first, last in sorted({(place.first, place.last) for place in placings}):
        shared = sum((place.first, place.last) == (first, last) for place in placings)
        assert first == max(above + 1, best)
        above += shared
        assert last == above


@BOTH_WAYS
@given(data=st.data())
def test_placing_of_an_eliminated_entrant_never_changes(reset: bool, data: st.DataObject) -> None:
    plan = a_double(data.draw(st.integers(3, 16)), reset=reset)
    bracket, outcomes = played_out(plan, judged(data, *PLAYED_ON))
    some = data.draw(st.integers(0, len(outcomes)))
    now = advance(plan, dict(list(outcomes.items())[:some]))
    assert set(FORMAT.placing(now)) <= set(FORMAT.placing(bracket))


def path(plan: Plan, source: object) -> list[Label]:
    """Return the labels of the matches of an entrant that comes from `source` and wins every match."""
    labels: list[Label] = []
    while following := [match.label for match in plan.matches if source in match.sources]:
        labels.append(following[0])
        source = WinnerOf(following[0])
    return labels


def earliest_rematch(plan: Plan) -> dict[tuple[int, int], int]:
    """Return the round of the lower bracket in which two losers of the upper bracket first meet again.

    The keys are the two rounds of the upper bracket in which the entrants lost, the earlier round first. The
    value is 1,000,000 if the first rematch is not in the lower bracket.
    """
    below: dict[Label, list[Label]] = {}
    losers: dict[Label, list[Label]] = {}
    for match in plan.matches:
        if match.label[0] == "U":
            below[match.label] = [
                each
                for source in match.sources
                if isinstance(source, WinnerOf)
                for each in (source.match, *below[source.match])
            ]
            losers[match.label] = path(plan, LoserOf(match.label))
    earliest: dict[tuple[int, int], int] = {}
    for later, earlier in (
        (one, other) for one, earlier_matches in below.items() for other in earlier_matches
    ):
        meets = next(label for label in losers[later] if label in losers[earlier])
        rounds = int(earlier[1:].split(".")[0]), int(later[1:].split(".")[0])
        lower = int(meets[1:].split(".")[0]) if meets[0] == "L" else 10**6
        earliest[rounds] = min(earliest.get(rounds, lower), lower)
    return earliest


@pytest.mark.parametrize(
    ("entrants", "lower_rounds", "earliest"),
    [
        pytest.param(4, 2, 2, id="4: there is one round for it, the last"),
        pytest.param(8, 4, 3, id="8: two rounds come into two halves, which end in the last but one"),
        pytest.param(16, 6, 4, id="16: three come into two halves, so two meet when the third does"),
        pytest.param(32, 8, 5, id="32: two of four share a half, each with a quarter of its own"),
        pytest.param(64, 10, 7, id="64: the same with five"),
        pytest.param(128, 12, 8, id="128: five come into four quarters, so two meet when the fifth does"),
    ],
)
def test_rematches_in_the_lower_bracket_come_as_late_as_possible(
    entrants: int, lower_rounds: int, earliest: int
) -> None:
    plan = a_double(entrants)
    rematches = earliest_rematch(plan)
    last = max(int(match.label[1:].split(".")[0]) for match in plan.matches if match.label[0] == "L")
    assert (last, min(rematches.values())) == (lower_rounds, earliest)
    for (earlier, later), lower in rematches.items():
        assert lower >= lower_rounds - 1 or later - earlier > 1


def test_double_knockout_of_every_size_has_ordered_matches_and_no_empty_match() -> None:
    for size in [*range(3, 36), 64, 65, 100]:
        plan = a_double(size, reset=True)
        earlier: set[Label] = set()
        used = Counter(source for match in plan.matches for source in match.sources)
        assert set(used.values()) == {1}
        for match in plan.matches:
            assert all(isinstance(source, Line) or source.match in earlier for source in match.sources)
            earlier.add(match.label)
        assert [(match.round, match.number) for match in plan.matches] == sorted(
            {(match.round, match.number) for match in plan.matches}
        )
        assert {match.round for match in plan.matches} == set(range(1, plan.rounds + 1))
        bracket, outcomes = played_out(plan)
        assert len(outcomes) == 2 * size - 2
        byes = [label for label, match in bracket.matches.items() if isinstance(match.outcome, Bye)]
        assert [label for label in byes if not label.startswith("U1.")] == ["F2"]


def test_losers_of_a_bracket_of_eight_enter_the_lower_bracket_crosswise() -> None:
    sources = {match.label: match.sources for match in a_double(8, reset=True).matches}
    assert sources["L1.1"] == (LoserOf("U1.1"), LoserOf("U1.2"))
    assert sources["L2.1"] == (LoserOf("U2.2"), WinnerOf("L1.1"))
    assert sources["L2.2"] == (LoserOf("U2.1"), WinnerOf("L1.2"))
    assert sources["L3.1"] == (WinnerOf("L2.1"), WinnerOf("L2.2"))
    assert sources["L4.1"] == (LoserOf("U3.1"), WinnerOf("L3.1"))
    assert sources["F"] == (WinnerOf("U3.1"), WinnerOf("L4.1"))
    assert sources["F2"] == (RematchOf("F"), WinnerOf("F"))


def places(outcomes: dict[Label, Outcome], plan: Plan) -> str:
    """Return the places of all entrants if the stronger side wins each match not in `outcomes`.

    The result is a text such as "1-1:1 2-2:2": entrant 1 is first, and entrant 2 is second.
    """
    bracket, _all = played_out(plan, fixed=outcomes)
    shared: dict[str, str] = {}
    for entrant, first, last in FORMAT.placing(bracket):
        shared[f"{first}-{last}"] = shared.get(f"{first}-{last}", "") + entrant
    return " ".join(f"{span}:{entrant}" for span, entrant in shared.items())


@pytest.mark.parametrize(
    ("outcomes", "reset", "expected"),
    [
        pytest.param({}, True, "1-1:1 2-2:2 3-3:3 4-4:4 5-6:56 7-8:78", id="as the seeds"),
        pytest.param({}, False, "1-1:1 2-2:2 3-3:3 4-4:4 5-6:56 7-8:78", id="as the seeds, one final"),
        pytest.param(
            {"F": Result(1)}, False, "1-1:2 2-2:1 3-3:3 4-4:4 5-6:56 7-8:78", id="the final decides"
        ),
        pytest.param(
            {"F": Result(1)}, True, "1-1:1 2-2:2 3-3:3 4-4:4 5-6:56 7-8:78", id="a second final decides"
        ),
        pytest.param(
            {"F": Result(1), "F2": Result(1)},
            True,
            "1-1:2 2-2:1 3-3:3 4-4:4 5-6:56 7-8:78",
            id="lost twice to the same",
        ),
        pytest.param(
            {"F": Withdrawal(1)},
            True,
            "1-1:2 2-2:1 3-3:3 4-4:4 5-6:56 7-8:78",
            id="who leaves plays no second",
        ),
        pytest.param({"F": OFF}, True, "2-2:12 3-3:3 4-4:4 5-6:56 7-8:78", id="nobody comes to the final"),
        pytest.param(
            {"U1.1": Withdrawal(0)},
            True,
            "1-1:1 2-2:2 3-3:3 4-4:4 5-6:56 7-8:78",
            id="who leaves in the first round is among the last",
        ),
        pytest.param(
            {"U2.1": Withdrawal(1)},
            True,
            "1-1:2 2-2:3 3-3:4 4-4:6 5-6:15 7-8:78",
            id="who leaves in the second is with those who lose the next",
        ),
    ],
)
def test_double_knockout_placings_follow_from_the_given_outcomes(
    outcomes: dict[Label, Outcome], reset: bool, expected: str
) -> None:
    assert places(outcomes, a_double(8, reset=reset)) == expected


def test_placing_is_known_as_soon_as_an_entrant_is_eliminated() -> None:
    plan = a_double(4, reset=True)
    begun = {"U1.1": Result(0), "U1.2": Result(0), "U2.1": Result(0), "L1.1": Result(0)}
    assert list(FORMAT.placing(advance(plan, begun))) == [("3", 4, 4)]
    assert advance(plan, begun).champion == UNKNOWN


@pytest.mark.parametrize("entrants", range(3, 10))
@pytest.mark.parametrize("outcome", [OFF, Withdrawal(0), Withdrawal(1)], ids=["nobody", "first", "second"])
def test_placings_during_play_stay_within_the_number_of_entrants(entrants: int, outcome: Outcome) -> None:
    plan = a_double(entrants, reset=True)
    for label, match in advance(plan, {}).matches.items():
        if match.progress is Progress.READY:
            placings = FORMAT.placing(advance(plan, {label: outcome}))
            assert placings
            assert all(first <= last <= entrants for _entrant, first, last in placings)


def test_placings_stay_within_the_number_of_entrants_if_both_sides_of_a_match_withdraw() -> None:
    absent = {EntrantId("1"): "withdrawal", EntrantId("4"): "withdrawal"}
    bracket = advance(a_double(4, reset=True), {"U1.1": Withdrawal(1)}, absent=absent)
    assert [tuple(placing) for placing in FORMAT.placing(bracket)] == [("4", 3, 3), ("1", 4, 4)]


def test_placings_after_a_finalist_withdraws_ignore_the_second_final() -> None:
    upper = {"U1.1": Result(0), "U1.2": Result(0), "U2.1": Result(0)}
    bracket = advance(a_double(4, reset=True), upper, absent={EntrantId("1"): "withdrawal"})
    assert [tuple(placing) for placing in FORMAT.placing(bracket)] == [("1", 2, 2)]


def test_unnecessary_second_final_is_not_a_bye_in_the_standings() -> None:
    bracket, _outcomes = played_out(a_double(4, reset=True))
    assert bracket.matches["F2"].outcome == Bye(1, DECIDED)
    stage = StageState(bracket.plan.entrants, meetings_of(bracket))
    assert stage.tally(EntrantId("1")).byes == 0
    assert stage.match_points(EntrantId("1")) == 3


def test_double_knockout_of_three_has_one_bye() -> None:
    plan = a_double(3)
    assert [match.label for match in plan.matches] == ["U1.1", "U1.2", "U2.1", "L2.1", "F"]
    assert places({}, plan) == "1-1:1 2-2:2 3-3:3"
    assert names(advance(plan, {}).matches["U1.1"].sides) == ["1", "(no_opponent)"]


@pytest.mark.parametrize("size", [2, 1025])
def test_double_knockout_of_an_impossible_size_is_refused(size: int) -> None:
    with pytest.raises(NoPairing):
        a_double(size)


@pytest.mark.parametrize(
    ("label", "rounds", "name"),
    [
        ("U1.2", 6, "Upper bracket, round 1, match 2"),
        ("U3.1", 6, "Final of the upper bracket"),
        ("U3.1", 7, "Final of the upper bracket"),
        ("L3.1", 7, "Lower bracket, round 3, match 1"),
        ("L4.1", 7, "Final of the lower bracket"),
        ("F", 7, "Final"),
        ("F2", 7, "Second final"),
    ],
)
def test_matches_of_a_double_knockout_are_named_after_bracket_and_round(
    label: Label, rounds: int, name: str
) -> None:
    assert FORMAT.match_name(label, rounds).english() == name


@pytest.mark.parametrize(
    ("number", "rounds", "name"),
    [
        (1, 6, "Round 1"),
        (4, 6, "Round 4"),
        (5, 6, "Final of the lower bracket"),
        (5, 7, "Final of the lower bracket"),
        (6, 6, "Final"),
        (7, 7, "Second final"),
    ],
)
def test_rounds_of_a_double_knockout_are_named_after_their_bracket(
    number: int, rounds: int, name: str
) -> None:
    assert FORMAT.round_name(number, rounds).english() == name


def test_third_meeting_is_only_possible_in_a_second_final() -> None:
    for size in range(3, 33):
        bracket, _outcomes = played_out(a_double(size))
        stage = StageState(bracket.plan.entrants, meetings_of(bracket))
        for first, second in combinations(stage.entrants, 2):
            assert stage.opponents(first).count(second) <= 3 - (size > 4)
