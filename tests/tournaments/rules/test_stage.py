"""What an entrant made of its matches."""

from fractions import Fraction

import pytest

from tests.tournaments.rules.builders import a_plan, played_out
from tests.tournaments.rules.cross_table import TABLE, A, B, C, D, E, F
from tournaments.rules.match_points import MatchPoints
from tournaments.rules.stage import StageState, Tally, meetings_of, tally_of
from tournaments.rules.types import Bye, DoubleWalkover, Outcome, Result, Walkover, Withdrawal

ABSENT = Tally(walkovers=1, lost=1, games_lost=2)
PRESENT = Tally(walkovers=1, won=1, games_won=2)
GAMES = ((35, 30), (30, 35), (45, 43))


@pytest.mark.parametrize(
    ("outcome", "first", "second"),
    [
        pytest.param(
            Result(0, GAMES),
            Tally(played=1, won=1, games_won=2, games_lost=1, points_for=110, points_against=108),
            Tally(played=1, lost=1, games_won=1, games_lost=2, points_for=108, points_against=110),
            id="played",
        ),
        pytest.param(
            Result(None, GAMES[:2]),
            Tally(played=1, level=1, games_won=1, games_lost=1, points_for=65, points_against=65),
            Tally(played=1, level=1, games_won=1, games_lost=1, points_for=65, points_against=65),
            id="level",
        ),
        pytest.param(Walkover(1), ABSENT, PRESENT, id="COM-WO-1: 2-0, no hands, no points"),
        pytest.param(Withdrawal(0), PRESENT, ABSENT, id="COM-WO-1: the same when somebody left"),
        pytest.param(DoubleWalkover(), ABSENT, ABSENT, id="neither was there: both lose"),
    ],
)
def test_what_a_match_adds(outcome: Outcome, first: Tally, second: Tally) -> None:
    assert tally_of(outcome, 0, 2) == first
    assert tally_of(outcome, 1, 2) == second


def test_a_bye_adds_a_bye() -> None:
    assert tally_of(Bye(0), 0, 2) == Tally(byes=1)


def test_match_points_come_from_the_values_of_the_stage() -> None:
    values = MatchPoints(win=Fraction(3), level=Fraction(1), loss=Fraction(0), bye=Fraction(2))
    stage = StageState(TABLE.entrants, TABLE.meetings, values=values)
    assert [stage.match_points(who) for who in (A, B, D, E, F)] == [6, 4, 1, 2, 3]


def test_who_was_met_and_beaten() -> None:
    assert TABLE.opponents(A) == (B, C, D)
    assert TABLE.beaten(B) == (C,)
    assert TABLE.level_with(D) == (B,)
    assert TABLE.opponents(F) == TABLE.opponents(E) == ()


def test_a_bracket_gives_its_matches_and_byes_and_no_gap_between_two_gaps() -> None:
    off = DoubleWalkover()
    bracket, _outcomes = played_out(a_plan(8), fixed={"R1.1": off, "R1.2": off})
    over = [meeting.label for meeting in meetings_of(bracket)]
    assert over == ["R1.1", "R1.2", "R1.3", "R1.4", "R2.2", "R3.1"]
