"""Maniglia: random games are counted as their players did, and ten planted faults are named (MAN)."""

from random import Random

import pytest

from tests.scoring.rules.players.beating import cheating
from tests.scoring.rules.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.scoring.rules.players.judge import JSON, Fault, agree, disagreements, find
from tests.scoring.rules.players.maniglia import play_a_game, rules_of


def one_point_off(_random: Random, hand: JSON, _profile: JSON) -> None:
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


def anothers_trionfo(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """A trump that another player held is said to have been turned."""
    trick = hand["play"][0]
    others = {
        card for place, card in enumerate(trick["cards"]) if (trick["leader"] + place) % 4 != hand["dealer"]
    }
    trumps = [card for card in others if card[1] == hand["trionfo"][1] and card[0] not in "7AKHM"]
    if trumps:
        hand["trionfo"] = trumps[0]
    return bool(trumps)


def ended_on_it(_random: Random, hand: JSON, _profile: JSON) -> None:
    for key in ("card_points", "tricks", "play"):
        del hand[key]
    hand["state"] = "ended_on_trionfo"


def revoking(random: Random, hand: JSON, _profile: JSON) -> bool:
    return cheating(random, hand, rules_of(hand), "revoke")


def not_beating(random: Random, hand: JSON, _profile: JSON) -> bool:
    return cheating(random, hand, rules_of(hand), "must_beat")


def not_trumping(random: Random, hand: JSON, _profile: JSON) -> bool:
    return cheating(random, hand, rules_of(hand), "must_trump")


FAULTS = (
    Fault("one card point goes over", "card_points_not_as_played", "MAR-SCORE-1", one_point_off),
    Fault("one card point too many", "card_points_sum", "MAR-VAL-1", one_point_more),
    Fault("one trick goes over", "tricks_not_as_played", "MAR-SCORE-1", one_trick_off),
    Fault("nine tricks", "deal_not_whole", "MAR-DEAL-3", lost_trick),
    Fault("a card twice", "doubled_card", "MAR-CARD-1", doubled_card),
    Fault("another leads", "wrong_leader", "MAR-PLAY-1", wrong_leader),
    Fault("another wins", "wrong_trick_winner", "MAR-PLAY-1", wrong_winner),
    Fault("another's trump is turned", "trionfo_not_the_dealers", "MAR-TRI-1", anothers_trionfo),
    Fault("the turned card ends the game", "state_not_in_this_game", "MAN-TRI-2", ended_on_it),
    Fault("the suit is not followed", "revoke", "MAR-PLAY-1", revoking),
    Fault("an opponent's card is not beaten", "must_beat", "MAR-PLAY-1", not_beating),
    Fault("an opponent's card is not trumped", "must_trump", "MAR-PLAY-1", not_trumping),
)


def test_random_hands_are_counted_as_their_players_did() -> None:
    """MAN-TRI-1, MAN-GAME-1: the turned card scores only far from home."""
    agree("maniglia", play_a_game)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_named(fault: Fault) -> None:
    """MAN-TRI-2, MAR-PLAY-1, MAR-SCORE-1."""
    find("maniglia", play_a_game, fault)


def test_players_who_count_wrongly_are_told_so() -> None:
    played = play_a_game(Random(1))
    played.running[-1][0] += 1
    assert disagreements("maniglia", played)
    played.running[-1][0] -= 1
    assert disagreements("maniglia", played) == []
    played.winner = 1 if played.winner == 0 else 0
    assert disagreements("maniglia", played)
