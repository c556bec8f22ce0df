"""An independent random player of Manni, who counts plus and minus points separately."""

from random import Random
from typing import Any

from tests.games.players.judge import PlayedGame
from tests.games.players.table import rank_of, shuffled, suit_of, winning

JSON = dict[str, Any]
ACE_HIGH = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ACE_LOW = (*ACE_HIGH[1:], "A")
SUITS = "SHDC"
NULLO = {"2-5/6-9/10-A": "5432", "2-6/7-10/J-A": "65432", "2-2/3-K/A-A": "2"}
NO_TRUMP = {"2-5/6-9/10-A": ["10", *"JQKA"], "2-6/7-10/J-A": [*"JQKA"], "2-2/3-K/A-A": ["A"]}


def contract(cut: str, bands: str) -> tuple[str | None, tuple[str, ...], int]:
    """Return trumps, ranks from the highest, and the sign of a trick: 1 for plus or -1 for minus."""
    if rank_of(cut) in NULLO[bands]:
        return None, ACE_LOW, -1
    return None if rank_of(cut) in NO_TRUMP[bands] else suit_of(cut), ACE_HIGH, 1


def play_out(
    random: Random,
    hands: list[list[str]],
    leader: int,
    trump: str | None,
    ranks: tuple[str, ...],
    *,
    revoke: bool,
) -> tuple[list[JSON], list[int], bool]:
    """Play twelve tricks, always following suit; with `revoke`, one card does not follow suit."""
    play, won, revoked = [], [0, 0, 0], False
    hands = [list(cards) for cards in hands]
    while hands[0]:
        cards: list[str] = []
        for place in range(3):
            hand = hands[(leader + place) % 3]
            suit = [card for card in hand if cards and suit_of(card) == suit_of(cards[0])]
            wrong = [card for card in hand if suit and card not in suit and revoke and not revoked]
            revoked = revoked or bool(wrong)
            card = random.choice(wrong or suit or hand)
            hand.remove(card)
            cards.append(card)
        winner = (leader + winning(cards, trump, ranks)) % 3
        play.append({"leader": leader, "cards": cards, "winner": winner})
        won[winner] += 1
        leader = winner
    return play, won, revoked


def play_a_hand(random: Random, dealer: int, bands: str) -> JSON:
    """Play one hand: cut the cards, deal, exchange cards, and play the tricks."""
    cut = random.choice(shuffled(random, ACE_HIGH, SUITS))
    deck = shuffled(random, ACE_HIGH, SUITS)
    first, second = random.randint(0, 7), random.randint(0, 5)
    exchanges = [first, second, random.randint(0, min(12, 16 - first - second))]
    hands = [deck[seat * 12 : seat * 12 + 12] for seat in range(3)]
    manni = deck[36:]
    for turn, count in enumerate(exchanges):
        cards = hands[(dealer + 1 + turn) % 3]
        cards[:] = cards[count:] + manni[:count]
        manni = manni[count:]
    trump, ranks, _sign = contract(cut, bands)
    play, won, _revoked = play_out(random, hands, (dealer + 1) % 3, trump, ranks, revoke=False)
    return {"dealer": dealer, "cut": cut, "exchanges": exchanges, "tricks": won, "play": play}


def play_a_game(random: Random) -> PlayedGame:
    """Play until a player has ten plus points, or for a number of deals; sometimes play on after a tie."""
    deals, tie = random.choice([None, None, 3, 6, 9]), random.choice(["shared", "one_more"])
    bands = random.choice(list(NULLO))
    game = PlayedGame({"length": deals or "plus10", "tie": tie, "bands": bands})
    dealer, plus, minus = random.randrange(3), [0, 0, 0], [0, 0, 0]
    while not game.over:
        hand = play_a_hand(random, dealer, bands)
        sign = contract(hand["cut"], bands)[2]
        for seat, tricks in enumerate(hand["tricks"]):
            plus[seat] += max(0, sign * (tricks - 4))
            minus[seat] += max(0, sign * (4 - tricks))
        nets = [up - down for up, down in zip(plus, minus, strict=True)]
        game.hands.append(hand)
        game.running.append(nets)
        best = [seat for seat in range(3) if nets[seat] == max(nets)]
        limit_reached = len(game.hands) >= deals if deals else max(plus) >= 10
        game.over = limit_reached and (len(best) == 1 or tie == "shared")
        game.winner = best[0] if game.over and len(best) == 1 else None
        dealer = (dealer + 1) % 3
    return game


def revoking(random: Random, hand: JSON, profile: JSON) -> bool:
    """Replay the cards of the given hand with one revoke; return False if nobody can revoke."""
    hands: list[list[str]] = [[], [], []]
    for trick in hand["play"]:
        for place, card in enumerate(trick["cards"]):
            hands[(trick["leader"] + place) % 3].append(card)
    trump, ranks, _sign = contract(hand["cut"], profile["bands"])
    leader = hand["play"][0]["leader"]
    hand["play"], _won, revoked = play_out(random, hands, leader, trump, ranks, revoke=True)
    return revoked


def one_trick_off(hand: JSON) -> None:
    """Move a trick from the player with the most tricks to the next player."""
    tricks = hand["tricks"]
    most = tricks.index(max(tricks))
    tricks[most] -= 1
    tricks[(most + 1) % 3] += 1
