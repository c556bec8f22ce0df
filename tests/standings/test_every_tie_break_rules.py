"""Contract tests for every tie-break; a new tie-break is covered automatically."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.standings.cross_table import TABLE
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tables import joined, standings
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, TieBreak
from tournaments.competition.types import EntrantId

every_tie_break = pytest.mark.parametrize("tie_break", TIE_BREAKS.values(), ids=TIE_BREAKS)


@every_tie_break
def test_tie_break_value_is_a_fraction_and_equal_when_computed_again(tie_break: TieBreak) -> None:
    level = frozenset(TABLE.entrants)
    values = [tie_break.value(entrant, level, TABLE) for entrant in TABLE.entrants]
    assert all(type(value) is Fraction for value in values)
    assert values == [tie_break.value(entrant, level, TABLE) for entrant in TABLE.entrants]


@every_tie_break
def test_tie_break_value_does_not_depend_on_the_order_of_matches(tie_break: TieBreak) -> None:
    turned = replace(TABLE, meetings=TABLE.meetings[::-1])
    level = frozenset(TABLE.entrants)
    for entrant in TABLE.entrants:
        assert tie_break.value(entrant, level, turned) == tie_break.value(entrant, level, TABLE)


@every_tie_break
def test_tie_break_values_over_two_stages_equal_the_values_of_a_single_stage(tie_break: TieBreak) -> None:
    halves = [replace(TABLE, meetings=half) for half in (TABLE.meetings[:4], TABLE.meetings[4:])]
    overall = joined(halves)
    single = replace(TABLE, meetings=overall.meetings)
    level = frozenset(map(EntrantId, "ABC"))
    for entrant in TABLE.entrants:
        assert tie_break.value(entrant, level, overall) == tie_break.value(entrant, level, single)


@every_tie_break
def test_all_entrants_share_the_first_place_before_the_first_match(tie_break: TieBreak) -> None:
    stage = StageState(TABLE.entrants)
    assert {row.place for row in standings(stage, [tie_break.key])} == {1}


@every_tie_break
def test_tie_break_never_outranks_match_points(tie_break: TieBreak) -> None:
    points = [row.match_points for row in standings(TABLE, [tie_break.key])]
    assert points == sorted(points, reverse=True)


@every_tie_break
def test_tie_break_has_a_name_a_description_and_a_unique_key(tie_break: TieBreak) -> None:
    assert tie_break.name
    assert tie_break.meaning.endswith(".")
    assert TIE_BREAKS[tie_break.key] is tie_break


def test_default_tie_breaks_are_registered() -> None:
    assert set(DEFAULT_TIE_BREAKS) <= TIE_BREAKS.keys()
