"""Functions that insert deliberate errors into the recorded tricks of a hand of any card game."""

from random import Random
from typing import Any

JSON = dict[str, Any]


def lost_trick(random: Random, hand: JSON, _profile: JSON) -> None:
    """Remove a trick."""
    del hand["play"][random.randrange(len(hand["play"]))]


def doubled_card(random: Random, hand: JSON, _profile: JSON) -> None:
    """Replace the last card by a card that was played before."""
    hand["play"][-1]["cards"][-1] = random.choice(hand["play"][0]["cards"])


def wrong_leader(random: Random, hand: JSON, _profile: JSON) -> None:
    """Record another seat as the leader of a trick."""
    trick = random.choice(hand["play"])
    trick["leader"] = (trick["leader"] + 1) % len(trick["cards"])


def wrong_winner(random: Random, hand: JSON, _profile: JSON) -> None:
    """Record another seat as the winner of a trick."""
    trick = random.choice(hand["play"])
    trick["winner"] = (trick["winner"] + 1) % len(trick["cards"])
