"""Tests of the end of a game at the target, and of its winner (COM-2)."""

import pytest

from scoring.game_parts.card_game import Ended, Moment, Reached, ahead_at, at_the_target, highest
from scoring.game_parts.fields import COMMON_STATES, Hand
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.types import HandState


@pytest.mark.parametrize(
    ("running", "target", "winner"),
    [
        pytest.param((34, 0), 35, None, id="COM-2 one short of it"),
        pytest.param((35, 0), 35, 0, id="COM-2 reaching it is enough"),
        pytest.param((35, 36), 35, 1, id="COM-2 both reached it, the higher wins"),
        pytest.param((40, 40), 35, None, id="MNA-GAME-1 equal at it, nobody wins"),
        pytest.param((10, 10, 9), 35, None, id="COM-2 nobody is near it"),
    ],
)
def test_game_is_won_by_the_leading_side_that_has_reached_the_target(
    running: tuple[int, ...], target: int, winner: int | None
) -> None:
    assert ahead_at(running, target) == winner
    profile = read_profile(MARIGLIA, {})
    moment = Moment(MARIGLIA, profile, (0,) * len(running), target)
    hand = Hand(HandState.PLAYED, COMMON_STATES[HandState.PLAYED], 0, {})
    ended = at_the_target(hand, moment, Reached(running, {}, 1))
    assert ended == (None if winner is None else Ended(winner))


@pytest.mark.parametrize(
    ("running", "side"), [((1, 2), 1), ((2, 1), 0), ((2, 2), None), ((-1, 0, -2), 1), ((3, 3, 1), None)]
)
def test_side_with_the_highest_score_is_returned_unless_the_score_is_shared(
    running: tuple[int, ...], side: int | None
) -> None:
    assert highest(running) == side
