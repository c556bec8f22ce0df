"""Each tie-break over the cross-table of `cross_table.py`."""

from fractions import Fraction

import pytest

from scoring.rules.errors import BadSetup
from tests.tournaments.rules.cross_table import PLAYED, TABLE
from tournaments.rules.stage import StageState
from tournaments.rules.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, read_tie_breaks

HALF = Fraction(1, 2)


WORTH = [
    pytest.param("game_difference", [1, 1, 1, -3, 0, 2, -2], id="COM-WO-1: a walkover is 2-0 in games"),
    pytest.param("point_difference", [20, 28, 0, -48, 0, 0, 0], id="COM-WO-1: and no points"),
    pytest.param("points_scored", [225, 245, 224, 197, 0, 0, 0], id="points over all games"),
    pytest.param("games_won", [4, 4, 4, 2, 0, 2, 0], id="games won"),
    pytest.param("wins", [2, 1, 2, 0, 0, 1, 0], id="a bye is no win"),
    pytest.param("buchholz", [4, 4 + HALF, 4, 5 + HALF, 0, 0, 0], id="only who was met at a table"),
    pytest.param("buchholz_cut_1", [3 + HALF, 4, 3 + HALF, 4, 0, 0, 0], id="without the lowest"),
    pytest.param(
        "sonneborn_berger", [2, 2 + HALF / 2, 2 + HALF, 3 * HALF / 2, 0, 0, 0], id="level counts half"
    ),
    pytest.param("lot", [-1, -3, -2, 0, 0, 0, 0], id="first drawn is best"),
]


@pytest.mark.parametrize(("key", "values"), WORTH)
def test_what_a_tie_break_is_worth(key: str, values: list[int]) -> None:
    level = frozenset(TABLE.entrants)
    assert [TIE_BREAKS[key].value(who, level, TABLE) for who in TABLE.entrants] == values


def test_every_tie_break_has_its_row() -> None:
    assert {row.values[0] for row in WORTH} == TIE_BREAKS.keys()


def test_without_a_lot_all_stay_level() -> None:
    undrawn = StageState(TABLE.entrants, PLAYED)
    assert {TIE_BREAKS["lot"].value(who, frozenset(), undrawn) for who in undrawn.entrants} == {0}


def test_the_usual_chain_stands_where_none_is_chosen() -> None:
    assert read_tie_breaks([]) == DEFAULT_TIE_BREAKS
    assert read_tie_breaks(["wins", "lot"]) == ("wins", "lot")


def test_tie_breaks_that_cannot_be_are_refused_together() -> None:
    with pytest.raises(BadSetup) as refused:
        read_tie_breaks(["wins", "luck", "wins", 3])
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        ("unknown_tie_break", "/tie_breaks/1"),
        ("tie_break_twice", "/tie_breaks/2"),
        ("unknown_tie_break", "/tie_breaks/3"),
    ]
