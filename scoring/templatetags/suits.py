"""The suits drawn, and a card's short and spoken name in the reader's language.

A suit letter means nothing without its pack: D, C and S stand in both families of packs.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext, pgettext_lazy

from scoring.cards.packs import PACKS, RANK_NAMES, Pack
from scoring.sentences import _
from scoring.sheet.rules.profile import Profile


class Drawing(NamedTuple):
    """How a suit is coloured, and its path on a 24 x 24 ground."""

    colour: str
    path: str


FRENCH: Mapping[str, Drawing] = {
    "H": Drawing(
        "red",
        '<path d="M12 21.4C5.1 16.3 1.9 12.6 1.9 8.4 1.9 5.2 4.3 2.9 7.2 2.9c2 0 3.8 1.1 4.8 3 1-1.9 2.8-3'
        ' 4.8-3 2.9 0 5.3 2.3 5.3 5.5 0 4.2-3.2 7.9-10.1 13Z"/>',
    ),
    "D": Drawing(
        "red",
        '<path d="M12 1.2c2 4.6 5 8.2 8.8 10.8C17 14.6 14 18.2 12 22.8 10 18.2 7 14.6 3.2 12 7 9.4 10 5.8'
        ' 12 1.2Z"/>',
    ),
    "S": Drawing(
        "black",
        '<path d="M12 1.6c0 0 9.7 7 9.7 12.7 0 2.8-2.1 4.7-4.6 4.7-1.6 0-3-.7-3.9-1.9.2 2 .9 3.7 2.2 5.3H8'
        '.6c1.3-1.6 2-3.3 2.2-5.3-.9 1.2-2.3 1.9-3.9 1.9-2.5 0-4.6-1.9-4.6-4.7C2.3 8.6 12 1.6 12 1.6Z"/>',
    ),
    "C": Drawing(
        "black",
        '<path d="M12 1.7a4.7 4.7 0 0 1 3.6 7.7 4.7 4.7 0 1 1-2.3 7.3c.2 2.2.9 4 2.2 5.7H8.5c1.3-1.7 2-3.5'
        ' 2.2-5.7a4.7 4.7 0 1 1-2.3-7.3A4.7 4.7 0 0 1 12 1.7Z"/>',
    ),
}
LATIN: Mapping[str, Drawing] = {
    "D": Drawing(
        "coins",
        '<path fill-rule="evenodd" d="M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21Zm0 3.2a7.3 7.3 0 1'
        ' 0 0 14.6 7.3 7.3 0 0 0 0-14.6Zm0 2.5L16.8 12 12 16.8 7.2 12Z"/>',
    ),
    "C": Drawing(
        "cups",
        '<path d="M3.5 2h17c.3 6.2-2 10.3-6.7 11.7v3.6c2.8.4 4.7 1.6 5.2 4.2H5c.5-2.6 2.4-3.8 5.2-4.2v-3'
        '.6C5.5 12.3 3.2 8.2 3.5 2Z"/>',
    ),
    "B": Drawing(
        "batons",
        '<path d="M15.8 1.6c2.6-.7 5.1.5 6.2 2.6.9 1.9.2 4-1.7 5.3l-2.7 1.8.3 2.3-2.9-.5-2.9 2.9-.1 2.8-2'
        ".4-.6-4 3.9c-.9.8-2.1.8-2.9 0s-.8-2 0-2.8l3.9-4-.6-2.4 2.8-.1 2.9-2.9-.5-2.9 2.3.3 1.2-3.7c.3-1 "
        '.5-1.7 1.1-2Z"/>',
    ),
    "S": Drawing(
        "swords",
        '<path d="M12 .8l2.7 4.4v8.6h4.6v2.7h-4.9l.5 5.1c-1 .8-1.9 1.1-2.9 1.1s-1.9-.3-2.9-1.1l.5-5.1H4.7v'
        '-2.7h4.6V5.2Z"/>',
    ),
}

# The letter in a card's corner: A K Q J in English, A R D F in Italian; figures stay figures.
CORNERS = {
    "A": pgettext_lazy("rank", "A"),
    "K": pgettext_lazy("rank", "K"),
    "Q": pgettext_lazy("rank", "Q"),
    "J": pgettext_lazy("rank", "J"),
    "H": pgettext_lazy("rank", "H"),
    "M": pgettext_lazy("rank", "M"),
}


Deck = Pack | Profile | str
"""What cards are shown of: a pack, its key, or what is played by, which has its own names for some ranks."""


def pack_of(deck: Deck) -> Pack:
    """Return the pack; any unknown key is read as the French one."""
    if isinstance(deck, str):
        return PACKS.get(deck, PACKS["french"])
    return deck if isinstance(deck, Pack) else deck.pack


def split(card: object) -> tuple[str, str]:
    """Return rank and suit of a card, given as one or as it is written (`10S`)."""
    name = str(getattr(card, "name", card))
    return name[:-1], name[-1:]


def drawing(letter: str, deck: Deck) -> Drawing:
    """Return how the suit of this letter looks in this pack."""
    return (LATIN if "B" in pack_of(deck).suits else FRENCH)[letter]


def suit_name(letter: str, deck: Deck) -> str:
    """Say a suit: hearts, coins."""
    return gettext(pack_of(deck).suits[letter])


def rank_letter(rank: str) -> str:
    """Return what stands in the corner of the card in the reader's language."""
    return str(CORNERS.get(rank, rank))


def rank_name(rank: str, deck: Deck = "") -> str:
    """Say a rank: King, Seven; Mariglia, where the game calls it so."""
    own = deck.rank_names.get(rank) if isinstance(deck, Profile) else None
    return gettext(own or RANK_NAMES.get(rank, rank))


def card_name(card: object, deck: Deck) -> str:
    """Say a card: King of hearts."""
    rank, suit = split(card)
    return gettext(_("%(rank)s of %(suit)s")) % {"rank": rank_name(rank, deck), "suit": suit_name(suit, deck)}
