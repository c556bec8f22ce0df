"""The order of a stage, shared places, and the published table of the sample evening."""

from fractions import Fraction

import pytest

from tests.tournaments.rules.builders import a_plan, evening_outcomes, evening_table, meetings
from tests.tournaments.rules.cross_table import TABLE
from tournaments.rules.brackets import advance
from tournaments.rules.stage import StageState, meetings_of
from tournaments.rules.standings import Row, standings
from tournaments.rules.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from tournaments.rules.types import EntrantId

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


def test_the_sample_evening_has_the_published_standings() -> None:
    rows, published = standings(evening()), evening_table()
    assert len(rows) == len(published)
    for row, line in zip(rows, published, strict=True):
        assert as_published(row).items() <= line.items()


@pytest.mark.parametrize("key", COLUMNS)
def test_the_sample_evening_has_the_published_tie_breaks(key: str) -> None:
    stage = evening()
    values = {who: str(TIE_BREAKS[key].value(who, frozenset(), stage)) for who in stage.entrants}
    assert values == {line["team"]: line[COLUMNS[key]] for line in evening_table()}


def order(stage: StageState, *tie_breaks: str) -> str:
    """The standings as words: "1A 2BC 4D"."""
    places: dict[int, str] = {}
    for row in standings(stage, tie_breaks):
        places[row.place] = places.get(row.place, "") + row.entrant
    return " ".join(f"{place}{who}" for place, who in places.items())


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
def test_the_order(tie_breaks: list[str], expected: str) -> None:
    assert order(TABLE, *tie_breaks) == expected


def test_those_nothing_separates_stand_in_the_order_of_their_lines() -> None:
    entrants = tuple(EntrantId(name) for name in "DBCA")
    assert order(StageState(entrants, meetings(("A", "B", "35-30"), ("C", "D", "35-30")))) == "1CA 3DB"


def test_every_row_shows_every_tie_break_even_where_it_was_not_needed() -> None:
    for row in standings(TABLE):
        assert tuple(key for key, _value in row.tie_breaks) == DEFAULT_TIE_BREAKS
        assert all(isinstance(value, Fraction) for _key, value in row.tie_breaks)
