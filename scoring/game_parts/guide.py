"""The rules of a game as players read them: sections, tricks and sheets as examples, words, sources.

Must not know the values of the cards: a page draws those from the game's definition.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.types import Scores

PLAYERS = ("Anna", "Bruno", "Carla", "Dino", "Elena")
"""Who sits at the table in the examples, by seat; the texts call them so."""

JSON = Mapping[str, object]


class Section(NamedTuple):
    """One heading and what is said under it."""

    title: str
    paragraphs: tuple[str, ...]


class Word(NamedTuple):
    """A word that players use and a beginner may not know, and what it means in this game."""

    word: str
    meaning: str


class Source(NamedTuple):
    """Where rules were taken from, as a reader would look for it: the site or book, and the title there."""

    site: str
    title: str


class RankOrder(NamedTuple):
    """The ranks from high to low, in hands of the kind that `name` says."""

    name: str
    ranks: tuple[str, ...]


class HandCards(NamedTuple):
    """What a player of an example holds when it is his turn.

    `place` is his place in the trick, counted from its leader. `cards` are written one after the other,
    the one he plays among them; `refused` are those he may not play, each with the code of the duty.
    """

    place: int
    cards: str
    refused: Mapping[str, str] = {}


class TrickExample(NamedTuple):
    """One trick as an example: what was played, who might play what, and who takes it.

    Everything here is written out, and `tests/games/test_guides.py` asks the game's referee for
    each part of it. Seats are those of `PLAYERS`.
    """

    title: str
    text: str
    hand: JSON
    """What stands on the sheet before the first card: the dealer, and what was turned, cut or bid."""
    leader: int
    cards: str
    """In the order played."""
    winner: int
    points: int
    """What the trick is worth to who takes it."""
    trumps: tuple[str | None, ...]
    """The trump suit when the trick is led; a second one where it changes before the trick is taken."""
    hands: tuple[HandCards, ...] = ()
    declared: tuple[JSON, ...] = ()
    """What is declared in this trick, as the contract writes it."""
    before: tuple[JSON, ...] = ()
    """The tricks before this one, where they matter."""
    exchanged: tuple[str, str] | None = None
    """The card given by who leads for the turned one, and that card."""
    stock_gone: bool = False
    """Whether the last card of the stock has been drawn."""
    profile: JSON = {}


class Example(NamedTuple):
    """A situation in a sentence or two, the sheet as it was written, and what it comes to.

    `sheet` is one game as the contract writes it, `{"profile": {...}, "hands": [...]}`; `running` are
    the totals after each hand, and `winner` the side that has won by then.
    """

    text: str
    sheet: JSON
    running: tuple[Scores, ...]
    winner: int | None = None


class Guide(NamedTuple):
    """A game for its players: a summary, the rules, examples, and the sources they were taken from."""

    summary: str
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    sources: tuple[Source, ...]
    history: str = ""
    """What the sources leave open or contradict, in a line."""
    tricks: tuple[TrickExample, ...] = ()
    words: tuple[Word, ...] = ()
    house_decks: frozenset[str] = frozenset()
    """Packs and orders of the cards that no source of this game knows."""
    rank_orders: tuple[RankOrder, ...] = ()
    """How the cards rank, in a game in which they have no values."""
    clockwise: bool = False
