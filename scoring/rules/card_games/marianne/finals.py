"""What a result without hands can be where cards and declarations add up (COM-8, MNA-SCORE-1)."""

from collections.abc import Sequence
from math import gcd

from scoring.rules.card_game import FinalCheck, FinalScore
from scoring.rules.types import Finding
from scoring.rules.words import _, sentence


def final_bounds(total: int, declarations: Sequence[int]) -> tuple[FinalCheck, ...]:
    """Make the checks of a result, by the card points of a hand and all that can be declared in one."""
    step, most = gcd(total, *declarations), total + sum(declarations)

    def whole_hands(final: FinalScore, _target: int) -> Finding | None:
        if sum(final.score) % step == 0:
            return None
        text = sentence(
            _("Cards and declarations together make a multiple of %(step)d. Add up again."), step=step
        )
        return Finding("final_sum", "MNA-SCORE-1", text, "/final")

    def within_a_hand(final: FinalScore, target: int) -> Finding | None:
        low, high = sorted(final.score)
        if high < target + most or low >= target:
            return None
        text = _("Who wins a game to %(target)d has at most %(most)d points. Add up again.")
        return Finding(
            "final_score", "COM-8", sentence(text, target=target, most=target + most - 1), "/final"
        )

    def enough_hands(final: FinalScore, _target: int) -> Finding | None:
        hands = final.hand_count
        if hands is None or sum(final.score) <= most * hands:
            return None
        text = _("A hand is worth at most %(best)d points to both sides together. Count the hands again.")
        return Finding("too_few_hands", "MNA-SCORE-1", sentence(text, best=most), "/hand_count")

    return whole_hands, within_a_hand, enough_hands
