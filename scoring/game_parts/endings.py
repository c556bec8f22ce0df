"""A game claimed while a hand is played: the count of who claims it decides, right or wrong (MGG-CLAIM).

In a claimed hand the claimant scores the card points counted so far and what he declared, the other what he
declared alone, as nobody counts his cards. Who claimed and has not reached the target has lost.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from scoring.field_kinds.base import Counted, Field
from scoring.field_kinds.claim import Claim
from scoring.game_parts import fields
from scoring.game_parts.card_game import Ended, Ending, FinalCheck, FinalScore, Moment, Reached, at_the_target
from scoring.game_parts.profile import Profile
from scoring.referee.referee import Case, account
from scoring.types import Finding, HandState, Level, Scores, Step, _, sentence


def claimable_states(rule: str) -> Mapping[HandState, fields.StateRule]:
    """Return the states of a game that can be claimed; a claimed hand is not counted for both sides."""
    played_out = fields.EVERY_STEP - {Step.CLAIM}
    return {
        **fields.COMMON_STATES,
        HandState.PLAYED: replace(fields.COMMON_STATES[HandState.PLAYED], needs=played_out),
        HandState.ADJUSTED: replace(fields.COMMON_STATES[HandState.ADJUSTED], needs=played_out),
        HandState.CLAIMED: fields.StateRule(
            _("Claimed"), needs=fields.EVERY_STEP - {Step.COUNT}, refuses=frozenset({Step.COUNT}), rule=rule
        ),
    }


def only_when_claimed(field: Field[Claim], rule: str) -> fields.Check:
    """Make the check that a claim stands only in a hand that ended on it."""

    def check(hand: fields.Hand, _profile: Profile) -> Finding | None:
        if hand.get(field) is None or hand.state is HandState.CLAIMED:
            return None
        return Finding("claim_not_marked", rule, _NOT_MARKED, "/state")

    return check


def claimed_otherwise(case: Case, claim: Claim | None) -> Finding | None:
    """MGG-CLAIM-1: the claimant counted what the tricks he has make, as far as they were written."""
    if claim is None:
        return None
    played = account(case._replace(play=tuple(t for t in case.play if len(t.cards) == case.profile.seats)))[1]
    made = played[claim.side]
    if claim.card_points == made:
        return None
    text = sentence(_PLAYED, points=made)
    level: Level = "error" if claim.card_points < made else "warning"
    at = "/claim/card_points"
    return case.fault("card_points_not_as_played", "count", text, at)._replace(level=level)


def counted(hand: fields.Hand, card_points: Field[Scores], field: Field[Claim]) -> Scores:
    """Return the card points that count: both sides' of a whole hand, the claimant's of a claimed one."""
    if hand.state is not HandState.CLAIMED:
        return hand[card_points]
    claim = hand[field]
    return (claim.card_points, 0) if claim.side == 0 else (0, claim.card_points)


def won_or_lost_by_a_claim(field: Field[Claim]) -> Ending:
    """Make the ending of a game that can be claimed: the claimant's total decides it alone."""

    def ending(hand: fields.Hand, moment: Moment, reached: Reached) -> Ended | None:
        if hand.state is not HandState.CLAIMED:
            return at_the_target(hand, moment, reached)
        claimant = hand[field].side
        return Ended(claimant if reached.running[claimant] >= moment.target else 1 - claimant)

    return ending


_PLAYED = _("By the tricks written down it is %(points)d card points for who claims. Count again.")
_NOT_MARKED = sentence(
    _("Somebody claimed the game: mark the hand as claimed, without card points, or take the claim away.")
)


class Worth(NamedTuple):
    """What both sides together can score in one hand: an ordinary one, and the last one of the game."""

    ordinary: range
    last: range

    @property
    def best(self) -> int:
        """The most a side can score in one hand."""
        return self.ordinary[-1]

    def sums(self, hands: int) -> range:
        """Return the sums so many hands can come to."""
        least = (hands - 1) * self.ordinary[0] + self.last[0]
        most = (hands - 1) * self.ordinary[-1] + self.last[-1]
        return range(least, most + 1, self.last.step)


def final_totals(worth: Worth, rule: str) -> tuple[FinalCheck, ...]:
    """Make the checks of a result, by what a hand is worth."""
    return final_totals_by(lambda _profile: worth, rule)


def final_totals_by(worth_of: Callable[[Profile], Worth], rule: str) -> tuple[FinalCheck, ...]:
    """Make the checks of a result, by what a hand is worth where this is played by."""

    def within_a_hand(final: FinalScore, target: int, profile: Profile) -> Finding | None:
        """Before the last hand nobody had won: both were short of the target, or level at or over it."""
        best, (low, high) = worth_of(profile).best, sorted(final.score)
        if high < target + best or (low >= target and high - low <= best):
            return None
        text = sentence(_MOST, target=target, most=target + best - 1)
        return Finding("final_score", rule, text, "/final")

    def made_of_hands(final: FinalScore, _target: int, profile: Profile) -> Finding | None:
        worth, total, hands = worth_of(profile), sum(final.score), final.hand_count
        if hands is not None:
            return None if total in worth.sums(hands) else Finding("final_hands", rule, _HANDS, "/hand_count")
        if any(total in worth.sums(number) for number in range(1, total // worth.ordinary[0] + 2)):
            return None
        return Finding("final_sum", rule, _SUM, "/final")

    return within_a_hand, made_of_hands


def won_in_one_hand(best: Counted, rule: str) -> FinalCheck:
    """Make the check of a game in which one side alone scores in a hand: the last one took it to the target.

    `best` is the most that hand brings by its play; the other side has not reached the target.
    """

    def check(final: FinalScore, target: int, profile: Profile) -> Finding | None:
        (low, high), most = sorted(final.score), target - 1 + best(profile)
        if low < target <= high <= most:
            return None
        return Finding("final_score", rule, sentence(_WON_AND_LOST, target=target, most=most), "/final")

    return check


_WON_AND_LOST = _("Who wins a game to %(target)d has %(target)d to %(most)d points, who loses it has fewer.")
_MOST = _("Who wins a game to %(target)d has at most %(most)d points. Add up again.")
_HANDS = sentence(_("So many hands cannot come to these totals. Count the hands again, or add up again."))
_SUM = sentence(_("No number of whole hands comes to these totals. Add up again."))
