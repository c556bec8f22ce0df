"""Drawings of suits, and the names of cards in the active language.

A suit letter has a meaning only with its pack: D, C and S are used for both French and Latin suits.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext, pgettext_lazy

from scoring.cards.packs import PACKS, RANK_NAMES, Pack
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.types import _

ICONS: Mapping[str, str] = {
    "back": '<path d="M14.5 5 8 12l6.5 7"/>',
    "first": '<path d="M17.5 5 11 12l6.5 7M6.5 5v14"/>',
    "last": '<path d="m6.5 5 6.5 7-6.5 7M17.5 5v14"/>',
    "next": '<path d="m9.5 5 6.5 7-6.5 7"/>',
    "copy": ('<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M15.5 5.5v-2h-12v12h2"/>'),
    "leave": '<path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9.5"/>',
    "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    "undo": '<path d="M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11H8"/>',
    "check": '<path d="m4.5 12.5 5 5 10-11"/>',
    "more": (
        '<circle cx="12" cy="5" r="1.2"/><circle cx="12" cy="12" r="1.2"/><circle cx="12" cy="19" r="1.2"/>'
    ),
    "off": (
        '<path d="M3 3l18 18M5 9.5a11 11 0 0 1 3.5-2.3M12 6.5a11 11 0 0 1 7 3M8.5 13.2a5.5 5.5 0 0 1 2.5-1'
        '.3M15 13a5.5 5.5 0 0 0-.8-.6"/><circle cx="12" cy="17.5" r="1.3"/>'
    ),
    "net": (
        '<path d="M5 9.5a10.5 10.5 0 0 1 14 0M8.5 13.3a5.5 5.5 0 0 1 7 0"/><circle cx="12" cy="17.5" r="1'
        '.3"/>'
    ),
    "up": '<path d="M12 20V5M6 11l6-6 6 6"/>',
    "down": '<path d="M12 4v15M6 13l6 6 6-6"/>',
    "cards": (
        '<rect x="3.5" y="6" width="10" height="14" rx="1.8"/><path d="M9 3.5h9.7a1.8 1.8 0 0 1 1.8 1.8V16"/>'
    ),
    "deal": '<rect x="6" y="3" width="12" height="18" rx="2"/><path d="m12 7 3.5 5-3.5 5-3.5-5Z"/>',
    "del": '<path d="M9 6h11v12H9l-5.5-6Z"/><path d="m12 9.5 5 5m0-5-5 5"/>',
    "swap": '<path d="M4 8h15l-4-4M20 16H5l4 4"/>',
    "warn": '<path d="M12 4 2.8 20h18.4Z"/><path d="M12 10v5M12 17.5v.3"/>',
    "calendar": (
        '<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10.5h16M8.5 3v4.5M15.5 3v4.5"/>'
    ),
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.5l3.5 2"/>',
    "pen": '<path d="m4 20 1-4.5L16 4.5l3.5 3.5L8.5 19Z"/><path d="m13.5 7 3.5 3.5"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.5v.3"/>',
    "bell": '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15Z"/><path d="M10 20.5h4"/>',
    "print": '<path d="M7 8V3.5h10V8M7 17H4V8.5h16V17h-3"/><path d="M7 14h10v6.5H7Z"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5.5 5.5"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "minus": '<path d="M5 12h14"/>',
    "tv": '<rect x="3" y="4.5" width="18" height="12.5" rx="1.5"/><path d="M8 20.5h8"/>',
    "share": '<path d="M12 14V3.5M8 7l4-4 4 4M5.5 11v9.5h13V11"/>',
    "phone": '<rect x="7" y="2.5" width="10" height="19" rx="2"/><path d="M11 18.5h2"/>',
    "people": (
        '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5'
        'M18 14.5a6.5 6.5 0 0 1 3.5 5.5"/>'
    ),
    "home": '<path d="M4 11 12 4l8 7v9H4Z"/>',
    "tree": '<path d="M4 5h5v6h6M4 17h5v-6M15 11h5"/>',
    "list": '<path d="M8 6h12M8 12h12M8 18h12M4 6h.2M4 12h.2M4 18h.2"/>',
    "dice": '<rect x="4" y="4" width="16" height="16" rx="3"/><path d="M8.5 8.5h.1M15.5 15.5h.1M12 12h.1"/>',
    "cog": (
        '<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3'
        'l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1"/>'
    ),
    "sun": (
        '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17'
        '.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4"/>'
    ),
    "moon": '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"/>',
    "key": '<circle cx="7.5" cy="12" r="4"/><path d="M11.5 12H21v4m-4-4v3"/>',
    "lock": '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
    "pin": (
        '<path d="M12 21.5s7-6.6 7-12a7 7 0 0 0-14 0c0 5.4 7 12 7 12Z"/><circle cx="12" cy="9.5" r="2.5"/>'
    ),
    "euro": '<path d="M18.5 6.5A7.5 7.5 0 1 0 18.5 17.5M3.5 10h10M3.5 14h9"/>',
    "prize": (
        '<path d="M4 9h16v4H4ZM5.5 13v7.5h13V13M12 9v11.5M12 9C9 9 7 7.8 7 6s3.5-2.2 5 3c1.5-5.2 5-4.8 5-3s'
        '-2 3-5 3Z"/>'
    ),
    "call": (
        '<path d="M6.5 3.5 9.5 4l1 4.5-2 1.7a13 13 0 0 0 5.3 5.3l1.7-2 4.5 1 .5 3c.2 1.7-1 3-2.7 3C9.6 20.5'
        ' 3.5 14.4 3.5 6.2c0-1.7 1.3-2.9 3-2.7Z"/>'
    ),
    "file": '<path d="M6 3h8l4 4v14H6Z"/><path d="M14 3v4h4M9 12h6M9 16h6"/>',
}


class SuitDrawing(NamedTuple):
    """The colour of a suit, and its SVG path in a 24 × 24 view box."""

    colour: str
    path: str


FRENCH: Mapping[str, SuitDrawing] = {
    "H": SuitDrawing(
        "red",
        '<path d="M12 21.4C5.1 16.3 1.9 12.6 1.9 8.4 1.9 5.2 4.3 2.9 7.2 2.9c2 0 3.8 1.1 4.8 3 1-1.9 2.8-3'
        ' 4.8-3 2.9 0 5.3 2.3 5.3 5.5 0 4.2-3.2 7.9-10.1 13Z"/>',
    ),
    "D": SuitDrawing(
        "red",
        '<path d="M12 1.2c2 4.6 5 8.2 8.8 10.8C17 14.6 14 18.2 12 22.8 10 18.2 7 14.6 3.2 12 7 9.4 10 5.8'
        ' 12 1.2Z"/>',
    ),
    "S": SuitDrawing(
        "black",
        '<path d="M12 1.6c0 0 9.7 7 9.7 12.7 0 2.8-2.1 4.7-4.6 4.7-1.6 0-3-.7-3.9-1.9.2 2 .9 3.7 2.2 5.3H8'
        '.6c1.3-1.6 2-3.3 2.2-5.3-.9 1.2-2.3 1.9-3.9 1.9-2.5 0-4.6-1.9-4.6-4.7C2.3 8.6 12 1.6 12 1.6Z"/>',
    ),
    "C": SuitDrawing(
        "black",
        '<path d="M12 1.7a4.7 4.7 0 0 1 3.6 7.7 4.7 4.7 0 1 1-2.3 7.3c.2 2.2.9 4 2.2 5.7H8.5c1.3-1.7 2-3.5'
        ' 2.2-5.7a4.7 4.7 0 1 1-2.3-7.3A4.7 4.7 0 0 1 12 1.7Z"/>',
    ),
}
LATIN: Mapping[str, SuitDrawing] = {
    "D": SuitDrawing(
        "coins",
        '<path fill-rule="evenodd" d="M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21Zm0 3.2a7.3 7.3 0 1'
        ' 0 0 14.6 7.3 7.3 0 0 0 0-14.6Zm0 2.5L16.8 12 12 16.8 7.2 12Z"/>',
    ),
    "C": SuitDrawing(
        "cups",
        '<path d="M3.5 2h17c.3 6.2-2 10.3-6.7 11.7v3.6c2.8.4 4.7 1.6 5.2 4.2H5c.5-2.6 2.4-3.8 5.2-4.2v-3'
        '.6C5.5 12.3 3.2 8.2 3.5 2Z"/>',
    ),
    "B": SuitDrawing(
        "batons",
        '<path d="M15.8 1.6c2.6-.7 5.1.5 6.2 2.6.9 1.9.2 4-1.7 5.3l-2.7 1.8.3 2.3-2.9-.5-2.9 2.9-.1 2.8-2'
        ".4-.6-4 3.9c-.9.8-2.1.8-2.9 0s-.8-2 0-2.8l3.9-4-.6-2.4 2.8-.1 2.9-2.9-.5-2.9 2.3.3 1.2-3.7c.3-1 "
        '.5-1.7 1.1-2Z"/>',
    ),
    "S": SuitDrawing(
        "swords",
        '<path d="M12 .8l2.7 4.4v8.6h4.6v2.7h-4.9l.5 5.1c-1 .8-1.9 1.1-2.9 1.1s-1.9-.3-2.9-1.1l.5-5.1H4.7v'
        '-2.7h4.6V5.2Z"/>',
    ),
}

# The letter in a card's corner: A K Q J in English, A R D F in Italian; numbers are not translated.
CORNERS = {
    "A": pgettext_lazy("rank", "A"),
    "K": pgettext_lazy("rank", "K"),
    "Q": pgettext_lazy("rank", "Q"),
    "J": pgettext_lazy("rank", "J"),
    "H": pgettext_lazy("rank", "H"),
    "M": pgettext_lazy("rank", "M"),
}


# A pack, the key of a pack, a profile or a card game; a card game may rename some ranks of its pack.
Deck = Pack | Profile | CardGame | str


def pack_of(deck: Deck) -> Pack:
    """Return the card pack with this key, or the French pack if the key is unknown."""
    if isinstance(deck, str):
        of_games = (card_game.pack for card_game in CARD_GAMES.values() if card_game.pack.key == deck)
        return PACKS.get(deck) or next(of_games, PACKS["french"])
    return deck if isinstance(deck, Pack) else deck.pack


def split(card: object) -> tuple[str, str]:
    """Return the rank and the suit of a card, given as a Card or as text such as `10S`."""
    name = str(getattr(card, "name", card))
    return name[:-1], name[-1:]


def drawing(letter: str, deck: Deck) -> SuitDrawing:
    """Return the SVG drawing of a suit of this card pack."""
    return (LATIN if "B" in pack_of(deck).suits else FRENCH)[letter]


def suit_name(letter: str, deck: Deck = "french") -> str:
    """Return the name of a suit in the active language, such as "hearts" or "coins"."""
    return gettext(pack_of(deck).suits[letter])


def rank_letter(rank: str) -> str:
    """Return the letter or number shown in a card's corner, in the active language."""
    return str(CORNERS.get(rank, rank))


def rank_name(rank: str, deck: Deck = "") -> str:
    """Return the name of a rank, such as "King"; some card games use other names, such as "Mariglia"."""
    special_name = deck.rank_names.get(rank) if isinstance(deck, Profile | CardGame) else None
    return gettext(special_name or RANK_NAMES.get(rank, rank))


def card_name(card: object, deck: Deck = "french") -> str:
    """Return the name of a card in the active language, such as "King of hearts"."""
    rank, suit = split(card)
    return gettext(_("%(rank)s of %(suit)s")) % {"rank": rank_name(rank, deck), "suit": suit_name(suit, deck)}
