"""Tests of the knock-out for 2 to 1,024 entrants, and of the sample tournament's bracket and places.

The test suite uses the small sizes and the sizes near powers of two; `make brackets` uses all sizes.
"""

import os
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from scoring.types import BadSetup, NoPairing
from tests.format_parts.builders import (
    a_plan,
    evening_outcomes,
    evening_results,
    names,
    played_out,
    some_entrants,
)
from tournaments.competition.format_parts.brackets import advance, champion_missing
from tournaments.competition.formats.knockout import FORMAT
from tournaments.competition.standings.stage_state import Meeting, StageState, meetings_of
from tournaments.competition.types import (
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
    Result,
    Source,
    Walkover,
    WinnerOf,
    Withdrawal,
)

SIZES = (
    range(2, 1025)
    if "SIZES" in os.environ
    else [*range(2, 131), 192, 255, 256, 257, 384, 511, 512, 513, 767, 1000, 1023, 1024]
)


def lines_below(plan: Plan) -> dict[Label, frozenset[int]]:
    """Return for each match the lines of the entrants that could win the match."""
    lines_of_match: dict[Label, frozenset[int]] = {}

    def lines(source: Source) -> frozenset[int]:
        if isinstance(source, Line):
            return frozenset({source.number} if source.number <= len(plan.entrants) else ())
        return lines_of_match[source.match] if isinstance(source, WinnerOf) else frozenset()

    for match in plan.matches:
        lines_of_match[match.label] = lines(match.sources[0]) | lines(match.sources[1])
    return lines_of_match


def every_source_comes_before(plan: Plan) -> None:
    earlier: set[Label] = set()
    used = Counter(source for match in plan.matches for source in match.sources)
    for match in plan.matches:
        assert all(source.match in earlier for source in match.sources if not isinstance(source, Line))
        earlier.add(match.label)
    assert set(used.values()) == {1}
    assert {source.match for source in used if isinstance(source, WinnerOf)} == {
        match.label for match in plan.matches if match.round < plan.rounds
    }


def everyone_stands_once_and_byes_go_to_the_best(plan: Plan) -> None:
    bracket = advance(plan, {})
    first = [bracket.matches[match.label] for match in plan.matches if match.round == 1]
    standing = [side.entrant for match in first for side in match.sides if isinstance(side, KnownEntrant)]
    resting = {names(match.sides)[0] for match in first if isinstance(match.outcome, Bye)}
    assert sorted(standing) == sorted(plan.entrants)
    assert resting == set(plan.entrants[: 2**plan.rounds - len(plan.entrants)])
    assert {match.label for match in bracket.matches.values() if isinstance(match.outcome, Bye)} == {
        match.label for match in first if isinstance(match.outcome, Bye)
    }


def the_best_meet_late(plan: Plan) -> None:
    """Check that each of the best 2, 4, 8, … lines is in a different part of the bracket."""
    below = lines_below(plan)
    for match in plan.matches:
        best = range(1, 2 ** (plan.rounds - match.round) + 1)
        assert match.label == "P3" or len(below[match.label] & set(best)) == 1


def as_the_lines_have_it(plan: Plan) -> dict[Label, Outcome]:
    """Return the outcomes of all matches with two entrants; the entrant with the lower line number wins."""
    ends: dict[Label, tuple[int, int]] = {}
    outcomes: dict[Label, Outcome] = {}
    for match in plan.matches:
        lines = [
            source.number if isinstance(source, Line) else ends[source.match][isinstance(source, LoserOf)]
            for source in match.sources
        ]
        ends[match.label] = min(lines), max(lines)
        if max(lines) <= len(plan.entrants):
            outcomes[match.label] = Result(lines.index(min(lines)))
    return outcomes


