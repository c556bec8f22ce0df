"""A simple computer player of legal cards, without randomness and fast enough for millions of hands.

The player is for card games of two pairs in which a turned-up card sets trumps and players must follow suit,
beat and trump an opponent (MAR-PLAY-1). The caller shuffles the packs.

For speed a card is a number, four times its height plus its suit, and a set of cards is the bits of an
integer: the lowest bit is the lowest card, the highest bit the highest.
"""

from collections.abc import Sequence

from scoring.types import _

SUITS, SEATS, RANKS = 4, 4, 10
CARDS = range(SUITS * RANKS)
TRICKS = len(CARDS) // SEATS
# The seat that deals; its partner is two seats further on.
DEALER = 0

BIT = tuple(1 << card for card in CARDS)
SUIT = tuple(sum(BIT[card] for card in CARDS if card % SUITS == suit) for suit in range(SUITS))
# The cards of each rank, from high to low.
RANK = tuple(sum(BIT[card] for card in CARDS if card // SUITS == height) for height in reversed(range(RANKS)))
PACK = sum(BIT)
# The cards of the same suit that beat a card.
HIGHER = tuple(SUIT[card % SUITS] >> card + 1 << card + 1 for card in CARDS)

# The player's choice among legal cards, as text for readers. The player remembers every card played.
POLICY = (
    _("Who leads plays the highest card that nobody can beat any more in its suit, trumps last."),
    _("Without such a card, the lowest of the longest suit; trumps only when there is nothing else."),
    _("Who must beat a card, in its suit and not last, plays his highest if nobody can beat that any more."),
    _("Who must beat a card otherwise, or trump it, plays the lowest that takes the trick."),
    _("When nobody can beat the partner’s card any more in its suit, the most valuable card, but no trump."),
    _("In every other case the lowest card, trumps last."),
)


def play_out(pack: Sequence[int]) -> tuple[int, int]:
    """Play a shuffled pack; return the cards (as bits) and the number of tricks that the dealer's pair won.

    The pack has ten cards for each seat in order, the dealer's first. The last of the dealer's cards is
    turned up.
    """
    hands = [sum([BIT[card] for card in pack[place : place + TRICKS]]) for place in CARDS[::TRICKS]]
    trump, cards_left = SUIT[turned(pack) % SUITS], PACK
    leader, won, tricks = DEALER + 1, 0, 0
    for _trick in range(TRICKS):
        leader, cards = play_trick(hands, leader, trump, cards_left)
        cards_left ^= cards
        if leader % 2 == DEALER:
            won |= cards
            tricks += 1
    return won, tricks


def turned(pack: Sequence[int]) -> int:
    """Return the turned-up card, which is the last card dealt to the dealer."""
    return pack[TRICKS - 1]


def play_trick(hands: list[int], leader: int, trump: int, unseen: int) -> tuple[int, int]:
    """Play a trick; return its winner and its cards, which are removed from `hands`.

    `unseen` contains the cards not yet played.
    """
    mine = hands[leader]
    led = best = lead(mine, unseen & ~mine, trump)
    winner, cards = leader, BIT[led]
    hands[leader] ^= cards
    for place in range(1, SEATS):
        seat = (leader + place) % SEATS
        mine = hands[seat]
        choose = against if (seat - winner) % 2 else along
        card = choose(mine, led, best, trump, unseen & ~(mine | cards) if place < SEATS - 1 else 0)
        played = BIT[card]
        hands[seat] ^= played
        cards |= played
        if HIGHER[best] & played or (trump & played and not trump & BIT[best]):
            best, winner = card, seat
    return winner, cards


def lead(mine: int, unseen: int, trump: int) -> int:
    """Return the card with which to lead a trick; `unseen` contains the cards in the other hands."""
    side = mine & ~trump
    for tops in (side, mine & trump):
        card = sure(tops, unseen)
        if card is not None:
            return card
    if not side:
        return lowest(mine)
    longest = max(SUIT, key=lambda suit: (side & suit).bit_count())
    return lowest(side & longest)


def sure(cards: int, unseen: int) -> int | None:
    """Return the highest card that no unseen card of its suit beats, or None."""
    while cards:
        card = highest(cards)
        if not unseen & HIGHER[card]:
            return card
        cards &= ~SUIT[card % SUITS]
    return None


def against(mine: int, led: int, best: int, trump: int, unseen: int) -> int:
    """Return the card to play while an opponent is winning the trick; `unseen` is 0 for the last player."""
    follow = mine & SUIT[led % SUITS]
    beating = beaters(follow, mine, best, trump)
    if not beating:
        return lowest(follow or mine & ~trump or mine)
    if follow and unseen and not unseen & HIGHER[highest(beating)]:
        return highest(beating)
    return lowest(beating)


def beaters(follow: int, mine: int, best: int, trump: int) -> int:
    """Return the player's legal cards that beat an opponent's winning card (MAR-PLAY-1)."""
    if follow:
        return follow & HIGHER[best]
    return mine & (HIGHER[best] if BIT[best] & trump else trump)


def along(mine: int, led: int, best: int, trump: int, unseen: int) -> int:
    """Return the card to play while the partner is winning the trick; `unseen` is 0 for the last player."""
    follow = mine & SUIT[led % SUITS]
    giving = follow or mine & ~trump
    if giving and not unseen & HIGHER[best]:
        return highest(giving)
    return lowest(giving or mine)


def lowest(cards: int) -> int:
    """Return the lowest card of a set of cards."""
    return (cards & -cards).bit_length() - 1


def highest(cards: int) -> int:
    """Return the highest card of a set of cards."""
    return cards.bit_length() - 1


def worth(cards: int, values: Sequence[int]) -> int:
    """Return the total value of a set of cards; `values` contains each rank's value, from high to low."""
    ranks = zip(values, RANK, strict=True)
    return sum([value * (cards & rank).bit_count() for value, rank in ranks if value])
