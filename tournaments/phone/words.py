"""The names of the sides on a phone at the table: “us” and “them” for two pairs, otherwise team names."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, pgettext

from scoring.game_parts.profile import Profile
from scoring.templatetags.score_drawing import MARKS
from scoring.templatetags.sheet import signed
from tournaments.matches.sheet_view import SheetView, SideView


@dataclass(frozen=True)
class SideWords:
    """The names of a side on the phone: one for headings, the other for use within a sentence."""

    side: int
    heading: str
    inline: str
    holds_phone: bool = False

    @property
    def mark(self) -> str:
        """The shape and colour that mark the side."""
        return MARKS[self.side]


def sides_in_words(view: SheetView, own_side: int | None) -> tuple[SideWords, ...]:
    """Return the names of the sides as shown on the phone; `own_side` is None for a phone without a side.

    If two pairs play, the names are “us” and “them”. For single players, for three or more sides, and for a
    phone without a side, the names of the sides are returned.
    """
    alone = view.card_game.players_a_side == 1
    if own_side is not None and not alone and len(view.sides) == 2:
        return tuple(us_and_them(side.side, own_side) for side in view.sides)
    return tuple(_named(side, own_side, alone=alone) for side in view.sides)


def us_and_them(side: int, own_side: int) -> SideWords:
    """Return “us” or “them” as the name of a pair, from the point of view of the pair `own_side`."""
    if side == own_side:
        us = pgettext("heading of a side", "Us"), pgettext("side inside a sentence", "us")
        return SideWords(side, *us, holds_phone=True)
    return SideWords(side, pgettext("heading of a side", "Them"), pgettext("side inside a sentence", "them"))


def _named(side: SideView, own_side: int | None, *, alone: bool) -> SideWords:
    name = side.players[0] if alone and side.players else side.name
    return SideWords(side.side, name, name, holds_phone=side.side == own_side)


def gain(points: int, side: SideWords) -> str:
    """Return the points of a side with the side's name as text, e.g. “+3 for us”."""
    return _("%(points)s for %(who)s") % {"points": signed(points), "who": side.inline}


def game_name(number: int) -> str:
    """Return the name of a game of a match, for use inside a sentence."""
    names = {1: _("the first game"), 2: _("the second game"), 3: _("the third game"), 4: _("the fourth game")}
    return names.get(number, str(number))


def game_tab(number: int, *, decider: bool) -> str:
    """Return the name of a game of a match, for its tab."""
    names = {1: _("1st game"), 2: _("2nd game"), 3: _("3rd game"), 4: _("4th game")}
    return _("Decider") if decider else names.get(number, str(number))


def game_in_play(number: int, *, decider: bool) -> str:
    """Return the name of the game in play, for its tab."""
    names = {1: _("1st in play"), 2: _("2nd in play"), 3: _("3rd in play"), 4: _("4th in play")}
    return _("Decider in play") if decider else names.get(number, str(number))


def figures(numbers: Sequence[str]) -> str:
    """Return numbers as text: two numbers as “36 to 19”, any other quantity as a list with commas."""
    if len(numbers) != 2:
        return ", ".join(numbers)
    return _("%(first)s to %(other)s") % {"first": numbers[0], "other": numbers[1]}


def lowered(words: str) -> str:
    """Return the text with a lower-case first letter, for use inside a line."""
    return words[:1].lower() + words[1:]


def cards_each(profile: Profile) -> str:
    """Return the number of cards dealt to each player as text; ten is spelled out."""
    cards = len(profile.pack.cards) // profile.seats
    return {10: _("ten")}.get(cards, str(cards))


def either(names: tuple[str, ...]) -> str:
    """Return the player names of a side joined by “or”, e.g. “Tore or Antonella”."""
    if len(names) != 2:
        return ", ".join(names)
    return _("%(one)s or %(other)s") % {"one": names[0], "other": names[1]}
