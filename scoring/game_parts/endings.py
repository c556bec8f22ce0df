"""Rules for the end of a game: claims during a hand (MGG-CLAIM), and checks of final scores.

In a claimed hand the claimant scores the card points counted so far and his declarations; the opponent scores
only his declarations, because nobody counts his cards. A claimant short of the target has lost.
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
    """Return the hand states of a game with claims; a claimed hand has no count of the card points."""
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
    """Return the check that a hand has a claim only if its state is `claimed`."""

    def check(hand: fields.Hand, _profile: Profile) -> Finding | None:
        if hand.get(field) is None or hand.state is HandState.CLAIMED:
            return None
        return Finding("claim_not_marked", rule, _NOT_MARKED, "/state")

    return check


def claimed_otherwise(case: Case, claim: Claim | None) -> Finding | None:
    """Return a finding if the claimed card points differ from the recorded tricks (MGG-CLAIM-1)."""
    if claim is None:
        return None
    played = account(case._replace(play=tuple(t for t in case.play if len(t.cards) == case.profile.seats)))[1]
    card_points = played[claim.side]
    if claim.card_points == card_points:
        return None
    text = sentence(_PLAYED, points=card_points)
    level: Level = "error" if claim.card_points < card_points else "warning"
    at = "/claim/card_points"
    return case.fault("card_points_not_as_played", "count", text, at)._replace(level=level)


def counted(hand: fields.Hand, card_points: Field[Scores], field: Field[Claim]) -> Scores:
    """Return the card points that score for each side; in a claimed hand only the claimant has any."""
    if hand.state is not HandState.CLAIMED:
        return hand[card_points]
    claim = hand[field]
    return (claim.card_points, 0) if claim.side == 0 else (0, claim.card_points)


def won_or_lost_by_a_claim(field: Field[Claim]) -> Ending:
    """Return the rule for the end of a game with claims; the claimant's total decides a claimed hand."""

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
    """The points that both sides together can get in an ordinary hand and in the last hand of a game."""

    ordinary: range
    last: range

    @property
    def best(self) -> int:
        """The most points that one side can score in a hand."""
        return self.ordinary[-1]

    def sums(self, hands: int) -> range:
        """Return the possible totals of both sides together after `hands` hands."""
        least = (hands - 1) * self.ordinary[0] + self.last[0]
        most = (hands - 1) * self.ordinary[-1] + self.last[-1]
        return range(least, most + 1, self.last.step)


def final_totals(worth: Worth, rule: str) -> tuple[FinalCheck, ...]:
    """Return the checks of a final score, given the points that are possible in a hand."""
    return final_totals_by(lambda _profile: worth, rule)


def final_totals_by(worth_of: Callable[[Profile], Worth], rule: str) -> tuple[FinalCheck, ...]:
    """Return the checks of a final score; the points that are possible in a hand depend on the profile."""

    def within_a_hand(final: FinalScore, target: int, profile: Profile) -> Finding | None:
        """Check that the game cannot have been over before its last hand."""
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
    """Return the check that the final score can result from a last hand that brings at most `best` points.

    Before this hand the winner was below the target; the loser is still below the target. The check is for
    games in which the two sides never score at the same moment.
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
