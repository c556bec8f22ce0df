"""The guide to a card game for players: rules, example tricks and score sheets, glossary, sources.

A guide does not contain the values of the cards: a page takes those from the game's definition.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.types import Scores

PLAYERS = ("Anna", "Bruno", "Carla", "Dino", "Elena")  # the names of the players in the examples, by seat

JSON = Mapping[str, object]


class Section(NamedTuple):
    """A section of the rules: a heading and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


class Word(NamedTuple):
    """A term that beginners may not know, with its meaning in this game."""

    word: str
    meaning: str


class Source(NamedTuple):
    """A source of the rules: the website or book, and the title of the text."""

    site: str
    title: str


class RankOrder(NamedTuple):
    """The ranks from high to low, and the kind of hand in which this order applies."""

    name: str
    ranks: tuple[str, ...]


class HandCards(NamedTuple):
    """The cards in a player's hand just before he plays to an example trick.

    `place` is the place in the trick, counted from the leader. `cards` are separated by spaces and include
    the card played. `refused` are the cards that may not be played, each with the code of the duty.
    """

    place: int
    cards: str
    refused: Mapping[str, str] = {}


class TrickExample(NamedTuple):
    """An example trick: the cards played, the cards that each player was allowed to play, and the winner.

    `tests/games/test_guides.py` compares every field with the game's referee. Seats are those of `PLAYERS`.
    """

    title: str
    text: str
    # The fields of the sheet before the first card: the dealer, and the card turned, the cut or the bid.
    hand: JSON
    leader: int
    # In the order played.
    cards: str
    winner: int
    # The points of the trick for its winner.
    points: int
    # The trump suit when the trick is led; a second one where it changes before the trick is taken.
    trumps: tuple[str | None, ...]
    hands: tuple[HandCards, ...] = ()
    # The declarations in this trick, as on a score sheet.
    declared: tuple[JSON, ...] = ()
    # The tricks before this one, where they matter.
    before: tuple[JSON, ...] = ()
    # The card that the leader gives for the turned card, and the turned card.
    exchanged: tuple[str, str] | None = None
    # Whether the last card of the stock has been drawn.
    stock_gone: bool = False
    profile: JSON = {}


class Example(NamedTuple):
    """An example of scoring: a short text, a score sheet, and the totals.

    `sheet` is one game as the API accepts it, `{"profile": {...}, "hands": [...]}`. `running` contains the
    totals after each hand. `winner` is the side that has won after the last hand, or None.
    """

    text: str
    sheet: JSON
    running: tuple[Scores, ...]
    winner: int | None = None


class Guide(NamedTuple):
    """The guide to a card game in one language."""

    summary: str
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    sources: tuple[Source, ...]
    # The points that the sources leave open or contradict, in a line.
    history: str = ""
    tricks: tuple[TrickExample, ...] = ()
    words: tuple[Word, ...] = ()
    # Packs and orders of the cards that are in no source of this game.
    house_decks: frozenset[str] = frozenset()
    # How the cards rank, in a game in which they have no values.
    rank_orders: tuple[RankOrder, ...] = ()
    clockwise: bool = False
