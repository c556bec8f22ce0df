"""Tests of random games of Maniglia with an auction: scores equal the players' count (MAU)."""

from random import Random

import pytest

from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.faults_of_beating import (
    breaking,
    one_point_off,
    one_trick_off,
    points_without_tricks,
)
from tests.games.players.judge import JSON, Fault, agree, find
from tests.games.players.maniglia_auction import POINTS, play_a_game, rules_of


def points_of_two_tables(_random: Random, hand: JSON, profile: JSON) -> bool:
    """Give the opponents the points they would have with a different number of players."""
    hand["card_points"][1] += -2 if profile["players"] == 3 else 2
    return 0 <= hand["card_points"][1] <= POINTS[profile["players"]]


def too_low_a_bid(_random: Random, hand: JSON, _profile: JSON) -> None:
    hand["bid"] = 19


def too_high_a_bid(_random: Random, hand: JSON, profile: JSON) -> None:
    hand["bid"] = POINTS[profile["players"]] + 1


def a_bid_as_high_as_the_last(random: Random, hand: JSON, _profile: JSON) -> bool:
    bids = [place for place, bid in enumerate(hand["auction"]) if bid]
    if len(bids) < 2:
        return False
    place = random.randrange(1, len(bids))
    hand["auction"][bids[place]] = hand["auction"][bids[place - 1]]
    return True


def another_bidder(_random: Random, hand: JSON, profile: JSON) -> None:
    hand["bidder"] = (hand["bidder"] + 1) % profile["players"]
    del hand["play"]


def nobody_bid(_random: Random, hand: JSON, profile: JSON) -> None:
    hand["auction"] = [None] * profile["players"]


def trumps_left_out(_random: Random, hand: JSON, _profile: JSON) -> None:
    del hand["trump"]


def a_two_at_a_table_of_three(random: Random, hand: JSON, profile: JSON) -> bool:
    random.choice(hand["play"])["cards"][0] = "2D"
    return bool(profile["players"] == 3)


FAULTS = (
    Fault("one card point goes over", "card_points_not_as_played", "MAU-CARD-1", one_point_off),
    Fault("the points of another table", "card_points_sum", "MAU-CARD-1", points_of_two_tables),
    Fault("one trick goes over", "tricks_not_as_played", "MAU-CARD-1", one_trick_off),
    Fault("points without tricks", "tricks_and_points", "MAU-VAL-1", points_without_tricks),
    Fault("nineteen are bid", "bid_range", "MAU-BID-1", too_low_a_bid),
    Fault("more is bid than there is", "bid_range", "MAU-BID-1", too_high_a_bid),
    Fault("a bid is no higher", "bid_not_higher", "MAU-BID-1", a_bid_as_high_as_the_last),
    Fault("another bid highest", "bidder_not_as_called", "MAU-BID-1", another_bidder),
    Fault("nobody bid", "all_passed", "MAU-P-1", nobody_bid),
    Fault("play without trumps", "trump_missing", "MAU-BID-1", trumps_left_out),
    Fault("a Two with three players", "card_left_out", "MAR-PLAY-1", a_two_at_a_table_of_three),
    Fault("a trick is missing", "deal_not_whole", "MAU-DEAL-1", lost_trick),
    Fault("a card twice", "doubled_card", "MAU-DEAL-1", doubled_card),
    Fault("another leads", "wrong_leader", "MAR-PLAY-1", wrong_leader),
    Fault("another wins", "wrong_trick_winner", "MAR-PLAY-1", wrong_winner),
    Fault("the suit is not followed", "revoke", "MAR-PLAY-1", breaking("revoke", rules_of)),
    Fault("an opponent's card is not beaten", "must_beat", "MAR-PLAY-1", breaking("must_beat", rules_of)),
    Fault("an opponent's card is not trumped", "must_trump", "MAR-PLAY-1", breaking("must_trump", rules_of)),
)


def in_a_played_hand(fault: Fault) -> Fault:
    """Return a variant of a deliberate error that changes only hands with a bidder."""

    def plant(random: Random, hand: JSON, profile: JSON) -> bool | None:
        return False if "state" in hand else fault.plant(random, hand, profile)

    return fault._replace(plant=plant)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """MAU-SCORE-1, MAU-P-1: the games have payments, passed hands and a fixed number of deals."""
    agree("maniglia_auction", play_a_game)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks MAU-BID-1, MAU-CARD-1, MAU-DEAL-1, MAU-VAL-1 or MAR-PLAY-1."""
    find("maniglia_auction", play_a_game, in_a_played_hand(fault))
