"""What a result without hands can be where totals go on from hand to hand (COM-8, MGG-GAME-1, MGO-GAME-1).

Which sums can come up is tried hand by hand; no sum is written down as a bound.
"""

from typing import NamedTuple

from scoring.rules.card_game import FinalCheck, FinalScore
from scoring.sentences import _, sentence
from scoring.types import Finding


class Worth(NamedTuple):
    """What both sides together can score in a hand: one before the last, and the one that ends the game."""

    whole: range
    last: range

    @property
    def best(self) -> int:
        """The most a side can score in one hand."""
        return self.whole[-1]

    def sums(self, hands: int) -> range:
        """Return the sums so many hands can come to."""
        least = (hands - 1) * self.whole[0] + self.last[0]
        most = (hands - 1) * self.whole[-1] + self.last[-1]
        return range(least, most + 1, self.last.step)


def final_totals(worth: Worth, rule: str) -> tuple[FinalCheck, ...]:
    """Make the checks of a result, by what a hand is worth."""

    def within_a_hand(final: FinalScore, target: int) -> Finding | None:
        """Before the last hand nobody had won: both were short of the target, or level at or over it."""
        low, high = sorted(final.score)
        if high < target + worth.best or (low >= target and high - low <= worth.best):
            return None
        text = sentence(_MOST, target=target, most=target + worth.best - 1)
        return Finding("final_score", rule, text, "/final")

    def made_of_hands(final: FinalScore, _target: int) -> Finding | None:
        total, hands = sum(final.score), final.hand_count
        if hands is not None:
            return None if total in worth.sums(hands) else Finding("final_hands", rule, _HANDS, "/hand_count")
        if any(total in worth.sums(number) for number in range(1, total // worth.whole[0] + 2)):
            return None
        return Finding("final_sum", rule, _SUM, "/final")

    return within_a_hand, made_of_hands


_MOST = _("Who wins a game to %(target)d has at most %(most)d points. Add up again.")
_HANDS = sentence(_("So many hands cannot come to these totals. Count the hands again, or add up again."))
_SUM = sentence(_("No number of whole hands comes to these totals. Add up again."))
