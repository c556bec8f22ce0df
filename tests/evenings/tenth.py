"""Stella: an invented card game for two players, which tests add to the registry.

All forty cards are dealt. The dealer names the star suit and guesses the number of his tricks. A right guess
scores ten points, or twenty if doubled. Each shown star scores five, and the cards score their values.
"""

from collections.abc import Mapping

from scoring.cards.packs import LATIN_SUITS, pack_of
from scoring.field_kinds.choice import choice_field
from scoring.field_kinds.declarations import DeclarationKind, declarations_field
from scoring.game_parts.card_game import CardGame, EntryStep, Moment
from scoring.game_parts.declaration_limits import each, once_a_suit
from scoring.game_parts.feasible_points import feasible, possible_points
from scoring.game_parts.fields import (
    COMMON_STATES,
    Hand,
    dealer_field,
    number_field,
    shared_field,
    side_field,
    suit_field,
)
from scoring.game_parts.profile import Profile
from scoring.types import Finding, Scores, Step

VALUES = (5, 3, 2, 1, 0, 0, 0, 0, 0, 0)
PACK = pack_of("stella", "Stella", "A K H J 7 6 5 4 3 2", LATIN_SUITS)
TOTAL = 4 * sum(VALUES) + 20

DEALER = dealer_field("STE-1", seats=2)
STAR = suit_field("star", "Star suit", "STE-2")
GUESS = number_field(
    "guess", "Tricks guessed", Step.BEFORE, "STE-3", lambda _profile: 1, lambda _profile: 19, most=19
)
DOUBLING = choice_field(
    "doubling", "Doubling", Step.BEFORE, "STE-9", {"plain": "Plain", "doubled": "Doubled"}
)
STARS_SHOWN = declarations_field("Stars shown", "STE-4", [DeclarationKind("", "Star")])
LAST = side_field("last", "Winner of the last trick", Step.COUNT, "STE-5")
POINTS = shared_field("card_points", "Card points", "STE-6", TOTAL)
TRICKS = shared_field("tricks", "Tricks", "STE-6", 20)


def score(hand: Hand, moment: Moment) -> Mapping[str, Scores]:
    """Return the points for cards, a right guess, stars and the last trick (STE-7)."""
    right, stars = [0, 0], [0, 0]
    worth = 20 if hand[DOUBLING] == "doubled" else 10
    right[hand.dealer] = worth * (hand[TRICKS][hand.dealer] == hand[GUESS])
    for _at, star in each(hand, STARS_SHOWN):
        stars[star.side] += 5
    last = tuple(int(side == hand[LAST]) for side in (0, 1))
    return {"cards": hand[POINTS], "guess": tuple(right), "stars": tuple(stars), "last": last}


def can_be(hand: Hand, _profile: Profile) -> Finding | None:
    """Return a finding if the card points are impossible for the number of tricks, otherwise None (STE-6)."""
    tricks = hand[TRICKS][0]
    possible = feasible(VALUES, 4, 2, 1)[tricks]
    if hand[POINTS][0] in possible:
        return None
    return Finding("tricks_and_points", "STE-6", possible_points(tricks, possible), "/tricks")


CARD_GAME = CardGame(
    key="stella",
    name="Stella",
    seats=2,
    players_a_side=1,
    rules={"deal": "STE-1", "misdeal": "STE-1", "courts": "STE-6", "targets": "STE-8", "long": "STE-8"},
    pack=PACK,
    court_orders={("stella", "usual"): ("A", "K", "H", "J", "7", "6", "5", "4", "3", "2")},
    order_names={"usual": "Usual"},
    card_values=VALUES,
    fixed_total=TOTAL,
    targets=(100,),
    target_range=range(50, 301),
    fields=(DEALER, STAR, GUESS, DOUBLING, STARS_SHOWN, LAST, POINTS, TRICKS),
    states=COMMON_STATES,
    entry_steps=(
        EntryStep("star", "The star suit", ("dealer", "star", "guess", "doubling")),
        EntryStep("stars", "Stars", ("declarations",)),
        EntryStep("count", "The count", ("last", "card_points", "tricks")),
    ),
    checks=(once_a_suit(STARS_SHOWN, "STE-4", [""]),),
    range_checks=(can_be,),
    parts={"cards": "Cards", "guess": "Guess", "stars": "Stars", "last": "Last trick"},
    score=score,
)
