"""Tests of schedules: the FIDE Berger tables, the sample groups, and every number of entrants."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from tests.format_parts.builders import GROUPS, evening_results
from tournaments.competition.format_parts.schedules import (
    TURNS,
    Turns,
    alternating_circle,
    berger,
    circle,
    turns_option,
)

# FIDE Handbook, C.05 General Regulations for Competitions, Annex 1: Details of Berger Table.
PRINTED = {
    4: """
        Rd 1: 1-4, 2-3.
        Rd 2: 4-3, 1-2.
        Rd 3: 2-4, 3-1.""",
    6: """
        Rd 1: 1-6, 2-5, 3-4.
        Rd 2: 6-4, 5-3, 1-2.
        Rd 3: 2-6, 3-1, 4-5.
        Rd 4: 6-5, 1-4, 2-3.
        Rd 5: 3-6, 4-2, 5-1.""",
    8: """
        Rd 1: 1-8, 2-7, 3-6, 4-5.
        Rd 2: 8-5, 6-4, 7-3, 1-2.
        Rd 3: 2-8, 3-1, 4-7, 5-6.
        Rd 4: 8-6, 7-5, 1-4, 2-3.
        Rd 5: 3-8, 4-2, 5-1, 6-7.
        Rd 6: 8-7, 1-6, 2-5, 3-4.
        Rd 7: 4-8, 5-3, 6-2, 7-1.""",
    10: """
        Rd 1: 1-10, 2-9, 3-8, 4-7, 5-6.
        Rd 2: 10-6, 7-5, 8-4, 9-3, 1-2.
        Rd 3: 2-10, 3-1, 4-9, 5-8, 6-7.
        Rd 4: 10-7, 8-6, 9-5, 1-4, 2-3.
        Rd 5: 3-10, 4-2, 5-1, 6-9, 7-8.
        Rd 6: 10-8, 9-7, 1-6, 2-5, 3-4.
        Rd 7: 4-10, 5-3, 6-2, 7-1, 8-9.
        Rd 8: 10-9, 1-8, 2-7, 3-6, 4-5.
        Rd 9: 5-10, 6-4, 7-3, 8-2, 9-1.""",
}

SIZES = range(2, 34)
any_table = pytest.mark.parametrize("table", TURNS.values(), ids=TURNS)


def as_read(printed: str) -> Turns:
    """Parse a printed Berger table into rounds."""
    return tuple(
        tuple((int(home), int(away)) for home, away in re.findall(r"(\d+)-(\d+)", line))
        for line in printed.strip().splitlines()
    )


@pytest.mark.parametrize("entrants", PRINTED)
def test_berger_table_equals_the_printed_table(entrants: int) -> None:
    assert berger(entrants) == as_read(PRINTED[entrants])


@pytest.mark.parametrize("entrants", PRINTED)
def test_opponent_of_the_highest_number_has_the_bye_if_the_number_of_entrants_is_odd(entrants: int) -> None:
    """FIDE: with an odd number of players, the highest number counts as a bye."""
    expected = [
        {pairing if entrants not in pairing else tuple({*pairing} - {entrants}) for pairing in turn}
        for turn in as_read(PRINTED[entrants])
    ]
    assert [set(turn) for turn in berger(entrants - 1)] == expected


def test_last_two_rounds_are_swapped_before_a_second_leg() -> None:
    """FIDE: the last two rounds of the first cycle are swapped, to avoid three equal colours in a row."""
    printed = as_read(PRINTED[6])
    first = (*printed[:3], printed[4], printed[3])
    second = tuple(tuple((away, home) for home, away in turn) for turn in first)
    assert berger(6, legs=2) == first + second


@pytest.mark.parametrize("entrants", range(6, 34, 2))
def test_two_legs_of_a_berger_schedule_have_no_three_home_or_away_matches_in_a_row(entrants: int) -> None:
    turns = berger(entrants, legs=2)
    for position in range(1, entrants + 1):
        where = "".join(
            "HA"[pairing.index(position)] for turn in turns for pairing in turn if position in pairing
        )
        assert "HHH" not in where
        assert "AAA" not in where


@pytest.mark.parametrize("table", [circle, alternating_circle])
@pytest.mark.parametrize("group", [0, 1])
def test_circle_method_gives_the_schedule_of_the_sample_groups(
    table: Callable[[int, int], Turns], group: int
) -> None:
    sample = evening_results(GROUPS)["groups"][group]
    turns = [
        tuple(tuple(sample["teams"][position - 1] for position in pairing) for pairing in turn)
        for turn in table(6, 1)
    ]
    played = [tuple(match["teams"]) for match in sample["schedule"]]
    assert [pairing for turn in turns for pairing in turn] == played


@pytest.mark.parametrize("entrants", SIZES)
def test_two_strongest_positions_of_the_circle_method_meet_in_the_last_round(entrants: int) -> None:
    assert (1, 2) in [tuple(sorted(pairing)) for pairing in circle(entrants)[-1]]


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("entrants", SIZES)
def test_alternating_circle_method_has_the_same_pairings_in_each_round_as_the_circle_method(
    entrants: int, legs: int
) -> None:
    assert [{frozenset(pairing) for pairing in turn} for turn in alternating_circle(entrants, legs)] == [
        {frozenset(pairing) for pairing in turn} for turn in circle(entrants, legs)
    ]


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("entrants", SIZES)
@pytest.mark.parametrize("turns", turns_option("berger").choices)
def test_no_position_is_at_home_or_away_more_than_three_times_in_a_row(
    turns: str, entrants: int, legs: int
) -> None:
    for position in range(1, entrants + 1):
        matches = (
            pairing
            for turn in TURNS[turns](entrants, legs)
            for pairing in turn
            if position in pairing and len(pairing) == 2
        )
        where = "".join("HA"[pairing.index(position)] for pairing in matches)
        assert not re.search("HHHH|AAAA", where)


def test_former_schedule_option_is_read_as_its_replacement() -> None:
    assert turns_option("berger").read("seeds_last") == "strongest_last"


@any_table
@pytest.mark.parametrize("entrants", SIZES)
def test_every_position_meets_every_other_and_plays_once_in_every_round(
    table: Callable[[int, int], Turns], entrants: int
) -> None:
    turns = table(entrants, 1)
    assert len(turns) == entrants - 1 + entrants % 2
    for turn in turns:
        assert sorted(position for pairing in turn for position in pairing) == list(range(1, entrants + 1))
        assert [len(pairing) for pairing in turn] == [2] * (entrants // 2) + [1] * (entrants % 2)
    pairs = [tuple(sorted(pairing)) for turn in turns for pairing in turn if len(pairing) == 2]
    assert sorted(pairs) == list(combinations(range(1, entrants + 1), 2))


@any_table
@pytest.mark.parametrize("entrants", SIZES)
def test_home_and_away_matches_are_balanced_over_one_and_two_legs(
    table: Callable[[int, int], Turns], entrants: int
) -> None:
    for legs, most in ((1, 1 - entrants % 2), (2, 0)):
        pairings = [pairing for turn in table(entrants, legs) for pairing in turn if len(pairing) == 2]
        home, away = Counter(pairing[0] for pairing in pairings), Counter(pairing[1] for pairing in pairings)
        assert all(abs(home[each] - away[each]) <= most for each in range(1, entrants + 1))
        assert len(set(pairings)) == len(pairings)
