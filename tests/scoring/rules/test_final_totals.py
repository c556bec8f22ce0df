"""What a result without hands can be where totals go on from hand to hand (COM-8)."""

import pytest

from scoring.rules.final_totals import Worth
from tests.scoring.rules.card_games.deals import final

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
def test_the_sums_of_some_hands(worth: Worth, hands: int, sums: range) -> None:
    assert worth.sums(hands) == sums
    assert worth.best == worth.whole.stop - 1


def test_every_total_of_a_long_game_to_a_high_target_can_be() -> None:
    """COM-8: with enough hands every multiple of twenty comes up, and nothing else."""
    for total in range(1100, 1300):
        told = final("mariagio", 1000, total - 1000, targets=[1000])
        assert told == ([] if total % 20 == 0 else [("final_sum", "MGO-GAME-1", "/final")])