def it_ends_with_one_champion(plan: Plan) -> None:
    outcomes = as_the_lines_have_it(plan)
    over = advance(plan, outcomes)
    assert all(match.outcome for match in over.matches.values())
    assert over.champion == KnownEntrant(plan.entrants[0])
    assert len(outcomes.keys() - {"P3"}) == len(plan.entrants) - 1
    assert sorted(place.entrant for place in FORMAT.placing(over)) == sorted(plan.entrants)


@pytest.mark.parametrize(
    "holds",
    [
        every_source_comes_before,
        everyone_stands_once_and_byes_go_to_the_best,
        the_best_meet_late,
        it_ends_with_one_champion,
    ],
    ids=lambda holds: holds.__name__,
)
def test_knockout_bracket_of_any_size_satisfies_each_rule(holds: Callable[[Plan], None]) -> None:
    for size in SIZES:
        holds(a_plan(size, third_place=size % 2 == 0))


@pytest.mark.parametrize(("size", "matches"), [(2, 1), (3, 2), (4, 4), (5, 5), (16, 16), (1024, 1024)])
def test_third_place_match_exists_with_four_or_more_entrants(size: int, matches: int) -> None:
    assert len(played_out(a_plan(size, third_place=True))[1]) == matches


def test_third_place_match_is_in_the_round_of_the_final() -> None:
    third = a_plan(16, third_place=True).matches[-1]
    assert (third.label, third.round, third.number) == ("P3", 4, 2)
    assert third.sources == (LoserOf("R3.1"), LoserOf("R3.2"))


TOO_FEW, TOO_MANY = "too_few_entrants", "too_many_entrants"


@pytest.mark.parametrize(("size", "code"), [(0, TOO_FEW), (1, TOO_FEW), (1025, TOO_MANY)])
def test_knockout_of_an_impossible_size_is_refused_with_a_suggestion(size: int, code: str) -> None:
    with pytest.raises(NoPairing) as refused:
        FORMAT.plan(some_entrants(size), {"third_place": False})
    assert refused.value.code == code
    assert str(size) in refused.value.message.english()


def test_entrant_on_two_lines_raises_value_error() -> None:
    with pytest.raises(ValueError, match="two lines"):
        FORMAT.plan([*some_entrants(3), *some_entrants(1)], {"third_place": False})


def test_all_invalid_options_of_a_knockout_are_reported_together() -> None:
    with pytest.raises(BadSetup) as refused:
        FORMAT.read_options({"third_place": 1, "a/b": True})
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        ("unknown_option", "/options/a~1b"),
        ("bad_option", "/options/third_place"),
    ]


def came_from(source: Source) -> str:
    return f"seed {source.number}" if isinstance(source, Line) else f"{source.kind} of {source.match}"


def test_sample_tournament_has_the_expected_bracket() -> None:
    bracket = advance(a_plan(16), evening_outcomes())
    expected = evening_results()["bracket"]
    assert [planned.label for planned in bracket.plan.matches] == [match["id"] for match in expected]
    for planned, match in zip(bracket.plan.matches, expected, strict=True):
        stands = bracket.matches[planned.label]
        assert [came_from(source) for source in planned.sources] == match["from"]
        assert names(stands.sides) == [str(team) for team in match["teams"]]
        assert stands.outcome is not None
        assert stands.outcome.winner == match["teams"].index(match["winner"])
    assert names([bracket.champion]) == ["10"]


def test_sample_tournament_has_the_expected_places() -> None:
    bracket = advance(a_plan(16), evening_outcomes())
    expected = [(str(place["team"]), place["from"], place["to"]) for place in evening_results()["placing"]]
    assert list(FORMAT.placing(bracket)) == expected


def places(outcomes: dict[Label, Outcome], plan: Plan) -> str:
    """Return the places of all entrants if the stronger side wins each match not in `outcomes`.

    The result is a text such as "1-1:1 3-4:34": entrant 1 is first, and entrants 3 and 4 share places 3 and
    4.
    """
    bracket, _all = played_out(plan, fixed=outcomes)
    shared: dict[str, str] = {}
    for entrant, first, last in FORMAT.placing(bracket):
        shared[f"{first}-{last}"] = shared.get(f"{first}-{last}", "") + entrant
    return " ".join(f"{span}:{entrant}" for span, entrant in shared.items())


