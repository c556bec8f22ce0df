"""Functions that insert deliberate errors into hands of Mariglia and games derived from it."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.games.players.beating import Rules, cheating

JSON = dict[str, Any]
Plant = Callable[[Random, JSON, JSON], bool | None]
# Returns the rules of a written hand, given the hand and its profile.
RulesOf = Callable[[JSON, JSON], Rules]


def one_point_off(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Move one card point from the pair with more points to the other pair; the points remain possible."""
    mine, other = hand["card_points"]
    hand["card_points"] = [mine - 1, other + 1] if mine > other else [mine + 1, other - 1]


def one_point_more(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Add a point to the pair with fewer points."""
    points = hand["card_points"]
    points[points.index(min(points))] += 1


def one_trick_off(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Move one trick from the pair with more tricks to the other pair; the points remain possible."""
    mine, other = hand["tricks"]
    hand["tricks"] = [mine - 1, other + 1] if mine > other else [mine + 1, other - 1]


def points_without_tricks(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Move all tricks to one pair although the other pair has points."""
    hand["tricks"] = [0, sum(hand["tricks"])]
    return 0 not in hand["card_points"]


def anothers_trionfo(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record a trump held by another player as the turned-up card."""
    trick = hand["play"][0]
    other_cards = {
        card for place, card in enumerate(trick["cards"]) if (trick["leader"] + place) % 4 != hand["dealer"]
    }
    trumps = sorted(card for card in other_cards if card[1] == hand["trionfo"][1] and card[0] in "65432")
    if trumps:
        hand["trionfo"] = trumps[0]
    return bool(trumps)


def ended_on_it(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Record that the hand ended the game with its turned-up card."""
    for key in ("card_points", "tricks", "play"):
        del hand[key]
    hand["state"] = "ended_on_trionfo"


def breaking(duty: str, rules_of: RulesOf) -> Plant:
    """Return a function that makes a player break the given duty in a trick."""
    return lambda random, hand, profile: cheating(random, hand, rules_of(hand, profile), duty)


def where_it_was_played(plant: Plant) -> Plant:
    """Return a variant of `plant` that changes only hands recorded with their tricks."""
    return lambda random, hand, profile: plant(random, hand, profile) if "play" in hand else False
