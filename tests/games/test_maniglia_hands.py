"""Tests of random games of Maniglia: scores equal the players' count, and errors are reported (MAN)."""

import pytest

from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.faults_of_beating import (
    anothers_trionfo,
    breaking,
    ended_on_it,
    one_point_more,
    one_point_off,
    one_trick_off,
)
from tests.games.players.judge import Fault, agree, find
from tests.games.players.maniglia import play_a_game, rules_of

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
    Fault("the suit is not followed", "revoke", "MAR-PLAY-1", breaking("revoke", rules_of)),
    Fault("an opponent's card is not beaten", "must_beat", "MAR-PLAY-1", breaking("must_beat", rules_of)),
    Fault("an opponent's card is not trumped", "must_trump", "MAR-PLAY-1", breaking("must_trump", rules_of)),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """MAN-TRI-1, MAN-GAME-1: the turned-up card scores only for a pair at least 6 points below the target."""
    agree("maniglia", play_a_game)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks MAN-TRI-2, MAR-PLAY-1 or MAR-SCORE-1."""
    find("maniglia", play_a_game, fault)
