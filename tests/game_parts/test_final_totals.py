"""Tests of final scores without hands, in games that sum the scores of hands (COM-8)."""

import pytest

from scoring.game_parts.card_game import FinalScore
from scoring.game_parts.endings import Worth, final_totals
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from tests.games.deals import final

PLAYED = Worth(range(140, 241, 20), range(140, 241, 20))
CLAIMED = Worth(range(120, 221, 20), range(221))


@pytest.mark.parametrize(
    ("worth", "hands", "sums"),
    [
        pytest.param(PLAYED, 1, range(140, 241, 20), id="MGO-SCORE-1 one hand"),
        pytest.param(PLAYED, 3, range(420, 721, 20), id="MGO-SCORE-1 three hands"),
        pytest.param(CLAIMED, 1, range(221), id="MGG-CLAIM-2 one claimed hand"),
        pytest.param(CLAIMED, 2, range(120, 441), id="MGG-CLAIM-2 a whole hand and a claimed one"),
    ],
)
def test_possible_sums_depend_on_the_number_of_hands(worth: Worth, hands: int, sums: range) -> None:
    assert worth.sums(hands) == sums
    assert worth.best == worth.ordinary.stop - 1


@pytest.mark.parametrize(
    ("most", "message"),
    [
        pytest.param(1239, None, id="MGO-GAME-1 one short of the target, then the best hand"),
        pytest.param(
            1240,
            "Who wins a game to 1000 has at most 1239 points. Add up again.",
            id="MGO-GAME-1 who had reached the target had won",
        ),
    ],
)
def test_message_about_a_final_score_states_the_highest_possible_score(
    most: int, message: str | None
) -> None:
    within_a_hand, _made_of_hands = final_totals(PLAYED, "MGO-GAME-1")
    finding = within_a_hand(FinalScore((most, 0)), 1000, read_profile(MARIGLIA, {}))
    assert (finding and finding.message.english()) == message


@pytest.mark.parametrize(
    ("total", "possible"),
    [(39, False), (40, True), (44, True), (45, False), (49, False), (50, True), (55, True), (56, False)],
)
def test_final_total_is_accepted_only_if_some_number_of_possible_hands_adds_up_to_it(
    total: int, possible: bool
) -> None:
    """COM-8: each hand is worth ten or eleven points, except the last, which is worth none."""
    _within_a_hand, made_of_hands = final_totals(Worth(range(10, 12), range(1)), "MGO-GAME-1")
    assert (made_of_hands(FinalScore((total, 0)), 1000, read_profile(MARIGLIA, {})) is None) is possible


def test_every_multiple_of_twenty_is_a_possible_total_of_a_long_game() -> None:
    """COM-8: a total that is not a multiple of twenty is impossible."""
    for total in range(1100, 1300):
        problems = final("mariagio", 1000, total - 1000, targets=[1000])
        assert problems == ([] if total % 20 == 0 else [("final_sum", "MGO-GAME-1", "/final")])