OFF = DoubleWalkover("both absent")


@pytest.mark.parametrize(
    ("outcomes", "options", "expected"),
    [
        pytest.param({}, {}, "1-1:1 2-2:2 3-4:34 5-8:5678", id="as the seeds"),
        pytest.param(
            {}, {"third_place": True}, "1-1:1 2-2:2 3-3:3 4-4:4 5-8:5678", id="third place is played"
        ),
        pytest.param(
            {"R2.1": Walkover(0)},
            {"third_place": True},
            "1-1:1 2-2:2 3-3:3 4-4:4 5-8:5678",
            id="a semifinal lost by walkover leads to third place",
        ),
        pytest.param(
            {"R2.2": Withdrawal(0)},
            {"third_place": True},
            "1-1:1 2-2:2 3-3:4 4-4:3 5-8:5678",
            id="who left the semifinal leaves third place to the other",
        ),
        pytest.param(
            {"P3": OFF},
            {"third_place": True},
            "1-1:1 2-2:2 3-4:34 5-8:5678",
            id="nobody comes for third place",
        ),
        pytest.param(
            {"R2.1": OFF},
            {"third_place": True},
            "1-1:2 2-2:3 3-4:14 5-8:5678",
            id="nobody wins a semifinal: the places close up",
        ),
        pytest.param({"R1.1": OFF}, {}, "1-1:2 2-2:4 3-3:3 4-8:15678", id="nobody wins a first match"),
        pytest.param({"R3.1": OFF}, {}, "2-2:12 3-4:34 5-8:5678", id="a final with both disqualified"),
        pytest.param({"R2.1": OFF, "R2.2": OFF}, {}, "2-4:1234 5-8:5678", id="no final at all"),
    ],
)
def test_knockout_placings_follow_from_the_given_outcomes(
    outcomes: dict[Label, Outcome], options: dict[str, bool], expected: str
) -> None:
    assert places(outcomes, a_plan(8, **options)) == expected


def test_placing_is_known_as_soon_as_an_entrant_is_eliminated() -> None:
    plan = a_plan(8, third_place=True)
    bracket = advance(plan, {"R1.1": Result(0), "R1.2": Result(0), "R2.1": Result(0)})
    assert list(FORMAT.placing(bracket)) == [("4", 3, 4), ("5", 5, 8), ("8", 5, 8)]


def test_knockout_of_three_gives_the_first_seed_a_bye() -> None:
    assert places({}, a_plan(3)) == "1-1:1 2-2:2 3-3:3"


@pytest.mark.parametrize(
    ("number", "rounds", "name"),
    [
        (4, 4, "Final"),
        (3, 4, "Semifinals"),
        (2, 4, "Quarter-finals"),
        (1, 4, "Round of 16"),
        (1, 5, "Round of 32"),
        (1, 6, "Round of 64"),
        (1, 7, "Round 1"),
        (2, 10, "Round 2"),
        (1, 1, "Final"),
    ],
)
def test_rounds_are_named_after_their_distance_from_the_final(number: int, rounds: int, name: str) -> None:
    assert FORMAT.round_name(number, rounds).english() == name


@pytest.mark.parametrize(
    ("label", "rounds", "name"),
    [
        ("R4.1", 4, "Final"),
        ("P3", 4, "Third-place match"),
        ("R3.2", 4, "Semifinal 2"),
        ("R2.1", 4, "Quarter-final 1"),
        ("R1.8", 4, "Round of 16, match 8"),
        ("R1.12", 7, "Round 1, match 12"),
    ],
)
def test_matches_are_named_after_round_and_number(label: Label, rounds: int, name: str) -> None:
    assert FORMAT.match_name(label, rounds).english() == name


