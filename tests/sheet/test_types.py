"""The small values the rules speak in."""

import pytest

from scoring.types import GameState, Sentence, SheetState, Stopped, Unreadable


def test_a_field_that_cannot_be_read_is_known_by_its_code() -> None:
    """COM-3: where nobody catches it, the code is what a log shows."""
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
def test_which_games_count(over: bool, by_time: Stopped | None, counts: bool) -> None:
    assert GameState(35, (9, 0), None, (), over=over, by_time=by_time).counts is counts


def test_a_game_is_not_stopped_by_time_unless_that_is_said() -> None:
    """COM-TIME-3."""
    game = GameState(35, (9, 0), None, ())
    assert (game.by_time, game.deciding) == (None, False)


def test_nothing_is_to_be_done_on_a_sheet_on_which_no_time_was_called() -> None:
    """COM-TIME-1."""
    assert SheetState((), (0, 0), None, None).time is None
