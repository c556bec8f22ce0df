"""A game claimed while a hand is played: the count of who claims it decides, right or wrong (MGG-CLAIM).

In a claimed hand the claimant scores the card points counted so far and what he declared, the other what he
declared alone, as nobody counts his cards. Who claimed and has not reached the target has lost.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.rules import asked
from scoring.rules.card_game import Check, Ending, Moment
from scoring.rules.ending import Ended, Reached, at_the_target
from scoring.rules.fields import read_side, whole_number
from scoring.rules.hand import COMMON_STATES, EVERY_STEP, Field, Hand, StateRule
from scoring.rules.profile import Profile
from scoring.rules.referee import Case, account
from scoring.sentences import _, sentence
from scoring.types import Finding, HandState, Level, Scores, Step, Unreadable


class Claim(NamedTuple):
    """Who says to have won, and the card points counted in the tricks he has."""

    side: int
    card_points: int

    def as_json(self) -> dict[str, object]:
        """Write the claim as the contract has it."""
        return self._asdict()


def claim_field(rule: str, most: int) -> Field[Claim]:
    """Who claims the game, and how many card points were counted: at most so many."""

    def read(raw: Any, profile: Profile) -> Claim:
        if type(raw) is not dict or raw.keys() != {"side", "card_points"}:
            raise Unreadable("bad_claim", rule, sentence(_CLAIM))
        points = raw["card_points"]
        if not whole_number(points, 0, most):
            raise Unreadable("claim_range", rule, sentence(_COUNTED, most=most), "/card_points")
        return Claim(read_side(raw["side"], profile, rule, "/side"), points)

    schema = {
        "type": "object",
        "properties": {
            "side": {"type": "integer", "minimum": 0},
            "card_points": {"type": "integer", "minimum": 0, "maximum": most},
        },
        "required": ["side", "card_points"],
        "additionalProperties": False,
    }
    return Field("claim", _("Claim"), Step.CLAIM, rule, read, schema, asked=asked.Claim(most))


def claimable_states(rule: str) -> Mapping[HandState, StateRule]:
    """Return the states of a game that can be claimed; a claimed hand is not counted for both sides."""
    played_out = EVERY_STEP - {Step.CLAIM}
    return {
        **COMMON_STATES,
        HandState.PLAYED: replace(COMMON_STATES[HandState.PLAYED], needs=played_out),
        HandState.ADJUSTED: replace(COMMON_STATES[HandState.ADJUSTED], needs=played_out),
        HandState.CLAIMED: StateRule(
            _("Claimed"), needs=EVERY_STEP - {Step.COUNT}, refuses=frozenset({Step.COUNT}), rule=rule
        ),
    }


def only_when_claimed(field: Field[Claim], rule: str) -> Check:
    """Make the check that a claim stands only in a hand that ended on it."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
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


def counted(hand: Hand, card_points: Field[Scores], field: Field[Claim]) -> Scores:
    """Return the card points that count: both sides' of a whole hand, the claimant's of a claimed one."""
    if hand.state is not HandState.CLAIMED:
        return hand[card_points]
    claim = hand[field]
    return (claim.card_points, 0) if claim.side == 0 else (0, claim.card_points)


def won_or_lost_by_a_claim(field: Field[Claim]) -> Ending:
    """Make the ending of a game that can be claimed: the claimant's total decides it alone."""

    def ending(hand: Hand, moment: Moment, reached: Reached) -> Ended | None:
        if hand.state is not HandState.CLAIMED:
            return at_the_target(hand, moment, reached)
        claimant = hand[field].side
        return Ended(claimant if reached.running[claimant] >= moment.target else 1 - claimant)

    return ending


_CLAIM = _("Write a claim as its side and the card points counted so far.")
_COUNTED = _("Write the card points counted so far as a whole number from 0 to %(most)d.")
_PLAYED = _("By the tricks written down it is %(points)d card points for who claims. Count again.")
_NOT_MARKED = sentence(
    _("Somebody claimed the game: mark the hand as claimed, without card points, or take the claim away.")
)
