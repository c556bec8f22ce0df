"""Helpers shared by all independent players: shuffled packs, winners of tricks, and values of cards.

The helpers follow the rules of the games but use no code of the site. Cards are written as on a sheet: `10S`.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random


def shuffled(random: Random, ranks: Iterable[str], suits: Iterable[str]) -> list[str]:
    """Return a shuffled pack."""
    deck = [rank + suit for rank in ranks for suit in suits]
    random.shuffle(deck)
    return deck


def rank_of(card: str) -> str:
    """Return the rank of a card: its name without the last letter."""
    return card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card: the last letter of its name."""
    return card[-1]


def winning(cards: Sequence[str], trump: str | None, ranks: Sequence[str]) -> int:
    """Return the index of the winning card; `ranks` are from high to low."""
    trumps = [card for card in cards if suit_of(card) == trump]
    suited = trumps or [card for card in cards if suit_of(card) == suit_of(cards[0])]
    return cards.index(min(suited, key=lambda card: ranks.index(rank_of(card))))


def worth(cards: Iterable[str], values: Mapping[str, int]) -> int:
    """Return the sum of the values of cards; ranks without a value are worth 0."""
    return sum(values.get(rank_of(card), 0) for card in cards)
