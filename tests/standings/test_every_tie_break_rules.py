"""What holds for every tie-break there is; a new one is covered the moment it is entered."""

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
def test_it_is_exact_and_repeats(tie_break: TieBreak) -> None:
    level = frozenset(TABLE.entrants)
    values = [tie_break.value(who, level, TABLE) for who in TABLE.entrants]
    assert all(type(value) is Fraction for value in values)
    assert values == [tie_break.value(who, level, TABLE) for who in TABLE.entrants]


@every_tie_break
def test_it_does_not_lean_on_the_order_matches_ended_in(tie_break: TieBreak) -> None:
    turned = replace(TABLE, meetings=TABLE.meetings[::-1])
    level = frozenset(TABLE.entrants)
    for who in TABLE.entrants:
        assert tie_break.value(who, level, turned) == tie_break.value(who, level, TABLE)


@every_tie_break
def test_stages_joined_are_worth_what_one_stage_would_be(tie_break: TieBreak) -> None:
    halves = [replace(TABLE, meetings=half) for half in (TABLE.meetings[:4], TABLE.meetings[4:])]
    overall = joined(halves)
    whole = replace(TABLE, meetings=overall.meetings)
    level = frozenset(map(EntrantId, "ABC"))
    for who in TABLE.entrants:
        assert tie_break.value(who, level, overall) == tie_break.value(who, level, whole)


@every_tie_break
def test_before_the_first_match_nobody_is_ahead(tie_break: TieBreak) -> None:
    stage = StageState(TABLE.entrants)
    assert {row.place for row in standings(stage, [tie_break.key])} == {1}


@every_tie_break
def test_it_never_puts_fewer_match_points_first(tie_break: TieBreak) -> None:
    points = [row.match_points for row in standings(TABLE, [tie_break.key])]
    assert points == sorted(points, reverse=True)


@every_tie_break
def test_it_has_a_name_and_a_meaning_and_stands_under_its_key(tie_break: TieBreak) -> None:
    assert tie_break.name
    assert tie_break.meaning.endswith(".")
    assert TIE_BREAKS[tie_break.key] is tie_break


def test_the_usual_chain_is_among_them() -> None:
    assert set(DEFAULT_TIE_BREAKS) <= TIE_BREAKS.keys()
