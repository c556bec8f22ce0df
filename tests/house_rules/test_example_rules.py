"""Tests of the tie-break example, of reordered tie-breaks, and of the answers about corrections."""

import pytest
from hypothesis import given, strategies as st

from tournaments.competition.correction_policies import CorrectionEffect, Following, FollowUp, read_policy
from tournaments.competition.standings.tally import MatchPoints
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from tournaments.competition.types import Points
from tournaments.house_rules.rules.choices import (
    EVERY_FAMILY,
    ChainAct,
    answers_of,
    corrections_of,
    offered,
    reordered,
)
from tournaments.house_rules.rules.example import MATCHES, TABLES, worked_example

WAYS = pytest.mark.parametrize("by_net", [False, True], ids=["won and lost", "by net"])
CHAINS = st.lists(st.sampled_from(sorted(TIE_BREAKS)), min_size=1, unique=True)


def first_of_all(key: str) -> tuple[str, ...]:
    """Return the default tie-breaks with the tie-break `key` moved to the first place."""
    return (key, *(each for each in DEFAULT_TIE_BREAKS if each != key))


def test_game_difference_separates_three_tied_pairs() -> None:
    example = worked_example(DEFAULT_TIE_BREAKS, MatchPoints(Points(2), Points(1), Points(0), Points(2)))
    assert [(str(row.entrant), int(row.match_points)) for row in example.rows] == [
        ("A", 6), ("B", 6), ("C", 6), ("D", 2), ("E", 0)
    ]  # fmt: skip
    assert [(step.key, int(step.first), int(step.second)) for step in example.steps] == [
        ("match_points", 6, 6), ("direct", 2, 2), ("game_difference", 4, 3)
    ]  # fmt: skip


def test_numbers_of_the_example_match_the_table_in_its_docstring() -> None:
    rows = worked_example(DEFAULT_TIE_BREAKS).rows
    games = [(row.tally.games_won, row.tally.games_lost) for row in rows]
    points = [(row.tally.points_for, row.tally.points_against) for row in rows]
    assert games == [(7, 3), (7, 4), (6, 5), (4, 6), (2, 8)]
    assert points == [(331, 293), (366, 305), (347, 335), (291, 325), (268, 345)]


def test_point_difference_as_the_first_tie_break_changes_the_order() -> None:
    example = worked_example(first_of_all("point_difference"))
    assert "".join(row.entrant for row in example.rows) == "BACDE"
    assert (int(example.steps[-1].first), int(example.steps[-1].second)) == (61, 38)


def test_every_pair_meets_every_other_pair_once_and_plays_once_a_round() -> None:
    assert len({frozenset(sides) for _turn, sides, _scores in MATCHES}) == 10
    for turn in range(1, 6):
        seated = "".join(sides for number, sides, _scores in MATCHES if number == turn)
        assert len(set(seated)) == len(seated) == 4


def test_net_scores_at_a_table_add_up_to_zero() -> None:
    assert {sum(map(int, nets.split())) for _turn, _sides, nets in TABLES} == {0}


@WAYS
def test_each_tie_break_moved_to_first_position_changes_the_order_or_the_explanation(by_net: bool) -> None:
    orders = {}
    for key in TIE_BREAKS:
        example = worked_example(first_of_all(key), by_net=by_net)
        reason = tuple((step.key, step.first, step.second) for step in example.steps)
        orders[key] = tuple(row.entrant for row in example.rows), reason
    assert len(set(orders.values())) == len(TIE_BREAKS)


@WAYS
@given(chain=CHAINS)
def test_tie_break_named_by_the_example_changes_the_leader_if_moved_to_first_position(
    by_net: bool, chain: list[str]
) -> None:
    example = worked_example(chain, by_net=by_net)
    if example.turning:
        turned = (example.turning, *(key for key in chain if key != example.turning))
        assert worked_example(turned, by_net=by_net).first == example.instead != example.first
    else:
        assert example.instead is None


@given(chain=CHAINS, key=st.sampled_from(sorted(TIE_BREAKS)), act=st.sampled_from(ChainAct))
def test_reordered_list_of_tie_breaks_stays_valid(chain: list[str], key: str, act: ChainAct) -> None:
    after = reordered(chain, act, key)
    assert len(set(after)) == len(after) > 0
    assert set(after) ^ set(chain) <= {key}


@given(chain=CHAINS, data=st.data())
def test_moving_a_tie_break_up_and_down_restores_the_order(chain: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    up = reordered(chain, ChainAct.UP, chain[place])
    down = reordered(up, ChainAct.DOWN, chain[place])
    assert down == (tuple(chain) if place else reordered(chain, ChainAct.DOWN, chain[0]))


CELLS = [f"{following} {effect}" for following in Following for effect in CorrectionEffect]


@given(st.dictionaries(st.sampled_from(CELLS), st.sampled_from([each.value for each in FollowUp])))
def test_correction_policy_converted_to_answers_and_back_is_unchanged(corrections: dict[str, str]) -> None:
    assert corrections_of(*answers_of(corrections)) == corrections


def test_all_offered_answers_about_corrections_give_a_valid_policy_for_every_format() -> None:
    for following in Following:
        for word in offered(following, CorrectionEffect):
            policy = corrections_of({following: word}, {})
            for family in EVERY_FAMILY:
                assert set(read_policy(policy, family).values()) <= set(FollowUp)
    assert FollowUp.MOVES not in offered(Following.STARTED, CorrectionEffect)
