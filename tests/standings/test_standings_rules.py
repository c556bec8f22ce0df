"""Tests of the order of standings, shared places, and the published standings of a sample tournament."""

from fractions import Fraction

import pytest

from tests.format_parts.builders import a_plan, evening_outcomes, evening_table, meetings
from tests.standings.cross_table import TABLE
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import Row, standings, why
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from tournaments.competition.types import EntrantId

COLUMNS = {
    "game_difference": "game_diff",
    "point_difference": "point_diff",
    "points_scored": "points_for",
    "games_won": "games_won",
    "wins": "won",
    "buchholz": "buchholz",
    "buchholz_cut_1": "buchholz_cut1",
    "sonneborn_berger": "sonneborn_berger",
}
# The tie-breaks of the sample tournaments as described there; the seed comes last.
RECORDED = ("game_difference", "point_difference", "points_scored")


def evening() -> StageState:
    bracket = advance(a_plan(16), evening_outcomes())
    return StageState(bracket.plan.entrants, meetings_of(bracket))


def as_published(row: Row) -> dict[str, str]:
    counted = ("played", "won", "lost", "byes", "games_won", "games_lost", "points_for", "points_against")
    return {name: str(getattr(row.tally, name)) for name in counted} | {
        "rank": str(row.place),
        "team": row.entrant,
        "points": str(row.match_points),
        "game_diff": str(row.tally.games_won - row.tally.games_lost),
        "point_diff": str(row.tally.points_for - row.tally.points_against),
    }


def test_sample_tournament_has_the_published_standings() -> None:
    rows, published = standings(evening(), RECORDED), evening_table()
    assert len(rows) == len(published)
    for row, line in zip(rows, published, strict=True):
        assert as_published(row).items() <= line.items()


@pytest.mark.parametrize("key", COLUMNS)
def test_sample_tournament_has_the_published_tie_breaks(key: str) -> None:
    stage = evening()
    values = {entrant: str(TIE_BREAKS[key].value(entrant, frozenset(), stage)) for entrant in stage.entrants}
    assert values == {line["team"]: line[COLUMNS[key]] for line in evening_table()}


def order(stage: StageState, *tie_breaks: str) -> str:
    """Return the standings as text, such as "1A 2BC 4D"."""
    places: dict[int, str] = {}
    for row in standings(stage, tie_breaks):
        places[row.place] = places.get(row.place, "") + row.entrant
    return " ".join(f"{place}{entrants}" for place, entrants in places.items())


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        pytest.param([], "1AC 3B 4EF 6D 7G", id="match points alone: equals share a place"),
        pytest.param(["point_difference"], "1A 2C 3B 4EF 6D 7G", id="no points, no difference: still level"),
        pytest.param(
            ["point_difference", "games_won"], "1A 2C 3B 4F 5E 6D 7G", id="the next tie-break parts them"
        ),
        pytest.param(["lot"], "1A 2C 3B 4EF 6D 7G", id="the lot decides between those it drew"),
    ],
)
def test_standings_are_ordered_by_points_and_tie_breaks(tie_breaks: list[str], expected: str) -> None:
    assert order(TABLE, *tie_breaks) == expected


def test_entrants_that_share_a_place_are_in_the_order_of_the_draw() -> None:
    entrants = tuple(EntrantId(name) for name in "DBCA")
    assert order(StageState(entrants, meetings(("A", "B", "35-30"), ("C", "D", "35-30")))) == "1CA 3DB"


def test_every_row_has_a_value_for_every_tie_break() -> None:
    for row in standings(TABLE):
        assert tuple(key for key, _value in row.tie_breaks) == DEFAULT_TIE_BREAKS
        assert all(isinstance(value, Fraction) for _key, value in row.tie_breaks)


# A classifica avulsa of three: A, B and C won two matches each and beat one another in a circle.
#
#        A     B     C     D    won    The matches among the three:
#   A    -    2-0   1-2   2-1    2     A beat B, B beat C, C beat A: one each, and in games
#   B   0-2    -    2-0   2-0    2     A 3-2, B 2-2, C 2-3: A, B, C.
#   C   2-1   0-2    -    2-0    2
#   D   1-2   0-2   0-2    -     0
CIRCLE = StageState(
    tuple(map(EntrantId, "ABCD")),
    meetings(
        ("A", "B", "35-20 35-30"),
        ("A", "C", "20-35 35-10 44-45"),
        ("A", "D", "35-34 30-35 45-40"),
        ("B", "C", "35-0 35-0"),
        ("B", "D", "35-0 35-0"),
        ("C", "D", "35-30 35-30"),
    ),
)

