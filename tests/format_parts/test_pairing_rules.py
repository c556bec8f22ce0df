"""Tests of rules shared by all formats paired by results: first seats, byes, and number of rounds."""

from dataclasses import replace

import pytest

from tests.format_parts.builders import meetings, some_entrants
from tests.format_parts.rounds import every_round
from tournaments.competition.format_parts.pairing import (
    ROUNDS,
    late_points,
    resting_and_tables,
    rounds,
    seated,
)
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tally import MatchPoints
from tournaments.competition.types import Bye, EntrantId, Pairing, Points

A, B, C, D, E, F, G = map(EntrantId, "ABCDEFG")


@pytest.mark.parametrize(
    ("before", "pairs", "seats"),
    [
        pytest.param([], ["AB", "CD", "EF"], ["AB", "DC", "EF"], id="nobody has sat: it changes by table"),
        pytest.param(["AC", "DB"], ["AB", "CD"], ["BA", "CD"], id="who has sat first less often"),
        pytest.param(["AC", "CA", "BD", "DB"], ["AB"], ["AB"], id="as often: both sat second last"),
        pytest.param(["AC", "CA", "DB", "BD"], ["BA"], ["AB"], id="as often: who sat second last"),
    ],
)
def test_first_seat_goes_to_the_entrant_that_sat_first_less_often(
    before: list[str], pairs: list[str], seats: list[str]
) -> None:
    over = tuple(
        meeting._replace(round=turn)
        for turn, pair in enumerate(before, start=1)
        for meeting in meetings((pair[0], pair[1], "35-20"))
    )
    stage = StageState((A, B, C, D, E, F), over)
    pairings: list[Pairing] = [tuple(map(EntrantId, pair)) for pair in pairs]
    assert ["".join(pair) for pair in seated(pairings, stage)] == seats


@pytest.mark.parametrize(
    ("order", "sides", "rested", "seating"),
    [
        pytest.param("ABCDEF", 2, "", ["AB", "CD", "EF"], id="tables are full"),
        pytest.param("ABCDEFG", 3, "", ["ABC", "DEF", "G"], id="the lowest rests"),
        pytest.param("ABCDEFG", 3, "G", ["ABC", "DEG", "F"], id="the lowest who has not rested"),
        pytest.param("ABCDEFG", 5, "FG", ["ABCFG", "D", "E"], id="two rest"),
        pytest.param("ABC", 2, "ABCC", ["AC", "B"], id="all have rested: who has rested least"),
    ],
)
def test_surplus_entrants_get_byes_and_the_others_fill_the_tables(
    order: str, sides: int, rested: str, seating: list[str]
) -> None:
    byes = tuple(
        Meeting(f"R1.{place}", (EntrantId(entrant),), Bye(0)) for place, entrant in enumerate(rested)
    )
    stage = StageState(tuple(map(EntrantId, order)), byes, sides=sides)
    assert ["".join(table) for table in resting_and_tables(stage.entrants, stage)] == seating


@pytest.mark.parametrize("entrants", range(2, 7))
def test_default_number_of_rounds_is_possible_without_rematches(entrants: int) -> None:
    """A round without a rematch or a second bye is possible, however the earlier rounds were paired."""

    def holds(pairs: set[frozenset[str]], rounds_left: int) -> bool:
        if not rounds_left:
            return True
        new = [
            each for each in every_round(some_entrants(entrants)) if not pairs & {frozenset(p) for p in each}
        ]
        return bool(new) and all(holds(pairs | {frozenset(p) for p in each}, rounds_left - 1) for each in new)

    assert holds(set(), min(rounds(entrants, {"rounds": 0}), 3))


@pytest.mark.parametrize(("late", "worth"), [("nothing", 0), ("level", Points(3, 2)), ("bye", 6)])
def test_late_entrant_gets_the_points_set_by_the_option_for_each_missed_round(
    late: str, worth: int | Points
) -> None:
    values = MatchPoints(win=Points(2), level=Points(1, 2), bye=Points(2))
    stage = StageState((A, B), meetings(("A", "B", "35-20")), {"late": late}, values)
    assert late_points(stage, 3) == worth
    later = replace(stage, entrants=(A, B, C), late={C: late_points(stage, 3)})
    assert [later.match_points(entrant) for entrant in (A, B, C)] == [2, 0, worth]


def test_number_of_rounds_chosen_by_the_club_replaces_the_default() -> None:
    assert rounds(16, {"rounds": 9}) == 9
    assert ROUNDS.default == 0
