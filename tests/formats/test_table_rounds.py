"""Tests of mixed tables: one seat per entrant in each round, fair byes, and many opponents."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from tests.format_parts.builders import a_table_plan, by_nets, names, played_out, ready, some_entrants
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.formats import FORMATS
from tournaments.competition.formats.table_rounds import Seating, seatings
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import standings
from tournaments.competition.types import Bye, DoubleWalkover, Line, LineAfter, Outcome, Walkover

FORM = FORMATS["table_rounds"]
# Numbers of entrants, of sides at a table, and of rounds.
SIZES = st.tuples(st.integers(2, 5), st.integers(0, 28), st.integers(1, 6)).map(
    lambda numbers: (numbers[0] + numbers[1], numbers[0], numbers[2])
)


def meetings_in(planned: tuple[Seating, ...]) -> Counter[tuple[int, int]]:
    """Return how often each pair of lines meets in the given rounds."""
    return Counter(pair for seating in planned for table in seating.tables for pair in combinations(table, 2))


@given(SIZES)
@settings(max_examples=60)
def test_mixed_tables_seat_everybody_once_a_round_and_spread_the_byes(sizes: tuple[int, int, int]) -> None:
    entrants, sides, _rounds = sizes
    rests: Counter[int] = Counter()
    for seating in seatings(*sizes):
        seated = [line for table in seating.tables for line in table]
        assert sorted([*seated, *seating.resting]) == list(range(1, entrants + 1))
        assert all(len(table) == sides for table in seating.tables)
        assert len(seating.resting) == entrants % sides
        rests.update(seating.resting)
    assert max(rests.values(), default=0) - min(rests[line] for line in range(1, entrants + 1)) <= 1


@given(SIZES)
@settings(max_examples=60)
def test_repeated_opponents_at_mixed_tables_are_spread_evenly(sizes: tuple[int, int, int]) -> None:
    """The number of meetings of a pair exceeds the average by two at most."""
    entrants, _sides, _rounds = sizes
    meetings = meetings_in(seatings(*sizes))
    average = -(-meetings.total() // (entrants * (entrants - 1) // 2))
    assert max(meetings.values()) <= average + 2


@given(SIZES)
@settings(max_examples=60)
def test_no_two_entrants_meet_twice_at_mixed_tables_if_there_are_many_entrants(
    sizes: tuple[int, int, int],
) -> None:
    sides, rounds = sizes[1:]
    entrants = sides * (sides * rounds + 1) + sizes[0] % sides
    assert max(meetings_in(seatings(entrants, sides, rounds)).values()) == 1


@pytest.mark.parametrize(
    ("entrants", "sides", "rounds", "repeated"),
    [
        pytest.param(9, 3, 4, 0, id="nine in threes: four rounds without meeting anybody again"),
        pytest.param(12, 3, 3, 0, id="twelve in threes"),
        pytest.param(16, 4, 3, 0, id="sixteen in fours"),
        pytest.param(25, 5, 5, 0, id="twenty-five in fives: five rounds"),
        pytest.param(8, 2, 7, 0, id="eight in twos: everybody meets everybody once"),
        pytest.param(3, 3, 3, 6, id="one table: they sit together again, as they must"),
        pytest.param(4, 3, 4, 6, id="four in threes: each pair meets twice, as it must"),
        pytest.param(6, 3, 3, 6, id="six in threes: nobody is met thrice"),
    ],
)
def test_seating_at_mixed_tables_has_the_expected_number_of_rematches(
    entrants: int, sides: int, rounds: int, repeated: int
) -> None:
    meetings = meetings_in(seatings(entrants, sides, rounds))
    assert sum(times - 1 for times in meetings.values()) == repeated
    assert max(meetings.values()) - min(meetings.values()) <= 1


def test_best_seeds_sit_at_different_tables_in_the_first_round() -> None:
    first = seatings(12, 3, 3)[0]
    assert first == Seating(((1, 5, 9), (2, 6, 10), (3, 7, 11), (4, 8, 12)), ())


def test_byes_are_given_from_the_last_line_of_the_draw_to_the_first() -> None:
    assert [seating.resting for seating in seatings(8, 3, 5)] == [(7, 8), (5, 6), (3, 4), (1, 2), (7, 8)]


def test_seating_plan_is_repeatable() -> None:
    before = seatings(23, 4, 6)
    seatings.cache_clear()
    assert seatings(23, 4, 6) == before


def test_first_round_seats_depend_on_draw_lines_and_later_seats_on_earlier_matches() -> None:
    first, *later = a_table_plan(7).matches
    assert first.sources == (Line(1), Line(3), Line(5))
    alone = next(match for match in later if match.label == "R1.3")
    assert alone.sources == (Line(7), Line(8), Line(9))
    assert all(
        isinstance(source, LineAfter) for match in later if match.round > 1 for source in match.sources[:1]
    )


def test_seats_of_later_rounds_are_known_at_the_draw() -> None:
    bracket = advance(a_table_plan(12, rounds=2), {})
    assert ready(bracket) == ["R1.1", "R1.2", "R1.3", "R1.4"]
    assert names(bracket.matches["R2.1"].sides) == ["1 later", "6 later", "11 later"]
    assert bracket.matches["R2.1"].progress == "waiting"


def test_table_is_ready_as_soon_as_its_entrants_are_free() -> None:
    plan = a_table_plan(12, rounds=2)
    over: dict[str, Outcome] = {"R1.1": by_nets(3, 0, -3), "R1.2": Walkover(1, "late")}
    assert ready(advance(plan, over)) == ["R1.3", "R1.4"]
    bracket = advance(plan, over | {"R1.3": DoubleWalkover("nobody came")})
    assert ready(bracket) == ["R1.4", "R2.1"]
    assert names(bracket.matches["R2.1"].sides) == ["1", "6", "11"]
    assert names(bracket.matches["R2.2"].sides) == ["2", "7", "12 later"]


def test_entrant_with_a_bye_is_free_after_its_previous_match() -> None:
    plan = a_table_plan(7, rounds=3)
    bracket = advance(plan, {})
    assert bracket.matches["R1.3"].outcome == Bye(0, "no_opponent")
    assert names(bracket.matches["R2.3"].sides) == ["6 later", "(no_opponent)", "(no_opponent)"]
    assert bracket.matches["R2.3"].progress == "waiting"
    sixth = next(match.label for match in plan.matches if Line(6) in match.sources)
    after = advance(plan, {sixth: by_nets(1, 0, -1)})
    assert after.matches["R2.3"].outcome == Bye(0, "no_opponent")


def test_standings_add_up_net_scores_of_all_rounds() -> None:
    plan = a_table_plan(4, rounds=2)
    nets = {"R1.1": by_nets(4, -1, -3), "R2.1": by_nets(2, -1, -1)}
    bracket, _outcomes = played_out(plan, fixed=nets)
    stage = StageState(plan.entrants, meetings_of(bracket), sides=3, by_net=True)
    rows = standings(stage, ())
    assert [(row.place, row.entrant, int(row.match_points)) for row in rows] == [
        (1, "1", 6),
        (2, "4", -1),
        (3, "2", -2),
        (4, "3", -3),
    ]
    assert sum(row.match_points for row in rows) == 0
    assert [row.tally.byes for row in rows] == [0, 1, 0, 1]


@pytest.mark.parametrize("size", [2, 1024])
def test_mixed_tables_can_be_planned_for_one_table_and_for_1024_entrants(size: int) -> None:
    assert FORM.plan(some_entrants(size), FORM.read_options({}), 2).rounds == 3
