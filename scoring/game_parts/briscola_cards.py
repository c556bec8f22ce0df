"""The card values of briscola: Ace 11, one other rank 10, and 120 in all (MNA-CARD-1).

Shared by all card games with marriages; each game chooses the rank that is worth 10 (MGO-CARD-1).
"""

from collections.abc import Mapping
from functools import lru_cache

from scoring.cards.packs import Card, Pack
from scoring.field_kinds.base import Field
from scoring.game_parts.feasible_points import feasible
from scoring.game_parts.fields import Check, Hand
from scoring.game_parts.profile import Profile
from scoring.types import Finding, Scores, _, sentence

VALUES = (11, 10, 4, 3, 2, 0, 0, 0, 0, 0)
SUITS = 4
TOTAL = SUITS * sum(VALUES)

# Places of the King and of the Queen (or Horse) in the order of the cards.
KING, QUEEN = 2, 3

TENS = {"three": "3", "seven": "7"}
# Names of the card that is worth 10, by the name of its order.
TEN_NAMES = {"three": _("The Three"), "seven": _("The Seven")}


def orders(*packs: Pack, ten: str = "three") -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return each pack's ranks from high to low: the Ace, the card worth 10, then the others."""
    return {(pack.key, ten): _order(pack, TENS[ten]) for pack in packs}


def _order(pack: Pack, ten: str) -> tuple[str, ...]:
    ranks = [rank for rank in pack.ranks if rank not in ("A", ten)]
    return ("A", ten, *ranks)


def marriage(profile: Profile, suit: str) -> tuple[Card, Card]:
    """Return the King and the Queen (or the Horse) of a suit."""
    return Card(profile.ranks[KING], suit), Card(profile.ranks[QUEEN], suit)


@lru_cache
def possible_totals(cards_a_trick: int) -> frozenset[int]:
    """Return all totals of card points that complete tricks can add up to (MNA-CARD-2)."""
    return frozenset().union(*feasible(VALUES, SUITS, cards_a_trick, 0).values())


def all_points(_profile: Profile) -> int:
    """Return 120, the card points of a complete hand."""
    return TOTAL


def impossible_total(points: int, profile: Profile, rule: str, at: str) -> Finding | None:
    """Return a finding if no complete tricks can add up to this total of card points (MNA-CARD-2)."""
    if points in possible_totals(profile.seats):
        return None
    return Finding("card_points_impossible", rule, sentence(_IMPOSSIBLE, points=points), at)


def made_of_cards(field: Field[Scores], rule: str) -> Check:
    """Return the check that the counted card points are a possible total of complete tricks."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        points = hand.get(field)
        return None if points is None else impossible_total(points[0], profile, rule, f"/{field.key}")

    return check


_IMPOSSIBLE = _("No cards make %(points)d points, or leave so many to the other side. Count again.")
