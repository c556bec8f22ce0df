"""What every independent player needs at a table: a shuffled pack, who wins a trick, what cards are worth.

Written from the rules of the games and sharing no code with them. A card is written as on a sheet, `10S`.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random


def shuffled(random: Random, ranks: Iterable[str], suits: Iterable[str]) -> list[str]:
    """Every card once, in any order."""
    deck = [rank + suit for rank in ranks for suit in suits]
    random.shuffle(deck)
    return deck


def rank_of(card: str) -> str:
    """All but the last letter."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The last letter."""
    return card[-1]


def winning(cards: Sequence[str], trump: str | None, ranks: Sequence[str]) -> int:
    """The place of the highest trump, or else of the highest card of the suit led; `ranks` from the top."""
    trumps = [card for card in cards if suit_of(card) == trump]
    suited = trumps or [card for card in cards if suit_of(card) == suit_of(cards[0])]
    return cards.index(min(suited, key=lambda card: ranks.index(rank_of(card))))


def worth(cards: Iterable[str], values: Mapping[str, int]) -> int:
    """What the cards make together; a rank that is not named is worth nothing."""
    return sum(values.get(rank_of(card), 0) for card in cards)