def test_next_round_is_the_first_unfinished_round() -> None:
    options = {"third_place": True}
    start = StageState(some_entrants(5), options=options)
    begun = StageState(some_entrants(5), (Meeting("R1.2", some_entrants(5)[3:], Result(1)),), options)
    over = StageState(some_entrants(5), meetings_of(played_out(a_plan(5, third_place=True))[0]), options)
    assert FORMAT.pair(start) == (("1",), ("4", "5"), ("2",), ("3",))
    assert FORMAT.pair(begun) == (("1", "5"), ("2", "3"))
    assert FORMAT.pair(over) == ()
    assert FORMAT.round_count(start) == 3


FOR_PLACES = [
    pytest.param(8, ["P5-8.1", "P5-8.2", "P5", "P7"], id="8: four lose the first round"),
    pytest.param(7, ["P5-7.1", "P5"], id="7: three do; the best of them waits for the winner"),
    pytest.param(6, ["P5"], id="6: two do"),
    pytest.param(5, [], id="5: the only one is fifth"),
    pytest.param(4, [], id="4: the semifinals come first"),
    pytest.param(2, [], id="2: there is a final and no more"),
    pytest.param(
        12,
        ["P9-12.1", "P9-12.2", "P5-8.1", "P5-8.2", "P9", "P11", "P5", "P7"],
        id="12: four lose the first round, four the second",
    ),
]


def beside_the_tree(plan: Plan) -> list[Label]:
    return [match.label for match in plan.matches if match.label[0] != "R" and match.label != "P3"]


@pytest.mark.parametrize(("size", "labels"), FOR_PLACES)
def test_placement_matches_have_the_expected_labels(size: int, labels: list[Label]) -> None:
    assert beside_the_tree(a_plan(size, placing=True)) == labels


def test_losers_of_two_adjacent_matches_meet_in_their_first_placement_match() -> None:
    sources = {match.label: match.sources for match in a_plan(8, placing=True).matches}
    assert {frozenset(sources[label]) for label in ("P5-8.1", "P5-8.2")} == {
        frozenset({LoserOf("R1.1"), LoserOf("R1.2")}),
        frozenset({LoserOf("R1.3"), LoserOf("R1.4")}),
    }
    assert set(sources["P5"]) == {WinnerOf("P5-8.1"), WinnerOf("P5-8.2")}
    assert set(sources["P7"]) == {LoserOf("P5-8.1"), LoserOf("P5-8.2")}


def test_placement_matches_need_no_more_rounds_than_the_bracket() -> None:
    for size in [*range(2, 70), 100, 128, 129]:
        plan = a_plan(size, placing=True, third_place=True)
        over = advance(plan, as_the_lines_have_it(plan))
        assert max(match.round for match in plan.matches) == plan.rounds
        assert not any(isinstance(over.matches[label].outcome, Bye) for label in beside_the_tree(plan))
        assert (
            list(FORMAT.placing(over))
            == [(entrant, place, place) for place, entrant in enumerate(plan.entrants, start=1)][
                : 3 if size == 3 else None
            ]
        )
        numbers = [(match.round, match.number) for match in plan.matches]
        assert numbers == sorted(set(numbers))


PLACING = {"placing": True, "third_place": True}
CONSOLATION = {"consolation": True}


