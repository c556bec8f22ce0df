"""Tests of `python -m bench standings` in a short run: time is nearly linear in the number of entrants."""

import pytest

from bench import standings as bench
from tournaments.competition.standings.tables import group_tables, standings

pytestmark = pytest.mark.sweep


def test_benchmark_stage_is_finished_and_has_tied_entrants() -> None:
    stage = bench.a_stage(100)
    assert len(stage.meetings) == 100 // 2 * bench.ROUNDS
    assert {len(stage.opponents(entrant)) for entrant in stage.entrants} == {bench.ROUNDS}
    assert len({stage.match_points(entrant) for entrant in stage.entrants}) < 20
    rows = standings(stage)
    assert len({row.place for row in rows}) > 90


def test_tied_entrants_of_a_benchmark_group_have_played_each_other() -> None:
    stage = bench.in_groups(100)
    assert len(stage.meetings) == 10 * 45
    assert {frozenset(stage.opponents(entrant)) | {entrant} for entrant in stage.entrants} == {
        frozenset(group.entrants) for group in stage.groups
    }
    tables = group_tables(stage).values()
    assert any(dict(row.tie_breaks)["direct"] for rows in tables for row in rows)


@pytest.mark.timing
def test_each_stage_size_has_a_measured_value_with_a_baseline() -> None:
    figures = bench.run(sizes=(16, 32), repeats=1)
    assert len(figures) == 3 * (2 + 1)
    assert all(figure.ratio for figure in figures)


@pytest.mark.timing
@pytest.mark.parametrize("name", bench.WORKS)
def test_standings_of_eight_times_as_many_entrants_take_at_most_sixteen_times_as_long(name: str) -> None:
    few, many = (bench.time_of(entrants, bench.WORKS[name], repeats=5)[0] for entrants in (50, 400))
    assert many < 16 * few
