"""The cards of briscola: the Ace is worth eleven, another card ten, all together 120 (MNA-CARD-1).

Shared by every game of marriages; which card is worth ten is the game's (MGO-CARD-1).
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

KING, QUEEN = 2, 3
"""The places of the King and of the Queen, or Horse, in the order of the cards."""

TENS = {"three": "3", "seven": "7"}
TEN_NAMES = {"three": _("The Three"), "seven": _("The Seven")}
"""The card that is worth ten, by the name of the order it makes."""


def orders(*packs: Pack, ten: str = "three") -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the ranks of these packs from high to low: Ace, the card worth ten, courts, the others."""
    return {(pack.key, ten): _order(pack, TENS[ten]) for pack in packs}


def _order(pack: Pack, ten: str) -> tuple[str, ...]:
    ranks = [rank for rank in pack.ranks if rank not in ("A", ten)]
    return ("A", ten, *ranks)


def marriage(profile: Profile, suit: str) -> tuple[Card, Card]:
    """Return the King and the Queen, or Horse, of a suit."""
    return Card(profile.ranks[KING], suit), Card(profile.ranks[QUEEN], suit)


@lru_cache
def possible_totals(cards_a_trick: int) -> frozenset[int]:
    """Return the card points that whole tricks can make (MNA-CARD-2)."""
    return frozenset().union(*feasible(VALUES, SUITS, cards_a_trick, 0).values())


def all_points(_profile: Profile) -> int:
    """Return the card points of a hand."""
    return TOTAL


def impossible_total(points: int, profile: Profile, rule: str, at: str) -> Finding | None:
    """Find card points that no cards make (MNA-CARD-2)."""
    if points in possible_totals(profile.seats):
        return None
    return Finding("card_points_impossible", rule, sentence(_IMPOSSIBLE, points=points), at)


def made_of_cards(field: Field[Scores], rule: str) -> Check:
    """Make the check that both sides' card points can be made, where they were counted."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        points = hand.get(field)
        return None if points is None else impossible_total(points[0], profile, rule, f"/{field.key}")

    return check


_IMPOSSIBLE = _("No cards make %(points)d points, or leave so many to the other side. Count again.")
