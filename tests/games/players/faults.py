"""Faults that can be planted in a hand of any card game written with its tricks."""

from random import Random
from typing import Any

JSON = dict[str, Any]


def lost_trick(random: Random, hand: JSON, _profile: JSON) -> None:
    """A trick was not written."""
    del hand["play"][random.randrange(len(hand["play"]))]


def doubled_card(random: Random, hand: JSON, _profile: JSON) -> None:
    """The last card is one that was played before."""
    hand["play"][-1]["cards"][-1] = random.choice(hand["play"][0]["cards"])


def wrong_leader(random: Random, hand: JSON, _profile: JSON) -> None:
    """Another seat is said to have led a trick."""
    trick = random.choice(hand["play"])
    trick["leader"] = (trick["leader"] + 1) % len(trick["cards"])


def wrong_winner(random: Random, hand: JSON, _profile: JSON) -> None:
    """Another seat is said to have won a trick."""
    trick = random.choice(hand["play"])
    trick["winner"] = (trick["winner"] + 1) % len(trick["cards"])
