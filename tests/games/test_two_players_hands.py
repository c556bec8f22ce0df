"""Briscola 151, Mariaggia and Mariagio at random: sheet, referee and an independent player agree; planted faults are found."""

# ruff: noqa: E501  (a table reads best one row a line)

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
    """What the rules say of one game."""
    games = [{"hands": hands}]
    return check_sheet({"card_game": club.card_game, "profile": club.profile, "games": games}).as_json()


def told_apart(random: Random, game: PlayedGame) -> list[str]:
    """What the rules say otherwise than the players of this game."""
    verdict = verdict_on(game.club, [hand.written(random) for hand in game.hands])
    told = verdict["games"][0]
    found = {
        "problems": (verdict["problems"], []),
        "running": ([hand["running"] for hand in told["hands"]], game.running[1:]),
        "score": ([hand["score"] for hand in told["hands"]], [hand.score for hand in game.hands]),
        "winner": (told["winner"], game.winner),
    }
    return [f"{what}: {mine}, not {his}" for what, (mine, his) in found.items() if mine != his]


@GAMES
def test_random_hands_score_what_their_player_counted(card_game: str) -> None:
    """MGG-SCORE-1, MGO-SCORE-1, MGG-CLAIM-1, MGG-CLAIM-2, B51-GAME-1: every total, and who won, whatever the club plays by."""
    seed = hands = claims = 0
    while hands < HANDS:
        random = Random(seed)
        game = play_a_game(random, any_club(random, card_game))
        assert told_apart(random, game) == [], f"seed {seed}: {game.club}"
        hands += len(game.hands)
        claims += sum(hand.claimant is not None for hand in game.hands)
        seed += 1
    print(f"\n{card_game}: {hands} hands in {seed} games, {claims} claims")


def test_a_player_who_counts_wrongly_is_told_so() -> None:
    random = Random(1)
    game = play_a_game(random, any_club(random, "mariagio"))
    game.running[-1][0] += 10
    assert told_apart(random, game)


# Every row is planted in random hands of its game: the fault, its code, its rule.
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
CHOSEN: dict[Any, JSON] = {
    "briscola_151": {"ace_exchange": True},
    "mariaggia": {},
    "mariagio": {"captured": True},
    faults.exchange_in: {},
}
"""What the clubs of a fault have in common."""


@pytest.mark.parametrize(("card_game", "plant", "code", "rule"), ROWS)
def test_a_fault_planted_in_random_hands_is_found(
    card_game: str, plant: faults.Fault, code: str, rule: str
) -> None:
    """B51-DECL-1, MGG-DECL-1, MGO-MARR-1, MGO-EXCH-1: every time with its own rule and no other."""
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
def test_a_breach_in_the_last_tricks_of_random_hands_is_found(cheat: str, card_game: str, rule: str) -> None:
    """MGG-PLAY-1, MGO-PLAY-1: follow suit and beat, else trump, once the stock is gone."""
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
def test_trumps_of_another_suit_never_pass_in_random_hands(card_game: str) -> None:
    """B51-DEAL-1, MGO-DEAL-1: another suit gives tricks to others, or the turned card is nowhere."""
    for seed in range(PLANTED):
        random = Random(seed)
        club = any_club(random, card_game)
        hand = play_a_hand(random, club, random.randrange(2)).written(random)
        faults.other_trumps(random, hand, club)
        assert verdict_on(club, [hand])["problems"] != []
