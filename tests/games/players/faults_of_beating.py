"""Faults planted in hands of Mariglia and of the games that come from it."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.games.players.beating import Rules, cheating

JSON = dict[str, Any]
Plant = Callable[[Random, JSON, JSON], bool | None]
RulesOf = Callable[[JSON, JSON], Rules]
"""What a written hand is played by, given the hand and its profile."""


def one_point_off(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Towards the middle, where it is possible."""
    mine, theirs = hand["card_points"]
    hand["card_points"] = [mine - 1, theirs + 1] if mine > theirs else [mine + 1, theirs - 1]


def one_point_more(_random: Random, hand: JSON, _profile: JSON) -> None:
    """For those who have fewer."""
    points = hand["card_points"]
    points[points.index(min(points))] += 1


def one_trick_off(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Towards the middle, where the points are possible."""
    mine, theirs = hand["tricks"]
    hand["tricks"] = [mine - 1, theirs + 1] if mine > theirs else [mine + 1, theirs - 1]


def points_without_tricks(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Who has points has no trick."""
    hand["tricks"] = [0, sum(hand["tricks"])]
    return 0 not in hand["card_points"]


def anothers_trionfo(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """A trump that another player held is said to have been turned."""
    trick = hand["play"][0]
    others = {
        card for place, card in enumerate(trick["cards"]) if (trick["leader"] + place) % 4 != hand["dealer"]
    }
    trumps = sorted(card for card in others if card[1] == hand["trionfo"][1] and card[0] in "65432")
    if trumps:
        hand["trionfo"] = trumps[0]
    return bool(trumps)


def ended_on_it(_random: Random, hand: JSON, _profile: JSON) -> None:
    """The turned card is said to have ended the game."""
    for key in ("card_points", "tricks", "play"):
        del hand[key]
    hand["state"] = "ended_on_trionfo"


def breaking(duty: str, rules_of: RulesOf) -> Plant:
    """Somebody does not do what he owes to a trick."""
    return lambda random, hand, profile: cheating(random, hand, rules_of(hand, profile), duty)


def where_it_was_played(plant: Plant) -> Plant:
    """Only in a hand with its tricks."""
    return lambda random, hand, profile: plant(random, hand, profile) if "play" in hand else False
