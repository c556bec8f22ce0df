"""Tests with random games of Mariglia: valid games get the expected scores, and errors are reported (MAR)."""

from random import Random

import pytest

from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.faults_of_beating import (
    anothers_trionfo,
    breaking,
    ended_on_it,
    one_point_more,
    one_point_off,
    one_trick_off,
    points_without_tricks,
    where_it_was_played,
)
from tests.games.players.judge import JSON, Fault, agree, find
from tests.games.players.mariglia import play_a_game, rules_of


def played_on(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Record card points for a hand that the turned-up card had already won."""
    if "play" in hand:
        return False
    del hand["state"]
    hand["card_points"] = [40, 30]
    return True


def the_seven_lost(_random: Random, hand: JSON, _profile: JSON) -> bool:
    """Give only 5 card points to the pair that turned up the seven of trumps.

    The pair cannot have so few points. The tricks are removed from the hand. Return False if another card was
    turned up.
    """
    if hand["trionfo"][0] != "7":
        return False
    for key in ("tricks", "play"):
        del hand[key]
    hand["card_points"] = [5, 65] if hand["dealer"] % 2 == 0 else [65, 5]
    return True


IN_A_PLAYED_HAND = tuple(
    Fault(name, code, rule, where_it_was_played(plant))
    for name, code, rule, plant in (
        ("one card point goes over", "card_points_not_as_played", "MAR-SCORE-1", one_point_off),
        ("one card point too many", "card_points_sum", "MAR-VAL-1", one_point_more),
        ("one trick goes over", "tricks_not_as_played", "MAR-SCORE-1", one_trick_off),
        ("points without tricks", "tricks_and_points", "MAR-VAL-2", points_without_tricks),
        ("the seven of trumps is lost", "points_without_the_trionfo", "MAR-VAL-4", the_seven_lost),
        ("nine tricks", "deal_not_whole", "MAR-DEAL-3", lost_trick),
        ("a card twice", "doubled_card", "MAR-CARD-1", doubled_card),
        ("another leads", "wrong_leader", "MAR-PLAY-1", wrong_leader),
        ("another wins", "wrong_trick_winner", "MAR-PLAY-1", wrong_winner),
        ("another's trump is turned", "trionfo_not_the_dealers", "MAR-TRI-1", anothers_trionfo),
        ("the turned card ends the game", "trionfo_does_not_win", "MAR-TRI-3", ended_on_it),
        ("the suit is not followed", "revoke", "MAR-PLAY-1", breaking("revoke", rules_of)),
        ("an opponent is not beaten", "must_beat", "MAR-PLAY-1", breaking("must_beat", rules_of)),
        ("an opponent is not trumped", "must_trump", "MAR-PLAY-1", breaking("must_trump", rules_of)),
    )
)
FAULTS = (
    *IN_A_PLAYED_HAND,
    Fault("played on after the turned card", "won_on_the_trionfo", "MAR-TRI-3", played_on),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """MAR-TRI-2, MAR-TRI-3, MAR-SCORE-4, MAR-GAME-1: each game has a random rank order of the court cards."""
    agree("mariglia", play_a_game)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks MAR-PLAY-1, MAR-SCORE-1, MAR-TRI-1, MAR-TRI-3, MAR-VAL-1, MAR-VAL-2 or MAR-VAL-4."""
    find("mariglia", play_a_game, fault)
