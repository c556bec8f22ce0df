"""Tests of the groups format: lines, sample standings, plan description, and impossible sizes."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from scoring.types import BadSetup, NoPairing
from tests.format_parts.builders import GROUPS, evening_outcomes, evening_results, played_out, some_entrants
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.formats import FORMATS
from tournaments.competition.formats.groups import group_key
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import group_tables
from tournaments.competition.types import Line, LineAfter, Plan, PlannedMatch

FORM = FORMATS["groups"]
BY_THE_SAMPLE = ("game_difference", "point_difference", "points_scored")


def a_group_stage(entrants: int = 12, **options: object) -> Plan:
    return FORM.plan(some_entrants(entrants), FORM.read_options(options))


def lines_of(match: PlannedMatch) -> list[int]:
    """Return the line of each side; a number greater than the number of entrants means an empty side."""
    return [source.number for source in match.sources if isinstance(source, Line | LineAfter)]


def in_words(entrants: int, **options: object) -> str:
    assert FORM.plan_in_words
    return FORM.plan_in_words(entrants, FORM.read_options(options), 2).english()


@pytest.mark.parametrize("place", [0, 1])
def test_sample_groups_have_the_expected_lines_and_rounds(place: int) -> None:
    plan, sample = a_group_stage(12, groups=2, advance=4), evening_results(GROUPS)["groups"][place]
    group = plan.groups[place]
    assert (group.key, list(group.entrants)) == (sample["group"], [str(line) for line in sample["teams"]])
    played = {
        match.label: (match.round, [plan.entrants[line - 1] for line in lines_of(match)])
        for match in plan.matches
        if match.group == group.key
    }
    expected = {
        match["id"]: (match["round"], [str(team) for team in match["teams"]]) for match in sample["schedule"]
    }
    assert played == expected


@pytest.mark.parametrize("place", [0, 1])
def test_standings_of_each_sample_group_equal_the_expected_standings_in_the_sample_file(place: int) -> None:
    plan, sample = a_group_stage(12, groups=2, advance=4), evening_results(GROUPS)["groups"][place]
    outcomes = {label: each for label, each in evening_outcomes(GROUPS).items() if label[0] in "AB"}
    stage = StageState(plan.entrants, meetings_of(advance(plan, outcomes)), groups=plan.groups)
    rows = group_tables(stage, BY_THE_SAMPLE)[sample["group"]]
    columns = ("played", "won", "lost", "games_won", "games_lost", "points_for", "points_against")
    assert [
        {"team": int(row.entrant), "place": row.place, "points": row.match_points}
        | {name: getattr(row.tally, name) for name in columns}
        for row in rows
    ] == [
        {name: line[name] for name in ("team", "place", "points", *columns)} for line in sample["standings"]
    ]


# Numbers of entrants and of groups.
SIZES = st.tuples(st.integers(1, 4), st.integers(2, 6), st.integers(0, 3)).map(
    lambda numbers: (numbers[0] * numbers[1] + min(numbers[2], numbers[0] - 1), numbers[0])
)


@given(SIZES)
def test_group_sizes_differ_by_at_most_one_and_seeds_are_spread(sizes: tuple[int, int]) -> None:
    entrants, groups = sizes
    plan = a_group_stage(entrants, groups=groups, advance=1)
    assert sorted(entrant for group in plan.groups for entrant in group.entrants) == sorted(plan.entrants)
    numbers = [len(group.entrants) for group in plan.groups]
    assert len(numbers) == groups
    assert max(numbers) - min(numbers) <= 1
    for row in range(0, entrants, groups):
        seeds = set(some_entrants(entrants)[row : row + groups])
        assert all(len(seeds.intersection(group.entrants)) <= 1 for group in plan.groups)


@given(SIZES, st.integers(1, 2))
def test_group_members_meet_each_other_once_in_each_leg(sizes: tuple[int, int], legs: int) -> None:
    entrants, groups = sizes
    plan = a_group_stage(entrants, groups=groups, advance=1, legs=legs)
    bracket, _outcomes = played_out(plan)
    stage = StageState(plan.entrants, meetings_of(bracket))
    for group in plan.groups:
        for entrant in group.entrants:
            opponents = [other for other in group.entrants if other != entrant]
            assert sorted(stage.opponents(entrant)) == sorted(opponents * legs)
    expected = legs * sum(len(list(combinations(group.entrants, 2))) for group in plan.groups)
    assert sum(len(meeting.entrants) == 2 for meeting in stage.meetings) == expected
    assert all(match.label.startswith(match.group) for match in plan.matches)
    for turn in range(1, plan.rounds + 1):
        numbers = [match.number for match in plan.matches if match.round == turn]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(
    ("entrants", "options", "words"),
    [
        pytest.param(
            12,
            {"groups": 2, "advance": 4},
            "Two groups of six: 30 matches in 5 rounds; the first four of each qualify.",
            id="the sample evening",
        ),
        pytest.param(
            7,
            {},
            "Two groups, one of four and one of three: 9 matches in 3 rounds; the first two of each qualify.",
            id="as few groups as hold at most six each",
        ),
        pytest.param(
            13,
            {"best_next": "fill_up"},
            "Three groups, one of five and two of four: 22 matches in 5 rounds; "
            "the first two of each qualify, "
            "and the two next best of all.",
            id="until the next bracket is full",
        ),
        pytest.param(
            11,
            {"size": 4, "advance": 1, "best_next": 1, "nobody_without_a_win": True},
            "Three groups, two of four and one of three: 15 matches in 3 rounds; "
            "the winner of each qualifies, "
            "and the next best of all. Nobody qualifies without a win.",
            id="groups of four, some one short",
        ),
        pytest.param(
            5,
            {"advance": 1, "legs": 2},
            "One group of five: 20 matches in 10 rounds; the winner qualifies.",
            id="one",
        ),
        pytest.param(
            2, {}, "One group of two: 1 match in 1 round; the first two qualify.", id="two who meet once"
        ),
        pytest.param(
            52,
            {"groups": 4, "advance": 13},
            "Four groups of 13: 312 matches in 13 rounds; the first 13 of each qualify.",
            id="from thirteen up in figures",
        ),
    ],
)
def test_plan_of_groups_is_described_as_a_sentence(
    entrants: int, options: dict[str, object], words: str
) -> None:
    assert in_words(entrants, **options) == words
    plan = a_group_stage(entrants, **options)
    played = [match for match in plan.matches if max(lines_of(match)) <= entrants]
    assert f" {len(played)} match" in words


@pytest.mark.parametrize(
    ("entrants", "options", "code", "words"),
    [
        pytest.param(
            11,
            {"groups": 4, "size": 4},
            "groups_do_not_fit",
            "11 teams do not make four groups of four, not even with one less in some. This would do: "
            "four groups, three of three and one of two; or three groups, two of four and one of three.",
            id="eleven in four groups of four",
        ),
        pytest.param(
            9,
            {"size": 8},
            "groups_do_not_fit",
            "9 teams do not make groups of eight, not even with one less in some. This would do: "
            "two groups, one of five and one of four; or one group of nine.",
            id="nine in groups of eight",
        ),
        pytest.param(
            3,
            {"size": 8},
            "groups_do_not_fit",
            "3 teams do not make groups of eight, not even with one less in some. "
            "This would do: one group of three.",
            id="three in groups of eight",
        ),
        pytest.param(
            10,
            {"groups": 6},
            "too_many_groups",
            "10 teams do not make 6 groups: each needs two. Make at most 5.",
            id="groups of one",
        ),
        pytest.param(
            300,
            {"groups": 2},
            "groups_too_large",
            "A group takes at most 128 teams. Make at least 3 groups of these 300.",
            id="a group larger than any evening",
        ),
        pytest.param(
            11,
            {"groups": 5, "advance": 3},
            "too_many_go_on",
            "The first 3 of each group are to go on, but one has only 2 teams. "
            "Let at most 2 go on, or make fewer groups.",
            id="more go on than there are",
        ),
        pytest.param(
            9,
            {"groups": 3, "best_next": 4},
            "too_few_left",
            "The next best 4 of all groups are to go on, but behind the first 2 of each only 3 are left. "
            "Let another number of each group go on, or fewer of the next best.",
            id="more of the next best than are left",
        ),
        pytest.param(
            9,
            {"groups": 3, "advance": 3, "best_next": "fill_up"},
            "too_few_left",
            "The next best 7 of all groups are to go on, but behind the first 3 of each only 0 are left. "
            "Let another number of each group go on, or fewer of the next best.",
            id="a bracket that cannot be filled",
        ),
    ],
)
def test_impossible_groups_are_refused_with_a_suggestion(
    entrants: int, options: dict[str, object], code: str, words: str
) -> None:
    read = FORM.read_options(options)
    for attempt in (lambda: FORM.check(entrants, read), lambda: in_words(entrants, **options)):
        with pytest.raises(NoPairing) as refused:
            attempt()
        assert refused.value.code == code
        assert refused.value.message.english() == words


def test_default_number_of_groups_is_possible_for_every_number_of_entrants() -> None:
    for entrants in range(2, 1025):
        assert " group" in in_words(entrants, best_next="fill_up")


@pytest.mark.parametrize(
    ("place", "key"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_group_keys_continue_with_aa_after_z(place: int, key: str) -> None:
    assert group_key(place) == key


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("A1.2", "Group A, round 1, match 2"),
        ("AB11.3", "Group AB, round 11, match 3"),
        ("R2.1", "Group R, round 2, match 1"),
    ],
)
def test_group_matches_are_named_after_group_round_and_number(label: str, name: str) -> None:
    assert FORM.match_name(label, 5).english() == name


@pytest.mark.parametrize("best_next", [-1, 33, "all", True, None, 1.0])
def test_invalid_number_of_next_best_qualifiers_is_refused(best_next: object) -> None:
    with pytest.raises(BadSetup) as refused:
        FORM.read_options({"best_next": best_next})
    assert [problem.where for problem in refused.value.problems] == ["/options/best_next"]


def test_club_mates_are_separated_into_different_groups() -> None:
    options = FORM.read_options({"groups": 3})
    assert FORM.apart(7, options, 2) == (((1, 6, 7), (2, 5), (3, 4)),)
