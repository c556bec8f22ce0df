"""Tests of the correction policy: every entry of the default table, and entries that a club may change."""

# ruff: noqa: E501  (tables with one row per line)

import pytest

from scoring.types import BadSetup
from tournaments.competition.correction_policies import (
    POLICIES,
    CorrectionEffect,
    Family,
    Following,
    FollowUp,
    furthest,
    read_policy,
)

CELLS = """
            unpaired              published             started               finished
            winner score  tie     winner score  tie     winner score  tie     winner score  tie
fixed       moves  moves  moves   stays  stays  stays   stays  stays  stays   stays  stays  stays
by_score    moves  moves  moves   stays  stays  stays   stays  stays  stays   stays  stays  stays
by_place    moves  moves  moves   stays  stays  stays   stays  stays  stays   stays  stays  stays
winners     moves  moves  moves   moves  moves  moves   decide moves  moves   decide moves  moves
"""


@pytest.mark.parametrize("row", CELLS.strip().splitlines()[2:], ids=lambda row: row.split()[0])
def test_default_correction_policy_of_each_format_family_has_the_expected_values(row: str) -> None:
    family, *words = row.split()
    cells = [(following, change) for following in Following for change in CorrectionEffect]
    assert POLICIES[Family(family)] == dict(zip(cells, map(FollowUp, words), strict=True))


def test_every_format_family_has_a_correction_policy() -> None:
    assert set(POLICIES) == set(Family)


def test_correction_policy_of_a_club_replaces_only_the_given_values() -> None:
    chosen = read_policy({"published winner": "decide"}, Family.WINNERS)
    cell = Following.PUBLISHED, CorrectionEffect.WINNER
    assert chosen == {**POLICIES[Family.WINNERS], cell: FollowUp.DECIDE}


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param({"winner started": "stays"}, [("unknown_correction", "/corrections/winner started")], id="the wrong way round"),
        pytest.param({"started": "stays"}, [("unknown_correction", "/corrections/started")], id="half a cell"),
        pytest.param({"started winner": "moves"}, [("correction_moves_played", "/corrections/started winner")], id="a played match given to others"),
        pytest.param({"started score": "perhaps"}, [("bad_correction", "/corrections/started score")], id="no such word"),
        pytest.param({"x": 1, "started tie": None}, [("unknown_correction", "/corrections/x"), ("bad_correction", "/corrections/started tie")], id="all at once"),
    ],
)  # fmt: skip
def test_error_for_an_invalid_policy_names_the_field(
    raw: dict[str, object], problems: list[tuple[str, str]]
) -> None:
    with pytest.raises(BadSetup) as refusal:
        read_policy(raw, Family.WINNERS)
    assert [(problem.code, problem.where) for problem in refusal.value.problems] == problems


def test_most_advanced_state_of_several_later_matches_is_returned() -> None:
    assert furthest([]) is Following.UNPAIRED
    assert furthest([Following.STARTED, Following.PUBLISHED]) is Following.STARTED