@pytest.mark.parametrize(
    ("size", "outcomes", "options", "expected"),
    [
        pytest.param(
            8, {}, {"placing": True}, "1-1:1 2-2:2 3-4:34 5-5:5 6-6:6 7-7:7 8-8:8", id="all but third"
        ),
        pytest.param(
            8, {"P5": OFF}, {"placing": True}, "1-1:1 2-2:2 3-4:34 5-6:56 7-7:7 8-8:8", id="nobody comes"
        ),
        pytest.param(
            8,
            {"R1.1": Walkover(0)},
            PLACING,
            "1-1:1 2-2:2 3-3:3 4-4:4 5-5:5 6-6:6 7-7:7 8-8:8",
            id="COM-WO-1: the absent plays on",
        ),
        pytest.param(
            8,
            {"R1.2": Withdrawal(0)},
            PLACING,
            "1-1:1 2-2:2 3-3:3 4-4:4 5-5:6 6-6:8 7-7:7 8-8:5",
            id="who left comes behind those who play",
        ),
        pytest.param(
            8,
            {"P5-8.1": Withdrawal(1)},
            PLACING,
            "1-1:1 2-2:2 3-3:3 4-4:4 5-5:6 6-6:8 7-7:7 8-8:5",
            id="who leaves on the way comes behind those it played with",
        ),
        pytest.param(
            8,
            {"R1.1": OFF},
            PLACING,
            "1-1:2 2-2:4 3-3:3 4-4:5 5-5:6 6-6:7 7-8:18",
            id="nobody wins a first match: the places close up",
        ),
        pytest.param(8, {}, CONSOLATION, "1-1:1 2-2:2 3-4:34 5-5:5 6-6:6 7-8:78", id="a consolation of four"),
        pytest.param(
            12,
            {"R2.1": Walkover(1)},
            CONSOLATION | {"third_place": True},
            "1-1:2 2-2:4 3-3:3 4-4:8 5-8:1567 9-9:9 10-10:10 11-12:1112",
            id="who rested and loses then is out",
        ),
        pytest.param(7, {}, CONSOLATION, "1-1:1 2-2:2 3-4:34 5-5:5 6-6:6 7-7:7", id="a consolation of three"),
        pytest.param(6, {}, CONSOLATION, "1-1:1 2-2:2 3-4:34 5-5:5 6-6:6", id="a consolation of two"),
    ],
)
def test_losers_that_play_placement_matches_get_separate_places(
    size: int, outcomes: dict[Label, Outcome], options: dict[str, bool], expected: str
) -> None:
    assert places(outcomes, a_plan(size, **options)) == expected


ENDS: tuple[Outcome, ...] = (
    *(Result(0), Result(1), Walkover(0), Walkover(1), OFF),
    *(Withdrawal(0), Withdrawal(1), Disqualification(0), Disqualification(1), DoubleDisqualification()),
)
SWITCHED = [{}, {"third_place": True}, {"placing": True}, PLACING, CONSOLATION]


@pytest.mark.parametrize("options", SWITCHED, ids=lambda options: " ".join(options) or "the bracket alone")
@given(data=st.data())
def test_knockout_placings_rank_every_entrant_without_gaps_for_all_outcomes(
    options: dict[str, bool], data: st.DataObject
) -> None:
    plan = a_plan(data.draw(st.integers(6, 8) | st.integers(10, 16)), **options)
    bracket, _outcomes = played_out(plan, lambda _sides: data.draw(st.sampled_from(ENDS)))
    assert all(match.outcome for match in bracket.matches.values())
    placings = FORMAT.placing(bracket)
    assert sorted(place.entrant for place in placings) == sorted(plan.entrants)
    best, above = (2 if champion_missing(bracket) else 1), 0
    for (first, last), shared in sorted(Counter((place.first, place.last) for place in placings).items()):
        assert (first, last) == (max(above + 1, best), above + shared)
        above += shared


@pytest.mark.parametrize("options", SWITCHED, ids=lambda options: " ".join(options) or "the bracket alone")
@given(data=st.data())
def test_range_of_possible_places_never_grows_unless_an_entrant_withdraws(
    options: dict[str, bool], data: st.DataObject
) -> None:
    plan = a_plan(data.draw(st.integers(6, 8) | st.integers(10, 16)), **options)
    bracket, outcomes = played_out(plan, lambda _sides: data.draw(st.sampled_from(ENDS[:4])))
    before = dict(list(outcomes.items())[: data.draw(st.integers(0, len(outcomes)))])
    spans = {entrant: range(first, last + 1) for entrant, first, last in FORMAT.placing(bracket)}
    for entrant, first, last in FORMAT.placing(advance(plan, before)):
        assert set(spans[entrant]) <= set(range(first, last + 1))


