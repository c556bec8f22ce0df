"""Tests of qualification: qualifiers from groups, lots for ties, and separation of group mates."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby, permutations, product

import pytest
from hypothesis import given, strategies as st

from scoring.types import NotNow
from tests.format_parts.builders import GROUPS, evening_outcomes, evening_results
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.format_parts.matching import bracket_parts
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.qualifying import (
    FILL_UP,
    LevelAtTheCut,
    Qualifier,
    QualifyingTerms,
    above_the_line,
    crossed,
    level_at_the_cut,
    places_next,
    qualifiers,
)
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import Row, group_tables
from tournaments.competition.standings.tally import Tally
from tournaments.competition.types import EntrantId, Plan

BY_THE_SAMPLE = ("game_difference", "point_difference", "points_scored")


def a_row(place: int, entrant: str, points: int, difference: int = 0, matches: int = 3, byes: int = 0) -> Row:
    """Return a standings row of a group; the match points include the points for byes."""
    tally = Tally(played=matches, won=points - byes, lost=matches - points + byes, byes=byes)
    tie_breaks = (("direct", Fraction(9)), ("point_difference", Fraction(difference)))
    return Row(place, EntrantId(entrant), Fraction(points), tie_breaks, tally)


def a_table(*rows: tuple[object, ...]) -> tuple[Row, ...]:
    return tuple(a_row(*row) for row in rows)  # type: ignore[arg-type]


# Three groups of four. Thirds: b3 +5, a3 +2, c3 -8; c4 has won a match, a4 and b4 have not.
FOURS = {
    "A": a_table((1, "a1", 3, 30), (2, "a2", 2, 10), (3, "a3", 1, 2), (4, "a4", 0, -42)),
    "B": a_table((1, "b1", 3, 40), (2, "b2", 2, 0), (3, "b3", 1, 5), (4, "b4", 0, -45)),
    "C": a_table((1, "c1", 2, 20), (2, "c2", 2, 9), (3, "c3", 1, -8), (4, "c4", 1, -21)),
}


def going_on(tables: Mapping[str, Sequence[Row]], terms: QualifyingTerms) -> str:
    """Return the qualifiers as text with their groups and places, such as "a1=A1"."""
    return " ".join(f"{each.entrant}={each.group}{each.place}" for each in qualifiers(tables, terms))


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        pytest.param(QualifyingTerms(1), "a1=A1 b1=B1 c1=C1", id="the winners in the order of the groups"),
        pytest.param(QualifyingTerms(2), "a1=A1 b1=B1 c1=C1 a2=A2 b2=B2 c2=C2", id="winners, then seconds"),
        pytest.param(
            QualifyingTerms(2, 2),
            "a1=A1 b1=B1 c1=C1 a2=A2 b2=B2 c2=C2 a3=A3 b3=B3",
            id="the two best thirds too",
        ),
        pytest.param(
            QualifyingTerms(2, 4),
            "a1=A1 b1=B1 c1=C1 a2=A2 b2=B2 c2=C2 a3=A3 b3=B3 c3=C3 c4=C4",
            id="all thirds before the best fourth",
        ),
        pytest.param(
            QualifyingTerms(4, nobody_without_a_win=True),
            "a1=A1 b1=B1 c1=C1 a2=A2 b2=B2 c2=C2 a3=A3 b3=B3 c3=C3 c4=C4",
            id="nobody without a win: two places stay empty",
        ),
        pytest.param(
            QualifyingTerms(1, withdrawn=frozenset({EntrantId("b1")})),
            "a1=A1 c1=C1 b2=B2",
            id="who left makes room",
        ),
        pytest.param(
            QualifyingTerms(2, withdrawn=frozenset(map(EntrantId, ("b1", "b2", "b3")))),
            "a1=A1 c1=C1 a2=A2 c2=C2 a3=A3 b4=B4",
            id="a place its group cannot fill goes to the next best",
        ),
    ],
)
def test_qualifiers_are_the_best_of_each_group_and_the_next_best(
    terms: QualifyingTerms, expected: str
) -> None:
    assert going_on(FOURS, terms) == expected


# A group of four, and a group of five in which each entrant had a bye worth a point.
UNEQUAL = {
    "A": a_table((1, "a1", 3, 9, 3), (2, "a2", 2, 3, 3), (3, "a3", 1, 0, 3), (4, "a4", 0, -12, 3)),
    "B": a_table(
        (1, "b1", 5, 9, 4, 1),
        (2, "b2", 4, 4, 4, 1),
        (3, "b3", 2, 0, 4, 1),
        (4, "b4", 2, -2, 4, 1),
        (5, "b5", 2, -11, 4, 1),
    ),
}


@pytest.mark.parametrize(
    ("advance", "withdrawals", "above"),
    [(2, "", 2), (2, "a1", 3), (2, "a4", 2), (2, "a1 a3", 0), (1, "a1 a2", 3), (4, "", 0), (9, "", 0)],
)
def test_withdrawn_entrants_do_not_take_a_qualifying_place(
    advance: int, withdrawals: str, above: int
) -> None:
    assert (
        above_the_line(
            FOURS["A"], QualifyingTerms(advance, withdrawn=frozenset(map(EntrantId, withdrawals.split())))
        )
        == above
    )


def test_groups_of_different_size_are_compared_per_match_without_byes() -> None:
    """Matches won and played, without byes: a2 won 2 of 3, b2 3 of 4, a3 1 of 3, b3 1 of 4."""
    assert going_on(UNEQUAL, QualifyingTerms(2, 1)) == "a1=A1 b1=B1 a2=A2 b2=B2 a3=A3"
    assert going_on(UNEQUAL, QualifyingTerms(1, 1)) == "a1=A1 b1=B1 b2=B2"


def test_bye_worth_no_points_does_not_change_the_points_per_match() -> None:
    """Byes earn no points here, so entrant b3 earned all its points in its four matches."""
    assert going_on(UNEQUAL, QualifyingTerms(2, 1, bye=Fraction(0))) == "a1=A1 b1=B1 a2=A2 b2=B2 b3=B3"


def test_equal_points_per_match_are_separated_by_the_next_tie_break() -> None:
    """One win in two matches equals two wins in four; the point difference per match (+1 or +2) decides."""
    tables = {"A": a_table((1, "a", 1, 2, 2)), "B": a_table((1, "b", 2, 8, 4))}
    assert going_on(tables, QualifyingTerms(0, 1)) == "b=B1"


def test_entrant_without_a_match_is_behind_an_entrant_with_a_win() -> None:
    tables = {"A": a_table((1, "a", 0, 0, 0)), "B": a_table((1, "b", 1, -30, 3))}
    assert going_on(tables, QualifyingTerms(0, 1)) == "b=B1"


def test_tie_break_that_is_a_quotient_is_not_divided_by_the_number_of_matches() -> None:
    rows = [
        Row(1, EntrantId(entrant), Fraction(0), (("quotient", share),), Tally(played=matches))
        for entrant, share, matches in (("a", Fraction(1, 2), 2), ("b", Fraction(2, 3), 6))
    ]
    assert going_on({"A": rows[:1], "B": rows[1:]}, QualifyingTerms(0, 1)) == "b=B1"


# In A two share the second place, in B two share the first; b3 and c3 are tied across the groups.
LEVEL = {
    "A": a_table((1, "a1", 3), (2, "a2", 1, 4), (2, "a3", 1, 4), (4, "a4", 1, 0)),
    "B": a_table((1, "b1", 2, 7), (1, "b2", 2, 7), (3, "b3", 1, 4), (4, "b4", 1, -14)),
    "C": a_table((1, "c1", 3), (2, "c2", 2, 1), (3, "c3", 1, 4), (4, "c4", 0)),
}

# A lot between the two of group A.
LOT = (EntrantId("a3"), EntrantId("a2"))


def level(places: int, *entrants: str, group: str = "") -> LevelAtTheCut:
    return LevelAtTheCut(tuple(map(EntrantId, entrants)), places, group)


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        pytest.param(QualifyingTerms(2), [level(1, "a2", "a3", group="A")], id="in a group"),
        pytest.param(QualifyingTerms(1), [level(1, "b1", "b2", group="B")], id="for the first place"),
        pytest.param(QualifyingTerms(3), [], id="both go on, so the order of the lines will do"),
        pytest.param(
            QualifyingTerms(2, 2, lots=(LOT,)), [level(1, "b3", "c3")], id="between groups: a3 is not level"
        ),
        pytest.param(QualifyingTerms(2, 3, lots=(LOT,)), [], id="all of the next best go on"),
        pytest.param(
            QualifyingTerms(2, withdrawn=frozenset({EntrantId("a1")})),
            [],
            id="who left takes the question along",
        ),
    ],
)
def test_ties_across_the_qualifying_line_are_found_within_and_between_groups(
    terms: QualifyingTerms, expected: list[LevelAtTheCut]
) -> None:
    assert list(level_at_the_cut(LEVEL, terms)) == expected


@pytest.mark.parametrize(
    ("terms", "where", "words"),
    [
        (
            QualifyingTerms(2),
            "/groups/A",
            "2 are level in group A, and only 1 of them can go on. Draw the lot.",
        ),
        (
            QualifyingTerms(2, 2, lots=(LOT,)),
            "/groups/",
            "2 of different groups are level, and only 1 of them can go on. Draw the lot.",
        ),
    ],
    ids=["in a group", "between groups"],
)
def test_qualifiers_are_refused_until_a_lot_breaks_the_tie_across_the_qualifying_line(
    terms: QualifyingTerms, where: str, words: str
) -> None:
    with pytest.raises(NotNow) as refused:
        qualifiers(LEVEL, terms)
    assert refused.value.code == "lot_needed"
    assert [(problem.where, problem.message.english()) for problem in refused.value.problems] == [
        (where, words)
    ]


# One table of standings without groups; b and c are tied.
ALONE = {"": a_table((1, "a", 3, 9), (2, "b", 2, 4), (2, "c", 2, 4), (4, "d", 0, -17))}


def test_qualifiers_without_groups_need_a_lot_if_tied_across_the_qualifying_line() -> None:
    assert going_on(ALONE, QualifyingTerms(3)) == "a=1 b=2 c=3"
    assert going_on(ALONE, QualifyingTerms(2, lots=((EntrantId("c"), EntrantId("b")),))) == "a=1 c=2"
    with pytest.raises(NotNow, match="2 are level, and only 1 of them can go on") as refused:
        qualifiers(ALONE, QualifyingTerms(2))
    assert [problem.where for problem in refused.value.problems] == ["/groups/"]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        pytest.param(
            QualifyingTerms(2, lots=(LOT,)),
            "a1=A1 b1=B1 c1=C1 a3=A2 b2=B2 c2=C2",
            id="in a group: who was drawn first has the place",
        ),
        pytest.param(
            QualifyingTerms(
                2, 2, lots=(tuple(map(EntrantId, ("c3", "b3"))), (EntrantId("a2"), EntrantId("a3")))
            ),
            "a1=A1 b1=B1 c1=C1 a2=A2 b2=B2 c2=C2 a3=A3 c3=C3",
            id="between groups",
        ),
    ],
)
def test_lot_decides_a_tie_across_the_qualifying_line(terms: QualifyingTerms, expected: str) -> None:
    assert going_on(LEVEL, terms) == expected


@pytest.mark.parametrize(
    ("groups", "advance_", "best_next", "places"),
    [
        (3, 2, FILL_UP, 2),
        (2, 4, FILL_UP, 0),
        (5, 1, FILL_UP, 3),
        (6, 2, FILL_UP, 4),
        (3, 2, 1, 1),
        (3, 2, 0, 0),
    ],
)
def test_number_of_next_best_qualifiers_fills_the_bracket(
    groups: int, advance_: int, best_next: int | str, places: int
) -> None:
    assert places_next(groups, advance_, best_next) == places


# The sample tournament: two groups of six; four of each group qualify.


def sample_stage() -> tuple[Plan, StageState]:
    form = FORMATS["groups"]
    entrants = tuple(EntrantId(str(line)) for line in range(1, 13))
    plan = form.plan(entrants, form.read_options({"groups": 2, "advance": 4}))
    outcomes = {label: each for label, each in evening_outcomes(GROUPS).items() if label[0] in "AB"}
    return plan, StageState(entrants, meetings_of(advance(plan, outcomes)), groups=plan.groups)


def test_qualifiers_of_the_sample_tournament_are_crossed_as_in_the_published_draw() -> None:
    _plan, stage = sample_stage()
    published = evening_results(GROUPS)
    lines = crossed(qualifiers(group_tables(stage, BY_THE_SAMPLE), QualifyingTerms(4)))
    assert [int(entrant) for entrant in lines] == published["knockout_seed_order"]
    knockout = FORMATS["knockout"]
    outcomes = {label: each for label, each in evening_outcomes(GROUPS).items() if label[0] == "R"}
    bracket = advance(knockout.plan(lines, knockout.read_options({})), outcomes)
    for match in published["knockout"]:
        sides = [int(side.entrant) for side in bracket.matches[match["id"]].sides]  # type: ignore[union-attr]
        assert sides == match["teams"]
    published_places = {(str(place["team"]), place["from"], place["to"]) for place in published["placing"]}
    assert {tuple(place) for place in knockout.placing(bracket)} == published_places


# Crossing: `advance_` qualifiers of each group A, B, C …


def from_groups(groups: int, advance_: int) -> list[Qualifier]:
    return [
        Qualifier(EntrantId(f"{chr(65 + group)}{place}"), chr(65 + group), place)
        for place in range(1, advance_ + 1)
        for group in range(groups)
    ]


def meeting(lines: Sequence[str]) -> list[int]:
    """Count the pairs of group mates in the same part of a bracket, for parts of each size.

    The first number is for the single matches, the second for two adjacent matches, the last for the halves.
    """
    return [
        sum(
            lines[one - 1][0] == lines[other - 1][0]
            for part in level
            for one in part
            for other in part
            if one < other
        )
        for level in bracket_parts(len(lines))
    ]


@pytest.mark.parametrize(
    ("groups", "advance_", "lines"),
    [
        (2, 1, "A1 B1"),
        (2, 2, "A1 B1 A2 B2"),
        (2, 4, "A1 B1 A2 B2 A3 B3 A4 B4"),
        (4, 1, "A1 B1 C1 D1"),
        (4, 2, "A1 B1 C1 D1 B2 A2 D2 C2"),
        (6, 2, "A1 B1 C1 D1 E1 F1 A2 B2 C2 D2 E2 F2"),
        (8, 2, "A1 B1 C1 D1 E1 F1 G1 H1 B2 A2 D2 C2 F2 E2 H2 G2"),
    ],
)
def test_qualifiers_keep_the_natural_order_if_no_order_separates_group_mates_better(
    groups: int, advance_: int, lines: str
) -> None:
    assert " ".join(crossed(from_groups(groups, advance_))) == lines


def in_tiers(going_on: Sequence[Qualifier]) -> list[list[EntrantId]]:
    """Return the qualifiers as one list per place in the group: winners, seconds, and so on."""
    return [
        [each.entrant for each in same] for _place, same in groupby(going_on, key=lambda each: each.place)
    ]


@pytest.mark.parametrize(
    ("groups", "advance_", "more"),
    [
        *[(2, 2, 0), (2, 3, 0), (2, 4, 0), (2, 5, 0), (3, 2, 0), (3, 3, 0), (3, 4, 0), (4, 2, 0), (4, 3, 0)],
        *[(5, 2, 0), (6, 2, 0), (2, 1, 1), (3, 1, 1), (3, 1, 2), (4, 1, 1), (4, 1, 3), (5, 1, 3), (3, 2, 2)],
    ],
)
def test_crossing_of_qualifiers_separates_group_mates_no_worse_than_any_order(
    groups: int, advance_: int, more: int
) -> None:
    """Compare the order of `crossed` with every order that keeps the qualifiers of each place together.

    The best order has the fewest pairs of group mates in one match, then in one quarter, then in one half of
    the bracket. If only one of three second-placed entrants qualifies, the order of the group winners changes
    too: A1 must not meet A2 in the first round.
    """
    sure, behind = from_groups(groups, advance_), from_groups(groups, advance_ + 1)[groups * advance_ :]
    for extra in combinations(behind, more):
        tiers = in_tiers([*sure, *extra])
        orders = product(*(permutations(tier) for tier in (tiers if more else tiers[1:])))
        complete_orders = ([entrant for tier in order for entrant in tier] for order in orders)
        best = min(meeting(order if more else [*tiers[0], *order]) for order in complete_orders)
        lines = list(crossed([*sure, *extra]))
        assert meeting(lines) == best
        assert [sorted(lines[:groups]), sorted(lines)] == [
            tiers[0],
            sorted(entrant for tier in tiers for entrant in tier),
        ]


@given(st.integers(2, 12), st.integers(1, 4), st.integers(0, 11))
def test_crossing_keeps_the_order_of_places_and_separates_group_mates_in_round_1(
    groups: int, advance_: int, more: int
) -> None:
    """Besides the first places of every group, the next place may qualify, but only from some groups."""
    sure = from_groups(groups, advance_)
    extra = from_groups(groups, advance_ + 1)[len(sure) :][: min(more, groups)]
    lines = crossed([*sure, *extra])
    assert [entrant[1:] for entrant in lines] == [str(each.place) for each in [*sure, *extra]]
    assert len(set(lines)) == len(sure) + len(extra)
    assert meeting(lines)[:1] in ([], [0])
