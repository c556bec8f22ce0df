"""Tests of the separation of club mates: the parts of a bracket, and the swaps between lines."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st

from tests.format_parts.builders import some_entrants
from tests.format_parts.plain_separation import plainly_apart
from tournaments.competition.format_parts.matching import Levels, bracket_parts, kept_apart
from tournaments.competition.types import EntrantId

clubs_of = st.lists(st.sampled_from(["", "", "A", "B", "C", "D"]), min_size=2, max_size=24)


def together(lines: tuple[EntrantId, ...], clubs: dict[EntrantId, str], levels: Levels) -> list[int]:
    """Return the number of pairs of club mates that share a part of the bracket, for each level."""
    return [
        sum(
            count * (count - 1) // 2
            for part in level
            for club, count in Counter(clubs[lines[line - 1]] for line in part).items()
            if club
        )
        for level in levels
    ]


def placed(*clubs: str) -> tuple[tuple[EntrantId, ...], dict[EntrantId, str]]:
    """Return the entrants on lines 1, 2, and so on, and the club of each; "-" means no club."""
    lines = some_entrants(len(clubs))
    return lines, {entrant: club.strip("-") for entrant, club in zip(lines, clubs, strict=True)}


def test_bracket_of_eight_is_divided_into_matches_and_halves() -> None:
    assert bracket_parts(8) == (((1, 8), (4, 5), (2, 7), (3, 6)), ((1, 8, 4, 5), (2, 7, 3, 6)))


def test_line_without_an_entrant_is_in_no_part_of_the_bracket() -> None:
    assert bracket_parts(6) == (((1,), (4, 5), (2,), (3, 6)), ((1, 4, 5), (2, 3, 6)))


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 33, 1024])
def test_every_line_is_in_exactly_one_part_of_each_level(entrants: int) -> None:
    for level in bracket_parts(entrants):
        assert sorted(line for part in level for line in part) == list(range(1, entrants + 1))


def test_bracket_of_two_has_no_levels_of_separation() -> None:
    assert bracket_parts(2) == ()


@pytest.mark.parametrize(
    ("clubs", "seeds", "expected"),
    [
        pytest.param("ABCDEFGA", 0, "21345678", id="the first of the two changes with the next line"),
        pytest.param(
            "ABCDEFGA", 1, "18345672", id="a mate of a seed, last, turns back to the first free line"
        ),
        pytest.param("AABBCCDD", 0, "12345678", id="nobody moves where mates meet in the final only"),
        pytest.param("ABCDEFBA", 2, "12345687", id="two mates of seeds change with one another"),
        pytest.param("--------", 0, "12345678", id="who has no club is nobody's mate"),
        pytest.param("AAAAAAAA", 0, "12345678", id="all of one club stay where they are"),
    ],
)
def test_club_mates_are_moved_to_the_expected_lines(clubs: str, seeds: int, expected: str) -> None:
    lines, club_by_entrant = placed(*clubs)
    assert "".join(kept_apart(lines, club_by_entrant, bracket_parts(8), seeds)) == expected


def test_separation_at_a_later_level_does_not_undo_an_earlier_level() -> None:
    """Four entrants of club A on eight lines: no two meet in the first round, and two are in each half."""
    lines, club_by_entrant = placed(*"A--AA--A")
    levels = bracket_parts(8)
    assert together(lines, club_by_entrant, levels) == [2, 6]
    assert together(kept_apart(lines, club_by_entrant, levels), club_by_entrant, levels) == [0, 2]


def test_swap_within_a_part_of_an_earlier_level_is_allowed() -> None:
    """Lines 1 and 2 share a part of the bracket on the first level, and lines 1 and 3 on the second level."""
    lines, club_by_entrant = placed(*"A-A-")
    assert "".join(kept_apart(lines, club_by_entrant, [[(1, 2), (3, 4)], [(1, 3), (2, 4)]])) == "2134"


def test_separation_repeats_a_level_until_no_lines_can_be_swapped() -> None:
    """Line 3 cannot be swapped with any line until lines 7 and 8 have been swapped."""
    lines, club_by_entrant = placed(*"B-BBBCABACBA")
    after = kept_apart(lines, club_by_entrant, bracket_parts(12), 2)
    assert " ".join(after) == "1 2 8 4 5 6 3 7 10 9 11 12"


@given(clubs_of, st.integers(0, 8))
def test_separation_keeps_seeds_and_entrants_and_undoes_no_earlier_level(
    clubs: list[str], seeds: int
) -> None:
    lines, club_by_entrant = placed(*clubs)
    levels = bracket_parts(len(lines))
    seeds = min(seeds, len(lines))
    after = kept_apart(lines, club_by_entrant, levels, seeds)
    assert after[:seeds] == lines[:seeds]
    assert sorted(after) == sorted(lines)
    assert together(after, club_by_entrant, levels) <= together(lines, club_by_entrant, levels)


@given(clubs_of)
def test_no_single_swap_improves_the_first_level_after_separation(clubs: list[str]) -> None:
    lines, club_by_entrant = placed(*clubs)
    levels = bracket_parts(len(lines))[:1]
    after = kept_apart(lines, club_by_entrant, levels)
    fewest = together(after, club_by_entrant, levels)
    for first in range(len(lines)):
        for second in range(first):
            other = list(after)
            other[first], other[second] = other[second], other[first]
            assert together(tuple(other), club_by_entrant, levels) >= fewest


@given(clubs_of)
def test_draw_without_club_mates_is_unchanged(clubs: list[str]) -> None:
    lines, club_by_entrant = placed(*clubs)
    levels = bracket_parts(len(lines))
    if not any(together(lines, club_by_entrant, levels)):
        assert kept_apart(lines, club_by_entrant, levels) == lines


@pytest.mark.parametrize("seed", range(60))
def test_fast_separation_equals_the_simple_separation(seed: int) -> None:
    """Clubs vary randomly in number and size; some entrants are seeded, some have no club."""
    chance = Random(seed)
    entrants, clubs, skew = chance.randint(2, 160), chance.randint(1, 40), chance.choice((1, 3))
    names = [
        f"C{int(clubs * chance.random() ** skew)}" if chance.random() < 0.9 else "" for _ in range(entrants)
    ]
    lines, club_by_entrant = placed(*names)
    levels = bracket_parts(entrants)
    seeds = chance.randint(0, entrants // 4)
    assert kept_apart(lines, club_by_entrant, levels, seeds) == plainly_apart(
        lines, club_by_entrant, levels, seeds
    )