def test_losers_with_placement_matches_to_play_share_the_range_of_places_at_stake() -> None:
    plan = a_plan(8, placing=True)
    first = {f"R1.{number}": Result(0) for number in (1, 2, 3, 4)}
    assert list(FORMAT.placing(advance(plan, first))) == [(str(entrant), 5, 8) for entrant in (5, 6, 7, 8)]
    begun = {**first, "P5-8.1": Result(0)}
    (winner,), (loser,) = (names([advance(plan, begun).matches["P5-8.1"].sides[side]]) for side in (0, 1))
    spans = {entrant: (low, high) for entrant, low, high in FORMAT.placing(advance(plan, begun))}
    assert (spans[EntrantId(winner)], spans[EntrantId(loser)]) == ((5, 6), (7, 8))


def test_consolation_winner_has_a_title_but_no_place_above_the_bracket() -> None:
    plan = a_plan(16, consolation=True)
    assert beside_the_tree(plan) == [*(f"C8.{number}" for number in (1, 2, 3, 4)), "C4.1", "C4.2", "C2"]
    assert FORMAT.titles(advance(plan, {})) == ()
    bracket, _outcomes = played_out(plan)
    ((entrant, name),) = FORMAT.titles(bracket)
    assert (entrant, name.english()) == ("9", "Winner of the consolation bracket")
    assert next(place for place in FORMAT.placing(bracket) if place.entrant == entrant) == ("9", 9, 9)
    nobody, _outcomes = played_out(plan, fixed={"C2": OFF})
    assert FORMAT.titles(nobody) == ()


def test_first_round_losers_have_no_rematch_in_the_consolation_bracket() -> None:
    for size in range(6, 40):
        for options in ({"placing": True}, {"consolation": True}):
            try:
                bracket, _outcomes = played_out(a_plan(size, third_place=True, **options))
            except NoPairing:
                assert size in (9, 17, 33)
                continue
            stage = StageState(bracket.plan.entrants, meetings_of(bracket))
            for entrant in stage.entrants:
                assert len(set(stage.opponents(entrant))) == len(stage.opponents(entrant))


@pytest.mark.parametrize(
    ("size", "phrase"),
    [(2, "semifinals"), (4, "semifinals"), (5, "only one"), (9, "only one"), (17, "only one")],
)
def test_impossible_consolation_bracket_is_refused_with_a_suggestion(size: int, phrase: str) -> None:
    with pytest.raises(NoPairing) as refused:
        a_plan(size, consolation=True)
    assert refused.value.code == "no_consolation"
    assert phrase in refused.value.message.english()
    assert str(size) in refused.value.message.english()


def test_placement_matches_and_a_consolation_bracket_cannot_be_combined() -> None:
    with pytest.raises(BadSetup) as refused:
        FORMAT.read_options({"placing": True, "consolation": True})
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        ("options_contradict", "/options/placing"),
        ("options_contradict", "/options/consolation"),
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("P5", "Match for place 5"),
        ("P9-12.2", "Places 9 to 12, match 2"),
        ("C2", "Consolation final"),
        ("C4.2", "Consolation semifinal 2"),
        ("C8.3", "Consolation quarter-final 3"),
        ("C16.8", "Consolation, round of 16, match 8"),
    ],
)
def test_placement_and_consolation_matches_are_named_after_the_place_or_title_at_stake(
    label: Label, name: str
) -> None:
    assert FORMAT.match_name(label, 5).english() == name


def test_bracket_drawn_before_an_option_existed_stays_unchanged() -> None:
    assert FORMAT.plan(some_entrants(8), {"third_place": True}) == a_plan(8, third_place=True)
