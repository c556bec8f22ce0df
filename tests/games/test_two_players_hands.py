"""Tests with random hands of Briscola 151, Mariaggia and Mariagio: valid hands get the expected scores."""

from random import Random
from typing import Any

import pytest

from scoring.sheet.rules.sheet import check_sheet
from tests.games.players import faults_of_two as faults
from tests.games.players.campaign import HANDS
from tests.games.players.faults import doubled_card, lost_trick, wrong_leader, wrong_winner
from tests.games.players.two_players import DEALT, Club, PlayedGame, any_club, play_a_game, play_a_hand

JSON = dict[str, Any]
GAMES = pytest.mark.parametrize("card_game", DEALT)


def verdict_on(club: Club, hands: list[JSON]) -> JSON:
    """Return the verdict on a score sheet with one game of the given hands."""
    games = [{"hands": hands}]
    return check_sheet({"card_game": club.card_game, "profile": club.profile, "games": games}).as_json()


def told_apart(random: Random, game: PlayedGame) -> list[str]:
    """Return the differences between the verdict on a game and the scores that the players counted."""
    verdict = verdict_on(game.club, [hand.written(random) for hand in game.hands])
    game_verdict = verdict["games"][0]
    comparisons = {
        "problems": (verdict["problems"], []),
        "running": ([hand["running"] for hand in game_verdict["hands"]], game.running[1:]),
        "score": ([hand["score"] for hand in game_verdict["hands"]], [hand.score for hand in game.hands]),
        "winner": (game_verdict["winner"], game.winner),
    }
    return [f"{what}: {mine}, not {his}" for what, (mine, his) in comparisons.items() if mine != his]


@GAMES
def test_scores_of_random_hands_equal_the_scores_counted_by_the_players(card_game: str) -> None:
    """MGG-SCORE-1, MGO-SCORE-1, MGG-CLAIM-1, MGG-CLAIM-2, B51-GAME-1: each game has random rule options."""
    seed = hands = claims = 0
    while hands < HANDS:
        random = Random(seed)
        game = play_a_game(random, any_club(random, card_game))
        assert told_apart(random, game) == [], f"seed {seed}: {game.club}"
        hands += len(game.hands)
        claims += sum(hand.claimant is not None for hand in game.hands)
        seed += 1
    print(f"\n{card_game}: {hands} hands in {seed} games, {claims} claims")


def test_wrong_score_count_of_a_random_game_is_reported() -> None:
    random = Random(1)
    game = play_a_game(random, any_club(random, "mariagio"))
    game.running[-1][0] += 10
    assert told_apart(random, game)


