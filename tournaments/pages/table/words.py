"""The words of the table: us and them by the side that holds the phone, team names for who only watches."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rules.card_game import CardGame
from tournaments.pages.sheet_parts import MARKS


@dataclass(frozen=True)
class SideWords:
    """What a side is called, alone as a heading and inside a sentence, and the mark that goes with it."""

    side: int
    heading: str
    inline: str

    @property
    def mark(self) -> str:
        """The shape and colour of the side's seat."""
        return MARKS[self.side]


def side_words(side: int, ours: int | None, team: str) -> SideWords:
    """Return what a side is called on this phone; `ours` is None on one that belongs to nobody here."""
    if ours is None:
        return SideWords(side, team, team)
    if side == ours:
        return SideWords(side, pgettext("heading of a side", "Us"), pgettext("side inside a sentence", "us"))
    return SideWords(side, pgettext("heading of a side", "Them"), pgettext("side inside a sentence", "them"))


def signed(points: int) -> str:
    """Return a gain with its sign; nothing has none."""
    return f"+{points}" if points else "0"


def gain(points: int, who: SideWords) -> str:
    """Return a gain and whose it is: +3 for us."""
    return _("%(points)s for %(who)s") % {"points": signed(points), "who": who.inline}


def game_name(number: int) -> str:
    """Return what a game of a match is called, inside a sentence."""
    names = {1: _("the first game"), 2: _("the second game"), 3: _("the third game"), 4: _("the fourth game")}
    return names.get(number, str(number))


def game_tab(number: int, *, decider: bool) -> str:
    """Return what a game of a match is called, alone."""
    names = {1: _("1st game"), 2: _("2nd game"), 3: _("3rd game"), 4: _("4th game")}
    return _("Decider") if decider else names.get(number, str(number))


def game_in_play(number: int, *, decider: bool) -> str:
    """Return the same for the game that is being played."""
    names = {1: _("1st in play"), 2: _("2nd in play"), 3: _("3rd in play"), 4: _("4th in play")}
    return _("Decider in play") if decider else names.get(number, str(number))


def lowered(words: str) -> str:
    """Return words as they stand inside a line."""
    return words[:1].lower() + words[1:]


def cards_each(card_game: CardGame) -> str:
    """Return how many cards each player holds, as a word where it is said aloud."""
    cards = len(card_game.pack.cards) // card_game.seats
    return {10: _("ten")}.get(cards, str(cards))


def both(names: tuple[str, ...]) -> str:
    """Return the players of a side: Tore and Antonella."""
    if len(names) != 2:
        return ", ".join(names)
    return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}


def either(names: tuple[str, ...]) -> str:
    """Return the players of a side, one of whom is to do something: Tore or Antonella."""
    if len(names) != 2:
        return ", ".join(names)
    return _("%(one)s or %(other)s") % {"one": names[0], "other": names[1]}
