"""Tests of the types shared by all rules: unreadable fields, and states of games and sheets."""

import pytest

from scoring.types import GameState, Sentence, SheetState, Stopped, Unreadable


def test_text_of_an_unreadable_field_exception_is_the_error_code() -> None:
    """Check the code, which appears in the log if the exception is not caught (COM-3)."""
    assert str(Unreadable("missing_field", "COM-4", Sentence("Write the dealer."))) == "missing_field"


@pytest.mark.parametrize(
    ("over", "by_time", "counts"),
    [
        pytest.param(False, None, False, id="COM-2 still played"),
        pytest.param(True, None, True, id="COM-2 won"),
        pytest.param(True, Stopped.WON, True, id="COM-TIME-2 stopped, and somebody was ahead"),
        pytest.param(True, Stopped.LEVEL, True, id="COM-TIME-2 stopped, and level"),
        pytest.param(True, Stopped.VOID, False, id="COM-TIME-2 stopped, and nobody's"),
        pytest.param(False, Stopped.VOID, False, id="COM-TIME-2 void and going on is still played"),
    ],
)
def test_finished_game_counts_but_a_void_or_unfinished_game_does_not(
    over: bool, by_time: Stopped | None, counts: bool
) -> None:
    assert GameState(35, (9, 0), None, (), over=over, by_time=by_time).counts is counts


def test_game_state_is_by_default_not_stopped_by_time_and_not_deciding() -> None:
    """Check that by default no call of time has stopped the game (COM-TIME-3)."""
    game = GameState(35, (9, 0), None, ())
    assert (game.by_time, game.deciding) == (None, False)


def test_new_sheet_state_has_no_call_of_time() -> None:
    """Check that by default time has not been called (COM-TIME-1)."""
    assert SheetState((), (0, 0), None, None).time is None
