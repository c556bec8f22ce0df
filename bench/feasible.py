"""Benchmark that counts the possible results (tricks, card points) of a hand, and the impossible totals."""

from bench.figures import Figure
from scoring.game_parts.briscola_cards import TOTAL, possible_totals
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.feasible_points import feasible, feasible_with_trionfo
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile


def run() -> list[Figure]:
    """Count the possible results of a hand, and the point totals that no hand can give.

    A result is a pair (tricks, points). Only card games with a turned-up card are counted.
    """
    turning = [card_game for card_game in CARD_GAMES.values() if card_game.turns_a_card]
    figures: list[Figure] = []
    for card_game in turning:
        figures += [
            Figure(f"{card_game.key}: (tricks, points) pairs", _pairs(card_game)),
            Figure(
                f"{card_game.key}: with the turned card, for the dealer's pair",
                _pairs_of_the_dealer(card_game),
            ),
        ]
    for players, cards_a_trick in (("four players", 4), ("two players", 2)):
        missing = sorted(set(range(TOTAL + 1)) - possible_totals(cards_a_trick))
        figures.append(Figure(f"totals of {TOTAL} that {players} cannot score: {missing}", len(missing)))
    return figures


def _pairs(card_game: CardGame) -> int:
    profile = read_profile(card_game, {})
    return sum(map(len, feasible(card_game.card_values, len(profile.pack.suits), profile.seats, 1).values()))


def _pairs_of_the_dealer(card_game: CardGame) -> int:
    profile = read_profile(card_game, {})
    values, suits = card_game.card_values, len(profile.pack.suits)
    tables = [feasible_with_trionfo(values, suits, profile.seats, 1, height) for height in range(len(values))]
    return sum(len(points) for table in tables for points in table.values())
