"""Tests that the declarations on the score sheet equal the declarations in the recorded tricks."""

import pytest

from scoring.cards.tricks import Trick, TrickPlay
from scoring.field_kinds.declarations import Declaration
from scoring.game_parts.declaration_limits import in_order
from scoring.game_parts.fields import COMMON_STATES, Hand
from scoring.games.marianna import CARD_GAME
from scoring.games.marianna_family.declarations import DECLARATIONS
from scoring.referee.play import beyond_a_limit, declarations_in_play, not_as_in_play
from scoring.referee.referee import Case, case_of
from scoring.sheet.rules.reader import read_profile
from scoring.types import HandState

RULES = TrickPlay(
    tricks=2, leads_after_dealer=1, trick_point=0, duties=(), articles={"count": "C", "declare": "D"}
)
FIRST = Declaration(0, "marianna", "H", player=2, trick=1)
SECOND = Declaration(1, "mariannino", "S", player=1, trick=2)


def a_case(*declarations: Declaration, tricks: int = 2) -> Case:
    """Return a hand whose tricks contain only declarations and no cards."""
    play = tuple(
        Trick(0, (), declared=tuple(each for each in declarations if each.trick == number + 1))
        for number in range(tricks)
    )
    return case_of(read_profile(CARD_GAME, {}), RULES, play, 0, trumps=None)


def test_declarations_in_recorded_tricks_are_read_in_the_order_of_the_tricks() -> None:
    assert declarations_in_play(a_case(SECOND, FIRST).play) == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("declarations", "place"),
    [
        pytest.param((FIRST, SECOND), None, id="the same"),
        pytest.param((FIRST._replace(player=None, trick=None), SECOND._replace(suit=None)), None, id="less"),
        pytest.param((FIRST._replace(suit="S"), SECOND), "/declarations/0", id="another suit"),
        pytest.param((FIRST, SECOND._replace(side=0)), "/declarations/1", id="another side"),
        pytest.param((FIRST, SECOND._replace(kind="marianna")), "/declarations/1", id="another kind"),
        pytest.param((FIRST._replace(player=0), SECOND), "/declarations/0", id="another player"),
        pytest.param((FIRST, SECOND._replace(trick=1)), "/declarations/1", id="another trick"),
        pytest.param((SECOND, FIRST), "/declarations/0", id="another order"),
        pytest.param((FIRST,), "/declarations", id="one is not on the sheet"),
        pytest.param((FIRST, SECOND, FIRST), "/declarations", id="one was not said"),
    ],
)
def test_difference_between_sheet_and_recorded_tricks_is_reported_with_its_json_pointer(
    declarations: tuple[Declaration, ...], place: str | None
) -> None:
    fault = not_as_in_play(a_case(FIRST, SECOND), declarations, (FIRST, SECOND))
    assert (fault and (fault.code, fault.rule, fault.at)) == (place and ("not_as_declared", "C", place))


def a_hand(*declarations: Declaration) -> Hand:
    return Hand(HandState.PLAYED, COMMON_STATES[HandState.PLAYED], 0, {DECLARATIONS.key: declarations})


@pytest.mark.parametrize(
    ("sheet_tricks", "play_tricks", "has_fault"),
    [
        pytest.param([None, None], [1, 2], False, id="in order"),
        pytest.param([None, None], [2, 1], True, id="only the play knows better"),
        pytest.param([2, 1], [2, 1], False, id="told of the sheet already"),
    ],
)
def test_limit_on_declarations_that_is_broken_only_in_the_recorded_tricks_is_reported(
    sheet_tricks: list[int | None], play_tricks: list[int], has_fault: bool
) -> None:
    hand = a_hand(*[FIRST._replace(trick=trick) for trick in sheet_tricks])
    told_of = tuple(FIRST._replace(trick=trick) for trick in play_tricks)
    profile = read_profile(CARD_GAME, {})
    fault = beyond_a_limit(hand, profile, DECLARATIONS, told_of, [in_order(DECLARATIONS, "O")])
    assert (fault is not None) is has_fault
