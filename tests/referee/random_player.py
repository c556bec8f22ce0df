"""A random player of Mariglia that uses none of the site's code for the rules.

The program was written from the published rules. The player deals, plays legally and counts. With the option
`cheat`, the player breaks one rule at the first opportunity, so that each hand has exactly one fault.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

ORDER = {
    "jack_high": "7AKJQ65432",
    "queen_high": "7AKQJ65432",
    "sardinian": "7AKHJ65432",
}
WORTH = [5, 4, 3, 2, 1, 0, 0, 0, 0, 0]


@dataclass
class PlayedHand:
    """A hand played to its end, with the points that the random player counted."""

    dealer: int
    trionfo: str
    value: int
    play: list[dict[str, Any]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    cheated: tuple[int, int] | None = None

    def written(self) -> dict[str, Any]:
        """Return the hand as a dict with the fields of a score sheet."""
        return {
            "dealer": self.dealer,
            "trionfo": self.trionfo,
            "card_points": self.points,
            "tricks": self.tricks,
            "play": self.play,
        }


def play_a_hand(
    random: Random, order: str = "jack_high", dealer: int | None = None, cheat: str = ""
) -> PlayedHand:
    """Deal and play one hand; if `cheat` names a rule, break the rule once."""
    ranks = ORDER[order]
    suits = "DCBS" if order == "sardinian" else "SHDC"
    deck = [rank + suit for rank in ranks for suit in suits]
    random.shuffle(deck)
    dealer = random.randrange(4) if dealer is None else dealer
    hands = [deck[seat * 10 : seat * 10 + 10] for seat in range(4)]
    trionfo = hands[dealer][-1]
    hand = PlayedHand(dealer, trionfo, WORTH[ranks.index(trionfo[0])])
    leader = (dealer + 1) % 4
    for number in range(10):
        cards: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            card, honest = choose(
                random, hands[seat], cards, trionfo[1], ranks, "" if hand.cheated else cheat
            )
            if not honest:
                hand.cheated = (number, place)
            hands[seat].remove(card)
            cards.append(card)
        winner = (leader + winning(cards, trionfo[1], ranks)) % 4
        hand.play.append({"leader": leader, "cards": cards, "winner": winner})
        hand.tricks[winner % 2] += 1
        hand.points[winner % 2] += 1 + sum(WORTH[ranks.index(card[0])] for card in cards)
        leader = winner
    return hand


def winning(cards: list[str], trump: str, ranks: str) -> int:
    """Return the index of the card that wins the trick.

    The highest trump wins. Without trumps, the highest card of the suit led wins.
    """
    trumps = [card for card in cards if card[1] == trump]
    suited = trumps or [card for card in cards if card[1] == cards[0][1]]
    return cards.index(min(suited, key=lambda card: ranks.index(card[0])))


def choose(
    random: Random, hand: list[str], cards: list[str], trump: str, ranks: str, cheat: str
) -> tuple[str, bool]:
    """Return the card to play, and whether the play is legal."""
    if not cards:
        return random.choice(hand), True
    suit = [card for card in hand if card[1] == cards[0][1]]
    best = cards[winning(cards, trump, ranks)]
    partner = (len(cards) - cards.index(best)) % 2 == 0
    takes = [card for card in (suit or hand) if winning([*cards, card], trump, ranks) == len(cards)]
    owed = {
        "revoke": suit,
        "must_beat": takes if suit and not partner else [],
        "must_trump": takes if not suit and not partner else [],
    }
    wrong = [card for card in (suit if cheat == "must_beat" else hand) if card not in owed.get(cheat, hand)]
    if cheat and owed[cheat] and wrong:
        return random.choice(wrong), False
    return random.choice(owed["must_beat"] or owed["must_trump"] or suit or hand), True
