"""Tests of the bracket page, which shows the whole bracket, one tree, or a part of a tree."""

import pytest

from tests.format_parts.builders import a_plan
from tournaments.competition.format_parts.trees import trees_of
from tournaments.matches.selectors.bracket import Window, Wish, column_at, parts_of, window_of


@pytest.mark.parametrize(
    ("entrants", "wish", "window"),
    [
        pytest.param(64, Wish(1), Window(0, 5, 1, 1), id="64 whole"),
        pytest.param(128, Wish(1, live="R1.40"), Window(0, 5, 2, 2), id="128 opens where it is live"),
        pytest.param(128, Wish(1, followed=("R1.3",)), Window(0, 5, 1, 2), id="128 opens on the followed"),
        pytest.param(128, Wish(2), Window(1, 6, 1, 1), id="64 left: whole"),
        pytest.param(1024, Wish(1, part=16), Window(0, 5, 16, 16), id="last part"),
        pytest.param(1024, Wish(1, part=17, live="R1.40"), Window(0, 5, 2, 16), id="no such part"),
        pytest.param(1024, Wish(10), Window(4, 9, 1, 1), id="final of 1,024"),
    ],
)
def test_displayed_part_of_a_bracket_has_at_most_32_matches_per_column(
    entrants: int, wish: Wish, window: Window
) -> None:
    assert window_of(trees_of(a_plan(entrants)).trees[0], wish) == window


def test_few_bracket_trees_are_shown_together_but_many_are_shown_one_at_a_time() -> None:
    assert len(parts_of(trees_of(a_plan(32, placing=True)), Wish(1))) == 8
    assert len(parts_of(trees_of(a_plan(64, placing=True)), Wish(1))) == 1


@pytest.mark.parametrize(
    ("wish", "opened"),
    [
        pytest.param(Wish(1), 1, id="the first"),
        pytest.param(Wish(2, tree=3), 3, id="the one asked for"),
        pytest.param(Wish(2, tree=99), 1, id="no such tree"),
        pytest.param(Wish(2, followed=("R1.1", "P33-64.2")), 9, id="where the followed team is"),
        pytest.param(Wish(5, live="P5-8.1"), 2, id="where the round is live"),
    ],
)
def test_large_bracket_shows_the_requested_tree_or_else_the_tree_of_a_followed_team_or_live_match(
    wish: Wish, opened: int
) -> None:
    trees = trees_of(a_plan(64, placing=True))
    assert parts_of(trees, wish)[0].number == opened


def test_tree_without_the_requested_round_opens_at_the_first_later_round_or_at_the_last_round() -> None:
    places = trees_of(a_plan(8, placing=True)).trees[1]
    assert [column_at(places, turn) for turn in (1, 2, 3, 9)] == [0, 0, 1, 1]
