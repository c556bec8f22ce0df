"""A plain player: plays a whole hand out, legally and always alike, so that millions can be counted.

For four players in two pairs with a card turned for trumps, who follow suit, beat and trump an opponent
(MAR-PLAY-1). Must not know chance: whoever wants many hands shuffles and hands the packs in.

A card is a number, four times its height plus its suit, and cards together are the bits of an integer: the
lowest bit is the lowest card, the highest bit the highest. That is what makes it fast.
"""

from collections.abc import Sequence

from scoring.types import _

SUITS, SEATS, RANKS = 4, 4, 10
CARDS = range(SUITS * RANKS)
TRICKS = len(CARDS) // SEATS
DEALER = 0
"""The seat that deals; its partner sits two seats on."""

BIT = tuple(1 << card for card in CARDS)
SUIT = tuple(sum(BIT[card] for card in CARDS if card % SUITS == suit) for suit in range(SUITS))
RANK = tuple(sum(BIT[card] for card in CARDS if card // SUITS == height) for height in reversed(range(RANKS)))
"""The cards of each rank, from high to low."""
PACK = sum(BIT)
HIGHER = tuple(SUIT[card % SUITS] >> card + 1 << card + 1 for card in CARDS)
"""The cards of the same suit that beat a card."""

POLICY = (
    _("Who leads plays the highest card that nobody can beat any more in its suit, trumps last."),
    _("Without such a card, the lowest of the longest suit; trumps only when there is nothing else."),
    _("Who must beat a card, in its suit and not last, plays his highest if nobody can beat that any more."),
    _("Who must beat a card otherwise, or trump it, plays the lowest that takes the trick."),
    _("When nobody can beat the partner’s card any more in its suit, the most valuable card, but no trump."),
    _("In every other case the lowest card, trumps last."),
)
"""How it plays within the rules of the game, in the words of a reader. It remembers every card played."""


def play_out(pack: Sequence[int]) -> tuple[int, int]:
    """Play a shuffled pack out; return the cards the dealer's pair won, as bits, and its tricks.

    Ten cards for each seat in order, the dealer's first; the last of those is turned.
    """
    held = [sum([BIT[card] for card in pack[place : place + TRICKS]]) for place in CARDS[::TRICKS]]
    trump, left = SUIT[turned(pack) % SUITS], PACK
    leader, won, tricks = DEALER + 1, 0, 0
    for _trick in range(TRICKS):
        leader, cards = play_trick(held, leader, trump, left)
        left ^= cards
        if leader % 2 == DEALER:
            won |= cards
            tricks += 1
    return won, tricks


def turned(pack: Sequence[int]) -> int:
    """Return the card that is turned: the dealer's last."""
    return pack[TRICKS - 1]


def play_trick(hands: list[int], leader: int, trump: int, unseen: int) -> tuple[int, int]:
    """Let everybody play to one trick; return who won it, and its cards. `unseen`: what nobody has played."""
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
    """Choose the card to lead; `unseen` are the cards in the other hands."""
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
    """Return the highest card that nobody can beat in its suit, if there is one."""
    while cards:
        card = highest(cards)
        if not unseen & HIGHER[card]:
            return card
        cards &= ~SUIT[card % SUITS]
    return None


def against(mine: int, led: int, best: int, trump: int, unseen: int) -> int:
    """Choose the card on a trick an opponent is winning; nothing is `unseen` to the last who plays."""
    follow = mine & SUIT[led % SUITS]
    beating = beaters(follow, mine, best, trump)
    if not beating:
        return lowest(follow or mine & ~trump or mine)
    if follow and unseen and not unseen & HIGHER[highest(beating)]:
        return highest(beating)
    return lowest(beating)


def beaters(follow: int, mine: int, best: int, trump: int) -> int:
    """MAR-PLAY-1: the cards that beat an opponent's, in the suit led or, without any of it, by trumping."""
    if follow:
        return follow & HIGHER[best]
    return mine & (HIGHER[best] if BIT[best] & trump else trump)


def along(mine: int, led: int, best: int, trump: int, unseen: int) -> int:
    """Choose the card on a trick the partner is winning; nothing is `unseen` to the last who plays."""
    follow = mine & SUIT[led % SUITS]
    giving = follow or mine & ~trump
    if giving and not unseen & HIGHER[best]:
        return highest(giving)
    return lowest(giving or mine)


def lowest(cards: int) -> int:
    """Return the lowest of some cards."""
    return (cards & -cards).bit_length() - 1


def highest(cards: int) -> int:
    """Return the highest of some cards."""
    return cards.bit_length() - 1


def worth(cards: int, values: Sequence[int]) -> int:
    """Add up the values of some cards, given the value of each rank from high to low."""
    ranks = zip(values, RANK, strict=True)
    return sum([value * (cards & rank).bit_count() for value, rank in ranks if value])
