"""Tests of random games of Manni: scores equal the players' count, and errors are reported (MNI)."""

from random import Random

import pytest

from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.judge import JSON, Fault, agree, find
from tests.games.players.manni import contract, one_trick_off, play_a_game, revoking
from tests.games.players.table import winning


def a_trick_of_another(_random: Random, hand: JSON, _profile: JSON) -> None:
    one_trick_off(hand)


def thirteen_tricks(_random: Random, hand: JSON, _profile: JSON) -> None:
    tricks = hand["tricks"]
    tricks[tricks.index(min(tricks))] += 1


def eight_changed_by_the_first(_random: Random, hand: JSON, _profile: JSON) -> None:
    hand["exchanges"][0] = 8


def six_changed_by_the_second(_random: Random, hand: JSON, _profile: JSON) -> None:
    hand["exchanges"][1] = 6


def more_changed_than_are_left(_random: Random, hand: JSON, _profile: JSON) -> None:
    first, second, _third = hand["exchanges"]
    hand["exchanges"][2] = min(12, 16 - first - second) + 1


def a_card_of_another_pack(_random: Random, hand: JSON, _profile: JSON) -> None:
    hand["cut"] = "HB"


def another_contract(random: Random, hand: JSON, profile: JSON) -> bool:
    """Record a random cut card; return False if the same player would still win the first trick."""
    trick = hand["play"][0]
    hand["cut"] = random.choice("35689KA") + random.choice("SHDC")
    trump, ranks, _sign = contract(hand["cut"], profile["bands"])
    return (trick["leader"] + winning(trick["cards"], trump, ranks)) % 3 != trick["winner"]


def another_dealer(_random: Random, hand: JSON, _profile: JSON) -> None:
    hand["dealer"] = (hand["dealer"] + 1) % 3


def another_leads_on(random: Random, hand: JSON, profile: JSON) -> None:
    """Record a wrong leader for a trick after the first."""
    wrong_leader(random, {"play": hand["play"][1:]}, profile)


FAULTS = (
    Fault("one trick goes over", "tricks_not_as_played", "MNI-SCORE-1", a_trick_of_another),
    Fault("thirteen tricks", "tricks_sum", "MNI-DEAL-1", thirteen_tricks),
    Fault("the first changes eight cards", "exchanges_range", "MNI-EXCH-1", eight_changed_by_the_first),
    Fault("the second changes six cards", "exchanges_range", "MNI-EXCH-1", six_changed_by_the_second),
    Fault("the dealer takes more than is left", "exchanges_range", "MNI-EXCH-1", more_changed_than_are_left),
    Fault("a card of another pack was cut", "not_a_card", "MNI-CUT-1", a_card_of_another_pack),
    Fault("another contract", "wrong_trick_winner", "MNI-PLAY-1", another_contract),
    Fault("another dealt", "wrong_leader", "MNI-LEAD-1", another_dealer),
    Fault("eleven tricks", "deal_not_whole", "MNI-DEAL-1", lost_trick),
    Fault("a card twice", "doubled_card", "MNI-DEAL-1", doubled_card),
    Fault("another leads", "wrong_leader", "MNI-PLAY-1", another_leads_on),
    Fault("another wins", "wrong_trick_winner", "MNI-PLAY-1", wrong_winner),
    Fault("the suit is not followed", "revoke", "MNI-PLAY-1", revoking),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """MNI-SCORE-1, MNI-GAME-1, MNI-GAME-2: the games have plus and minus points and shared first places."""
    agree("manni", play_a_game)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks MNI-CUT-1, MNI-DEAL-1, MNI-EXCH-1, MNI-LEAD-1, MNI-PLAY-1 or MNI-SCORE-1."""
    find("manni", play_a_game, fault)
