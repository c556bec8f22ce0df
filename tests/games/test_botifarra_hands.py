"""Tests of random games of Botifarra: scores equal the players' count, and errors are reported (BOT)."""

from random import Random

import pytest

from tests.games.players.beating import SUITS
from tests.games.players.botifarra import VALUES, play_a_game, rules_of
from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.faults_of_beating import (
    Plant,
    breaking,
    one_point_more,
    one_point_off,
    one_trick_off,
    points_without_tricks,
    where_it_was_played,
)
from tests.games.players.judge import JSON, Fault, agree, find, judged
from tests.games.players.table import winning
from tests.tiers import sampled


def without_the_play(hand: JSON) -> None:
    hand.pop("play", None)


def most_points(tricks: int) -> int:
    """Return the highest number of points possible with the given number of tricks."""
    best = sorted([*VALUES.values()] * 4, reverse=True)
    return tricks + sum(best[: tricks * 4])


def too_many_points(random: Random, hand: JSON, _profile: JSON) -> None:
    """Give one pair one more point than its tricks can be worth."""
    without_the_play(hand)
    tricks, turn = random.randint(1, 10), random.choice([1, -1])
    points = most_points(tricks) + 1
    hand |= {"card_points": [points, 72 - points][::turn], "tricks": [tricks, 12 - tricks][::turn]}


def tricks_for_nothing(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Give one pair a trick but no points."""
    without_the_play(hand)
    hand |= {"card_points": [72, 0], "tricks": [11, 1]}


def thirteen_tricks(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Add a trick to the pair with fewer tricks, so that there are thirteen."""
    hand["tricks"][hand["tricks"].index(min(hand["tricks"]))] += 1


def where_tricks_are_written(plant: Plant) -> Plant:
    """Return a variant of `plant` that changes only hands with recorded numbers of tricks."""
    return lambda random, hand, profile: plant(random, hand, profile) if "tricks" in hand else False


def sant_vicenc_where_it_is_not_played(_random: Random, hand: JSON, profile: JSON) -> bool:
    """Record one doubling more than the profile allows."""
    hand["doubling"] = "sant_vicenc"
    return not profile["sant_vicenc"]


def a_suit_of_another_pack(random: Random, hand: JSON, _profile: JSON) -> None:
    hand["trump"] = "H"


def a_card_of_another_pack(random: Random, hand: JSON, _profile: JSON) -> None:
    """Replace a card in the play by a Ten, which the pack does not have."""
    random.choice(hand["play"])["cards"][random.randrange(4)] = "10" + random.choice(SUITS)


def other_trumps(random: Random, hand: JSON, profile: JSON) -> bool:
    """Record a trump suit with which another player would win the first trick."""
    trick = hand["play"][0]
    hand["trump"] = random.choice([suit for suit in [*SUITS, "none"] if suit != hand["trump"]])
    rules = rules_of(hand, profile)
    return bool((trick["leader"] + winning(trick["cards"], rules.trump, rules.ranks)) % 4 != trick["winner"])


def another_dealer(_random: Random, hand: JSON, _profile: JSON) -> None:
    """Record a dealer whose neighbour is not the first leader."""
    hand["dealer"] = (hand["dealer"] + 1) % 4


IN_THE_TRICKS = tuple(
    Fault(name, code, rule, where_it_was_played(plant))
    for name, code, rule, plant in (
        ("one card point goes over", "card_points_not_as_played", "BOT-SCORE-1", one_point_off),
        (
            "one trick goes over",
            "tricks_not_as_played",
            "BOT-SCORE-1",
            where_tricks_are_written(one_trick_off),
        ),
        ("eleven tricks", "deal_not_whole", "BOT-DEAL-1", lost_trick),
        ("a card twice", "doubled_card", "BOT-CARD-1", doubled_card),
        ("a Ten", "not_a_card", "BOT-PLAY-1", a_card_of_another_pack),
        ("another leads", "wrong_leader", "BOT-PLAY-1", wrong_leader),
        ("another dealt", "wrong_leader", "BOT-PLAY-1", another_dealer),
        ("another wins", "wrong_trick_winner", "BOT-PLAY-1", wrong_winner),
        ("other trumps", "wrong_trick_winner", "BOT-PLAY-1", other_trumps),
        ("the suit is not followed", "revoke", "BOT-PLAY-1", breaking("revoke", rules_of)),
        ("an opponent's card is not beaten", "must_beat", "BOT-PLAY-1", breaking("must_beat", rules_of)),
        ("an opponent's card is not trumped", "must_trump", "BOT-PLAY-1", breaking("must_trump", rules_of)),
    )
)
FAULTS = (
    *IN_THE_TRICKS,
    Fault("one card point too many", "card_points_sum", "BOT-SCORE-1", one_point_more),
    Fault("thirteen tricks", "tricks_sum", "BOT-SCORE-1", where_tricks_are_written(thirteen_tricks)),
    Fault(
        "points without tricks",
        "tricks_and_points",
        "BOT-VAL-1",
        where_tricks_are_written(points_without_tricks),
    ),
    Fault("too many points", "tricks_and_points", "BOT-VAL-1", too_many_points),
    Fault("tricks for nothing", "tricks_without_points", "BOT-VAL-1", tricks_for_nothing),
    Fault("Sant Vicenç", "doubling_not_played", "BOT-DBL-2", sant_vicenc_where_it_is_not_played),
    Fault("a suit of another pack", "not_a_suit", "BOT-TRUMP-1", a_suit_of_another_pack),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """BOT-SCORE-1, BOT-SCORE-2, BOT-DBL-1, BOT-GAME-1: hands are played with or without trumps, and with any
    doubling.
    """
    agree("botifarra", play_a_game)


@pytest.mark.parametrize("fault", sampled(FAULTS, 6), ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks BOT-CARD-1, BOT-DBL-2, BOT-DEAL-1, BOT-PLAY-1, BOT-SCORE-1, BOT-TRUMP-1 or
    BOT-VAL-1.
    """
    find("botifarra", play_a_game, fault)


@pytest.mark.parametrize("tricks", range(1, 12))
def test_highest_possible_points_for_each_number_of_tricks_are_accepted(tricks: int) -> None:
    """BOT-VAL-1: the bounds refuse no hand that can occur in play."""
    points = most_points(tricks)
    hand = {"dealer": 0, "trump": "none", "doubling": "plain"}
    hand |= {"card_points": [points, 72 - points], "tricks": [tricks, 12 - tricks]}
    verdict = judged("botifarra", {"targets": [101]}, [hand])
    assert [problem.code for problem in verdict.problems if problem.level == "error"] == []