# For each game: the fault to plant, and the code and rule of its finding.
FAULTS = {
    "briscola_151": [
        (faults.miscounted, "card_points_not_as_played", "MGG-SCORE-1"),
        (faults.wrong_sum, "card_points_sum", "MGG-SCORE-1"),
        (faults.anywhere(lost_trick), "deal_not_whole", "B51-DEAL-1"),
        (faults.anywhere(doubled_card), "doubled_card", "MNA-CARD-1"),
        (faults.anywhere(wrong_leader), "wrong_leader", "B51-DEAL-1"),
        (faults.anywhere(wrong_winner), "wrong_trick_winner", "B51-DEAL-1"),
        (faults.forgotten, "not_as_declared", "MGG-SCORE-1"),
        (faults.in_another_suit, "not_as_declared", "MGG-SCORE-1"),
        (faults.twice, "suit_declared_twice", "B51-DECL-1"),
        (faults.at_trick(1), "declared_too_late_or_early", "B51-DECL-1"),
        (faults.at_trick(20), "declared_too_late_or_early", "B51-DECL-1"),
        (faults.by_the_other, "not_held", "B51-DECL-1"),
        (faults.not_held, "not_held", "B51-DECL-1"),
        (faults.draws_changed, "drawn_by_another", "B51-DEAL-1"),
        (faults.draw_forgotten, "cards_not_drawn", "B51-DEAL-1"),
        (faults.drawn_before_the_last, "turned_card_elsewhere", "B51-DEAL-1"),
        (faults.turned_card_moved(beside=False), "turned_card_elsewhere", "B51-DEAL-1"),
        (faults.turned_card_moved(beside=True), "turned_card_elsewhere", "B51-DEAL-1"),
        (faults.exchange_without_the_card, "given_card_elsewhere", "B51-DEAL-1"),
        (faults.exchange_in, "exchange_not_played", "B51-DEAL-1"),
        (faults.moved_exchange(15), "exchanged_too_late", "B51-DEAL-1"),
        (faults.exchanged_again, "exchanged_twice", "B51-DEAL-1"),
        (faults.exchanged_by_the_other, "taken_by_another", "B51-DEAL-1"),
        (faults.took_a_low_card, "not_for_this_card", "B51-DEAL-1"),
        (faults.claimed_and_counted, "claim_not_marked", "MGG-CLAIM-2"),
    ],
    "mariaggia": [
        (faults.miscounted, "card_points_not_as_played", "MGG-SCORE-1"),
        (faults.wrong_sum, "card_points_sum", "MGG-SCORE-1"),
        (faults.anywhere(lost_trick), "deal_not_whole", "B51-DEAL-1"),
        (faults.anywhere(doubled_card), "doubled_card", "MNA-CARD-1"),
        (faults.anywhere(wrong_leader), "wrong_leader", "MGG-PLAY-1"),
        (faults.anywhere(wrong_winner), "wrong_trick_winner", "MGG-PLAY-1"),
        (faults.forgotten, "not_as_declared", "MGG-SCORE-1"),
        (faults.in_another_suit, "not_as_declared", "MGG-SCORE-1"),
        (faults.twice, "suit_declared_twice", "MGG-DECL-1"),
        (faults.at_trick(20), "declared_too_late_or_early", "MGG-DECL-1"),
        (faults.by_the_other, "declared_by_another", "MGG-DECL-1"),
        (faults.not_held, "not_held", "MGG-DECL-1"),
        (faults.draws_changed, "drawn_by_another", "B51-DEAL-1"),
        (faults.draw_forgotten, "cards_not_drawn", "B51-DEAL-1"),
        (faults.drawn_before_the_last, "turned_card_elsewhere", "B51-DEAL-1"),
        (faults.exchange_in, "bad_trick", "B51-DEAL-1"),
        (faults.claimed_and_counted, "claim_not_marked", "MGG-CLAIM-2"),
    ],
    "mariagio": [
        (faults.miscounted, "card_points_not_as_played", "MGO-SCORE-1"),
        (faults.wrong_sum, "card_points_sum", "MGO-SCORE-1"),
        (faults.anywhere(lost_trick), "deal_not_whole", "MGO-DEAL-1"),
        (faults.anywhere(doubled_card), "doubled_card", "MGO-CARD-1"),
        (faults.anywhere(wrong_leader), "wrong_leader", "MGO-PLAY-1"),
        (faults.anywhere(wrong_winner), "wrong_trick_winner", "MGO-PLAY-1"),
        (faults.forgotten, "not_as_declared", "MGO-SCORE-1"),
        (faults.in_another_suit, "not_as_declared", "MGO-SCORE-1"),
        (faults.twice, "suit_declared_twice", "MGO-MARR-1"),
        (faults.at_trick(20), "declared_too_late_or_early", "MGO-MARR-1"),
        (faults.by_the_other, "declared_by_another", "MGO-MARR-1"),
        (faults.not_held, "not_held", "MGO-MARR-1"),
        (faults.draws_changed, "drawn_by_another", "MGO-DEAL-1"),
        (faults.draw_forgotten, "cards_not_drawn", "MGO-DEAL-1"),
        (faults.drawn_before_the_last, "turned_card_elsewhere", "MGO-DEAL-1"),
        (faults.exchange_without_the_card, "given_card_elsewhere", "MGO-EXCH-1"),
        (faults.moved_exchange(15), "exchanged_too_late", "MGO-EXCH-1"),
        (faults.exchanged_again, "exchanged_twice", "MGO-EXCH-1"),
        (faults.exchanged_by_the_other, "exchanged_off_lead", "MGO-EXCH-1"),
        (faults.took_a_low_card, "not_for_this_card", "MGO-EXCH-1"),
        (faults.last_to_the_other, "last_trick_not_as_played", "MGO-LAST-1"),
        (faults.last_to_both, "bad_side", "MGO-LAST-1"),
        (faults.said_to_be_taken, "not_captured", "MGO-MARR-2"),
    ],
}  # fmt: skip
ROWS = [
    pytest.param(card_game, *row, id=f"{card_game} {row[2]} {row[1]} {number}")
    for card_game, rows in FAULTS.items()
    for number, row in enumerate(rows, start=1)
]
PLANTED = max(5, HANDS // 100)
# Options of the profile that a fault needs.
CHOSEN: dict[Any, JSON] = {
    "briscola_151": {"ace_exchange": True},
    "mariaggia": {},
    "mariagio": {"captured": True},
    faults.exchange_in: {},
}


@pytest.mark.parametrize(("card_game", "plant", "code", "rule"), ROWS)
def test_deliberate_error_in_random_hands_is_reported(
    card_game: str, plant: faults.Fault, code: str, rule: str
) -> None:
    """B51-DECL-1, MGG-DECL-1, MGO-MARR-1, MGO-EXCH-1: the error is reported with its rule."""
    seed = planted = 0
    while planted < PLANTED:
        random = Random(seed)
        seed += 1
        club = any_club(random, card_game, **CHOSEN.get(plant, CHOSEN[card_game]))
        hand = play_a_hand(random, club, random.randrange(2)).written()
        if not plant(random, hand, club):
            continue
        planted += 1
        problems = verdict_on(club, [hand])["problems"]
        assert (
            code in {problem["code"] for problem in problems},
            {problem["rule"] for problem in problems},
        ) == (True, {rule}), f"seed {seed}"


@pytest.mark.parametrize("cheat", ["revoke", "must_beat", "must_trump"])
@pytest.mark.parametrize(("card_game", "rule"), [("mariaggia", "MGG-PLAY-1"), ("mariagio", "MGO-PLAY-1")])
def test_illegal_card_in_the_last_tricks_of_random_hands_is_reported(
    cheat: str, card_game: str, rule: str
) -> None:
    """MGG-PLAY-1, MGO-PLAY-1: once the stock is used up, players must follow suit and beat, or trump."""
    seed = breaches = 0
    while breaches < PLANTED:
        random = Random(seed)
        seed += 1
        club = any_club(random, card_game)
        hand = play_a_hand(random, club, random.randrange(2), cheat=cheat)
        problems = [
            (p["code"], p["rule"], p["where"]) for p in verdict_on(club, [hand.written()])["problems"]
        ]
        if hand.cheated is None:
            assert problems == []
        else:
            breaches += 1
            assert problems == [(cheat, rule, f"/games/0/hands/0/play/{hand.cheated}/cards/1")]


@GAMES
def test_wrong_trump_suit_in_random_hands_is_always_reported(card_game: str) -> None:
    """B51-DEAL-1, MGO-DEAL-1: another trump suit changes the winner of a trick or the turned-up card."""
    for seed in range(PLANTED):
        random = Random(seed)
        club = any_club(random, card_game)
        hand = play_a_hand(random, club, random.randrange(2)).written(random)
        faults.other_trumps(random, hand, club)
        assert verdict_on(club, [hand])["problems"] != []
