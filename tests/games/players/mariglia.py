"""An independent random player of Mariglia, who also counts the scores of whole games."""

from random import Random
from typing import Any

from tests.games.players.beating import PAIRS, Rules
from tests.games.players.judge import PlayedGame
from tests.referee.random_player import ORDER, play_a_hand

JSON = dict[str, Any]


def rules_of(hand: JSON, profile: JSON) -> Rules:
    """Return the rules of play that apply to a hand on a sheet."""
    return Rules(hand["trionfo"][1], ORDER[profile["court_order"]], PAIRS)


def play_a_game(random: Random) -> PlayedGame:
    """Play hands until a pair reaches the target, by points or with the turned-up card."""
    target, order = random.choice([10, 21, 35, 35, 35, 45, 70]), random.choice(sorted(ORDER))
    game = PlayedGame({"targets": [target], "court_order": order})
    dealer, total = random.randrange(4), [0, 0]
    while not game.over:
        played = play_a_hand(random, order, dealer)
        hand = played.written()
        total[dealer % 2] += played.value
        if max(total) >= target:
            hand = {"dealer": dealer, "trionfo": played.trionfo, "state": "ended_on_trionfo"}
        else:
            total = [had + max(0, points - 35) for had, points in zip(total, played.points, strict=True)]
        game.hands.append(hand)
        game.running.append(list(total))
        game.over, dealer = max(total) >= target, (dealer + 1) % 4
    game.winner = int(total[1] > total[0])
    return game