# The matches among four separate them into two pairs; the tie-break is then repeated for each pair.
#
#        A     B     C     D     E    won    among A, B, C and D
#   A    -    2-0   0-2   2-0    -     2     2
#   B   0-2    -    2-0   2-0    -     2     2     A beat B
#   C   2-0   0-2    -    0-2   2-0    2     1     D beat C
#   D   0-2   0-2   2-0    -    2-0    2     1
#   E    -     -    0-2   0-2    -     0
AGAIN = StageState(
    tuple(map(EntrantId, "BADCE")),
    meetings(
        ("A", "B", "35-0 35-0"),
        ("A", "C", "0-35 0-35"),
        ("A", "D", "35-0 35-0"),
        ("B", "C", "35-0 35-0"),
        ("B", "D", "35-0 35-0"),
        ("C", "D", "0-35 0-35"),
        ("C", "E", "35-0 35-0"),
        ("D", "E", "35-0 35-0"),
    ),
)


@pytest.mark.parametrize(
    ("stage", "tie_breaks", "expected"),
    [
        pytest.param(CIRCLE, ["direct"], "1ABC 4D", id="three in a circle stay level"),
        pytest.param(CIRCLE, ["direct", "direct_games"], "1A 2B 3C 4D", id="the games of the circle decide"),
        pytest.param(
            CIRCLE, ["direct", "game_difference"], "1AB 3C 4D", id="not asked again of those another parts"
        ),
        pytest.param(AGAIN, ["direct"], "1A 2B 3D 4C 5E", id="asked again of each part it leaves level"),
        pytest.param(TABLE, ["direct"], "1C 2A 3B 4EF 6D 7G", id="who has not met stays level"),
    ],
)
def test_direct_match_separates_tied_entrants(
    stage: StageState, tie_breaks: list[str], expected: str
) -> None:
    assert order(stage, *tie_breaks) == expected


def steps(stage: StageState, tie_breaks: list[str], first: str, second: str) -> list[str]:
    """Return the steps of an explanation as text, such as "direct 1-1 of ABC in R1.1 R1.2 R1.4"."""
    return [
        f"{step.key} {step.first}-{step.second} of {''.join(step.level)}"
        + " in" * bool(step.meetings)
        + "".join(f" {meeting.label}" for meeting in step.meetings)
        + ", not asked" * (not step.counts)
        for step in why(stage, tie_breaks, EntrantId(first), EntrantId(second))
    ]


@pytest.mark.parametrize(
    ("stage", "tie_breaks", "pair", "expected"),
    [
        pytest.param(CIRCLE, ["direct"], "AD", ["match_points 2-0 of ABCD"], id="match points are enough"),
        pytest.param(
            CIRCLE,
            ["direct", "direct_games", "lot"],
            "AC",
            [
                "match_points 2-2 of ABCD",
                "direct 1-1 of ABC in R1.1 R1.2 R1.4",
                "direct_games 1--1 of ABC in R1.1 R1.2 R1.4",
            ],
            id="the first difference is the last step",
        ),
        pytest.param(
            AGAIN,
            ["direct"],
            "AB",
            [
                "match_points 2-2 of BADCE",
                "direct 2-2 of BADC in R1.1 R1.2 R1.3 R1.4 R1.5 R1.6",
                "direct 1-0 of BA in R1.1",
            ],
            id="asked again of the two it left level",
        ),
        pytest.param(
            TABLE,
            ["direct", "game_difference"],
            "EF",
            ["match_points 1-1 of ABCDEFG", "direct 0-0 of EF, not asked", "game_difference 0-2 of EF"],
            id="04: they have not met; the other one is ahead",
        ),
        pytest.param(
            TABLE,
            ["wins"],
            "AC",
            ["match_points 2-2 of ABCDEFG", "wins 2-2 of AC"],
            id="nothing separates them",
        ),
    ],
)
def test_explanation_of_the_order_ends_with_the_first_tie_break_that_differs(
    stage: StageState, tie_breaks: list[str], pair: str, expected: list[str]
) -> None:
    assert steps(stage, tie_breaks, *pair) == expected


def test_explanation_within_a_group_compares_only_the_entrants_of_the_group() -> None:
    """A and B are also tied with other entrants, but only the match between A and B is compared."""
    explanation = why(AGAIN, ["direct"], EntrantId("A"), EntrantId("B"), (EntrantId("A"), EntrantId("B")))
    assert [(step.key, "".join(step.level)) for step in explanation] == [
        ("match_points", "AB"),
        ("direct", "AB"),
    ]
