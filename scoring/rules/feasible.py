"""Which tricks and card points go together, computed from the values of the pack (MAR-VAL-2 to MAR-VAL-4).

A pile of t tricks is any t-th part of the pack that can be told apart by number of cards and value
alone; who could legally have won which trick is not asked. Totals of card values are kept as the
bits of an integer, one integer for each number of cards.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from scoring.sentences import Sentence, ngettext

Values = tuple[int, ...]
"""The values of one suit, from the highest card to the lowest."""

PointsByTricks = Mapping[int, frozenset[int]]


@lru_cache(maxsize=64)
def feasible(values: Values, suits: int, cards_a_trick: int, trick_point: int) -> PointsByTricks:
    """Return, for each number of tricks, the card points a side can have made with them."""
    return _by_tricks(_piles(values * suits), cards_a_trick, trick_point)


@lru_cache(maxsize=256)
def feasible_with_trionfo(
    values: Values, suits: int, cards_a_trick: int, trick_point: int, height: int
) -> PointsByTricks:
    """The same for the pair that held this trump, `height` cards below the highest one.

    Either the pair won the trick it fell in, or the others won it with one of the higher trumps.
    """
    trumps, rest = list(values), values * (suits - 1)
    trionfo = trumps.pop(height)
    won = [bits << trionfo for bits in [0, *_piles((*trumps, *rest))]]
    lost = (_piles((*trumps[:higher], *trumps[higher + 1 :], *rest)) for higher in range(height))
    return _by_tricks(_united([won, *lost]), cards_a_trick, trick_point)


def possible_points(tricks: int, possible: frozenset[int]) -> Sentence:
    """Say what can be made with so many tricks."""
    return ngettext(
        "With %(count)d trick you make %(least)d to %(most)d points. Count the tricks or the points again.",
        "With %(count)d tricks you make %(least)d to %(most)d points. Count the tricks or the points again.",
        tricks,
        least=min(possible),
        most=max(possible),
    )


def _piles(values: Iterable[int]) -> list[int]:
    """Return the totals that 0, 1, 2… of these cards can have, as bits."""
    totals = [1]
    for value in values:
        totals.append(0)
        for count in range(len(totals) - 1, 0, -1):
            totals[count] |= totals[count - 1] << value
    return totals


def _united(piles: Sequence[list[int]]) -> list[int]:
    united = [0] * max(map(len, piles))
    for totals in piles:
        for count, bits in enumerate(totals):
            united[count] |= bits
    return united


def _by_tricks(totals: Sequence[int], cards_a_trick: int, trick_point: int) -> PointsByTricks:
    return {
        tricks: frozenset(
            value + tricks * trick_point for value in range(bits.bit_length()) if bits >> value & 1
        )
        for tricks, bits in enumerate(totals[::cards_a_trick])
    }
