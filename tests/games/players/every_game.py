"""The random player of each card game: a function that plays a whole game and counts the score."""

from collections.abc import Mapping
from random import Random

from tests.games.players import botifarra, maniglia, maniglia_auction, manni, mariglia, tressette, two_players
from tests.games.players.clubs_of_marianne import any_cinquecento_club, any_marianna_club
from tests.games.players.faults_of_marianne import games_of
from tests.games.players.judge import PlayedGame, PlaysGame


def by_two(card_game: str) -> PlaysGame:
    """Return a function that plays a random game for two players and returns a `PlayedGame`."""

    def play(random: Random) -> PlayedGame:
        game = two_players.play_a_game(random, two_players.any_club(random, card_game))
        hands = [hand.written(random) for hand in game.hands]
        over = game.winner is not None
        return PlayedGame(game.club.profile, hands, game.running[1:], over, game.winner)

    return play


PLAYERS: Mapping[str, PlaysGame] = {
    "mariglia": mariglia.play_a_game,
    "maniglia": maniglia.play_a_game,
    "maniglia_auction": maniglia_auction.play_a_game,
    "marianna": games_of(any_marianna_club),
    "cinquecento": games_of(any_cinquecento_club),
    "briscola_151": by_two("briscola_151"),
    "mariaggia": by_two("mariaggia"),
    "mariagio": by_two("mariagio"),
    "manni": manni.play_a_game,
    "tressette": tressette.play_a_game,
    "botifarra": botifarra.play_a_game,
}
