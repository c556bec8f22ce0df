"""An independent random player of Maniglia for pairs, who also counts the scores of whole games."""

from random import Random
from typing import Any

from tests.games.players.beating import NEAPOLITAN, PAIRS, SUITS, WORTH, Rules, play_out
from tests.games.players.judge import PlayedGame
from tests.games.players.table import rank_of, shuffled, suit_of

JSON = dict[str, Any]


def rules_of(hand: JSON, _profile: JSON) -> Rules:
    """Return the rules of play that apply to a hand on a sheet."""
    return Rules(suit_of(hand["trionfo"]), NEAPOLITAN, PAIRS)


def play_a_game(random: Random) -> PlayedGame:
    """Play hands until a pair reaches the target.

    The turned-up card scores only if the dealer's pair is at least 6 points below the target.
    """
    target = random.choice([10, 21, 35, 35, 35, 45, 70])
    game, dealer, total = PlayedGame({"targets": [target]}), random.randrange(4), [0, 0]
    while not game.over:
        deck = shuffled(random, NEAPOLITAN, SUITS)
        hands = [deck[seat * 10 : seat * 10 + 10] for seat in range(4)]
        trionfo = random.choice(hands[dealer])
        tricks = play_out(random, hands, (dealer + 1) % 4, Rules(suit_of(trionfo), NEAPOLITAN, PAIRS))
        if total[dealer % 2] <= target - 6:
            total[dealer % 2] += WORTH.get(rank_of(trionfo), 0)
        total = [before + max(0, points - 35) for before, points in zip(total, tricks.points, strict=True)]
        game.hands.append(
            {
                "dealer": dealer,
                "trionfo": trionfo,
                "card_points": tricks.points,
                "tricks": tricks.won,
                "play": tricks.play,
            }
        )
        game.running.append(list(total))
        game.over, dealer = max(total) >= target, (dealer + 1) % 4
    game.winner = int(total[1] > total[0])
    return game
