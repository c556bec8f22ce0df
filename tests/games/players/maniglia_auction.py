"""An independent random player of Maniglia with an auction (three to five players), who counts payments."""

from random import Random
from typing import Any

from tests.games.players.beating import NEAPOLITAN, SUITS, Rules, play_out
from tests.games.players.judge import PlayedGame
from tests.games.players.table import shuffled

JSON = dict[str, Any]
POINTS = {3: 72, 4: 70, 5: 68}


def rules_of(hand: JSON, profile: JSON) -> Rules:
    """Return the rules of play that apply to a hand on a sheet; the bidder's opponents are partners."""
    teams = [int(seat != hand["bidder"]) for seat in range(profile["players"])]
    return Rules(hand["trump"], NEAPOLITAN, teams)


def call(random: Random, players: int, dealer: int) -> tuple[list[int | None], int, int]:
    """Bid and pass in turn for one or several rounds; return the calls, the highest bidder and the bid."""
    calls: list[int | None] = []
    bidder, bid, passed = -1, 19, [False] * players
    turn, once = dealer + 1, random.random() < 0.5
    while not all(passed[seat] or seat == bidder for seat in range(players)):
        seat, turn = turn % players, turn + 1
        if passed[seat]:
            continue
        if random.random() < 0.5 or bid + 6 > POINTS[players]:
            passed[seat] = True
            calls.append(None)
        else:
            bidder, bid = seat, random.randint(bid + 1, bid + 6)
            calls.append(bid)
        if once and len(calls) == players:
            break
    return calls, bidder, bid


def play_a_game(random: Random) -> PlayedGame:
    """Play the agreed number of deals; in some deals all players pass."""
    players, stake = random.choice([3, 4, 5]), random.choice([1, 1, 2, 5])
    deals = players * random.choice([1, 1, 2, 3])
    game = PlayedGame({"players": players, "stake": stake, "deals": deals})
    dealer, nets = random.randrange(players), [0] * players
    for _deal in range(deals):
        calls, bidder, bid = call(random, players, dealer)
        if bidder < 0:
            hand: JSON = {"dealer": dealer, "state": "void"}
        else:
            hand = played_hand(random, players, dealer, bidder) | {"auction": calls, "bid": bid}
            won = stake if hand["card_points"][0] >= bid else -stake
            nets = [net - won for net in nets]
            nets[bidder] += players * won
        game.hands.append(hand)
        game.running.append(list(nets))
        dealer = (dealer + 1) % players
    game.over = True
    game.winner = nets.index(max(nets)) if nets.count(max(nets)) == 1 else None
    return game


def played_hand(random: Random, players: int, dealer: int, bidder: int) -> JSON:
    """Deal, choose trumps and play; with three players the pack has no Twos."""
    deck = shuffled(random, NEAPOLITAN[:-1] if players == 3 else NEAPOLITAN, SUITS)
    each = len(deck) // players
    hands = [deck[seat * each : (seat + 1) * each] for seat in range(players)]
    hand = {"dealer": dealer, "bidder": bidder, "trump": random.choice(SUITS)}
    tricks = play_out(random, hands, (dealer + 1) % players, rules_of(hand, {"players": players}))
    return {**hand, "card_points": tricks.points, "tricks": tricks.won, "play": tricks.play}
