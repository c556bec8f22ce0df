"""The count of Mariglia and of the games that come from it: every trick adds a point (MAR-CARD-3).

What can be made with so many tricks follows from the cards that are played with.
"""

from scoring.rules.card_game import Check
from scoring.rules.feasible import PointsByTricks, feasible, possible_points
from scoring.rules.hand import Field, Hand
from scoring.rules.profile import Profile
from scoring.sentences import _, sentence
from scoring.types import Finding, Scores

TRICK_POINT = 1


def trick_count(profile: Profile) -> int:
    """Return how many tricks a hand has: all cards that are played with, one of each player to a trick."""
    return len(profile.card_values) * len(profile.pack.suits) // profile.seats


def total_points(profile: Profile) -> int:
    """Return the card points of a hand, tricks included."""
    return sum(profile.card_values.values()) * len(profile.pack.suits) + trick_count(profile) * TRICK_POINT


def points_by_tricks(profile: Profile) -> PointsByTricks:
    """Return, for each number of tricks, the card points that can be made with them."""
    values = tuple(profile.card_values.values())
    return feasible(values, len(profile.pack.suits), profile.seats, TRICK_POINT)


def tricks_with_points(tricks: Field[Scores], points: Field[Scores], rule: str, without_points: str) -> Check:
    """Make the check that these card points can be made with these tricks, where the tricks were written.

    `without_points` is the rule for who has all the points and not all the tricks.
    """

    def check(hand: Hand, profile: Profile) -> Finding | None:
        won, made = hand.get(tricks), hand.get(points)
        if won is None or made is None:
            return None
        possible = points_by_tricks(profile)[won[0]]
        if made[0] in possible:
            return None
        if total_points(profile) in made:
            text = sentence(_TRICKS_WITHOUT_POINTS)
            return Finding("tricks_without_points", without_points, text, f"/{tricks.key}")
        return Finding("tricks_and_points", rule, possible_points(won[0], possible), f"/{tricks.key}")

    return check


_TRICKS_WITHOUT_POINTS = _("Every trick is worth at least one point. Count the tricks or the points again.")
