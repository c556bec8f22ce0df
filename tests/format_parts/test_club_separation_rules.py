"""Keeping mates apart: the parts of a bracket, and who changes places."""

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
    """At each level, the pairs of club mates that share a part."""
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
    """Entrants on lines 1, 2 …, and the club of each, "-" for none."""
    lines = some_entrants(len(clubs))
    return lines, {who: club.strip("-") for who, club in zip(lines, clubs, strict=True)}


def test_the_parts_of_a_bracket_of_eight_are_its_matches_then_its_halves() -> None:
    assert bracket_parts(8) == (((1, 8), (4, 5), (2, 7), (3, 6)), ((1, 8, 4, 5), (2, 7, 3, 6)))


def test_lines_nobody_stands_on_are_in_no_part() -> None:
    assert bracket_parts(6) == (((1,), (4, 5), (2,), (3, 6)), ((1, 4, 5), (2, 3, 6)))


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 33, 1024])
def test_every_line_is_in_one_part_of_each_level(entrants: int) -> None:
    for level in bracket_parts(entrants):
        assert sorted(line for part in level for line in part) == list(range(1, entrants + 1))


def test_a_final_alone_has_nothing_to_part() -> None:
    assert bracket_parts(2) == ()


@pytest.mark.parametrize(
    ("clubs", "kept", "expected"),
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
def test_who_changes_places(clubs: str, kept: int, expected: str) -> None:
    lines, known = placed(*clubs)
    assert "".join(kept_apart(lines, known, bracket_parts(8), kept)) == expected


def test_an_earlier_level_is_never_given_up_for_a_later_one() -> None:
    """Four of A in eight lines: no two in one match, two in each half."""
    lines, known = placed(*"A--AA--A")
    levels = bracket_parts(8)
    assert together(lines, known, levels) == [2, 6]
    assert together(kept_apart(lines, known, levels), known, levels) == [0, 2]


def test_a_change_within_one_part_costs_its_level_nothing() -> None:
    """Lines 1 and 2 share a part of the first level, 1 and 3 one of the second."""
    lines, known = placed(*"A-A-")
    assert "".join(kept_apart(lines, known, [[(1, 2), (3, 4)], [(1, 3), (2, 4)]])) == "2134"


def test_a_level_is_gone_through_until_nobody_changes() -> None:
    """Line 3 has nobody to change with at first; once 7 and 8 have, it has."""
    lines, known = placed(*"B-BBBCABACBA")
    after = kept_apart(lines, known, bracket_parts(12), 2)
    assert " ".join(after) == "1 2 8 4 5 6 3 7 10 9 11 12"


@given(clubs_of, st.integers(0, 8))
def test_the_seeded_stay_and_nobody_is_lost_and_no_level_is_worse_at_the_cost_of_one_before(
    clubs: list[str], kept: int
) -> None:
    lines, known = placed(*clubs)
    levels = bracket_parts(len(lines))
    kept = min(kept, len(lines))
    after = kept_apart(lines, known, levels, kept)
    assert after[:kept] == lines[:kept]
    assert sorted(after) == sorted(lines)
    assert together(after, known, levels) <= together(lines, known, levels)


@given(clubs_of)
def test_afterwards_no_change_of_two_would_part_more_of_the_first_level(clubs: list[str]) -> None:
    lines, known = placed(*clubs)
    levels = bracket_parts(len(lines))[:1]
    after = kept_apart(lines, known, levels)
    fewest = together(after, known, levels)
    for first in range(len(lines)):
        for second in range(first):
            other = list(after)
            other[first], other[second] = other[second], other[first]
            assert together(tuple(other), known, levels) >= fewest


@given(clubs_of)
def test_who_has_no_mate_to_part_from_leaves_all_as_drawn(clubs: list[str]) -> None:
    lines, known = placed(*clubs)
    levels = bracket_parts(len(lines))
    if not any(together(lines, known, levels)):
        assert kept_apart(lines, known, levels) == lines


@pytest.mark.parametrize("seed", range(60))
def test_the_lines_are_those_of_the_plain_way(seed: int) -> None:
    """Many clubs or few, as large as one another or one of them far larger; some seeded, some alone."""
    chance = Random(seed)
    entrants, clubs, skew = chance.randint(2, 160), chance.randint(1, 40), chance.choice((1, 3))
    names = [
        f"C{int(clubs * chance.random() ** skew)}" if chance.random() < 0.9 else "" for _ in range(entrants)
    ]
    lines, known = placed(*names)
    levels = bracket_parts(entrants)
    kept = chance.randint(0, entrants // 4)
    assert kept_apart(lines, known, levels, kept) == plainly_apart(lines, known, levels, kept)
