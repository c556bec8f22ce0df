"""Text about hands of all card games, for phones, desk pages and the public sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.field_kinds.base import Field, Names
from scoring.field_kinds.basic import Dealer, Shares
from scoring.field_kinds.captured_cards import Captured
from scoring.game_parts.card_game import CardGame, fields_asked, turned_key
from scoring.game_parts.profile import Profile
from scoring.translation import say
from scoring.types import HandState, Sentence
from tournaments.web.words import joined

Body = Mapping[str, Any]


class NamedNumber(NamedTuple):
    """A number counted in a hand, such as card points, with the name of the side or player it belongs to.

    `side` is the number of the side, or None for a player.
    """

    name: str
    number: int
    side: int | None


class FieldWords(NamedTuple):
    """One field of a hand, with its value as text."""

    key: str
    words: str


def names_of_sides(profile: Profile, sides: Sequence[str]) -> Names:
    """Return the names for a page without player names: each player has the name of the side."""
    players = {seat: sides[profile.side(seat)] for seat in range(profile.seats)}
    return Names(profile, say, dict(enumerate(sides)), players)


@dataclass(frozen=True)
class HandWords:
    """A hand as text. The numbers are in the order of the sides in `names`."""

    card_game: CardGame
    body: Body
    names: Names

    @property
    def state(self) -> HandState:
        """The ending of the hand; PLAYED for an unknown ending, which only a late hand can have."""
        value = self.body.get("state")
        return next((state for state in self.card_game.states if state == value), HandState.PLAYED)

    @property
    def ending(self) -> str:
        """The ending of the hand as text: played, annulled …"""
        return say(Sentence(self.card_game.states[self.state].label))

    @property
    def early_ending(self) -> str:
        """The ending of the hand as text; empty if the hand was played to its end."""
        return "" if self.state is HandState.PLAYED else self.ending

    @property
    def card(self) -> str:
        """The name of the card turned up before play; empty if no card is turned up."""
        card = self.body.get(turned_key(self.card_game))
        return self.names.card(card) if card else ""

    @cached_property
    def counted(self) -> Field[Any] | None:
        """The field with the main numbers of a hand, such as card points; None without such a field."""
        return next((each for each in self.card_game.fields if self._is_counted(each)), None)

    def _is_counted(self, field: Field[Any]) -> bool:
        value, kind = self.body.get(field.key), field.kind
        if not isinstance(kind, Shares) or not isinstance(value, list):
            return False
        return len(value) == kind.count(self.names.profile) and all(type(each) is int for each in value)

    @cached_property
    def numbers(self) -> tuple[NamedNumber, ...]:
        """The numbers counted for the sides, or for the bidder and the opponents; empty without a count."""
        if self.counted is None:
            return ()
        kind, counts = cast(Shares, self.counted.kind), self.body[self.counted.key]
        return tuple(
            NamedNumber(name, counts[place], None if kind.owners else place)
            for place, name in kind.places(self.names)
        )

    @property
    def headline(self) -> FieldWords:
        """The numbers counted in the hand as text, or the ending of a hand without numbers."""
        if self.counted is None:
            return FieldWords("state", self.ending)
        return FieldWords(self.counted.key, in_numbers([each.number for each in self.numbers]))

    @property
    def other_fields(self) -> list[FieldWords]:
        """The fields that are not in the headline. The hand's ending comes first unless it is PLAYED."""
        headline = self.headline.key
        ending = FieldWords("state", self.early_ending if headline != "state" else "")
        fields = [each for each in self.card_game.fields if each.key in self.body and each.key != headline]
        return [each for each in (ending, *map(self._field, fields)) if each.words]

    def _field(self, field: Field[Any]) -> FieldWords:
        words = ", ".join(field.kind.words(field, self.body[field.key], self.names))
        if words and not field.kind.says_what_it_is and field.key != turned_key(self.card_game):
            words = _("%(what)s: %(value)s") % {"what": self.names.label(field), "value": words}
        return FieldWords(field.key, words)

    @property
    def score(self) -> str:
        """The counted numbers as text, such as "41 to 29", and the ending unless it is PLAYED."""
        return joined(self.early_ending, self.headline.words if self.counted else "") or self.ending

    @property
    def sentence(self) -> str:
        """The hand as text, such as "Carta – Ruiu 20, Cossu – Pinna 50", with its ending unless PLAYED."""
        points = ", ".join(f"{each.name} {each.number}" for each in self.numbers)
        return joined(self.early_ending, points) or self.ending

    def line(self, other: Body | None = None) -> str:
        """Return the hand as one line of text, for example "41·29 · King of hearts".

        If the lines of this hand and of the hand `other` would be equal, the line also contains less
        important fields such as the dealer.
        """
        words = self._line(all_fields=False)
        if other is None or words != replace(self, body=other)._line(all_fields=False):
            return words
        return self._line(all_fields=True)

    def _line(self, *, all_fields: bool) -> str:
        if "final" in self.body:
            return _("final score %(score)s") % {"score": "–".join(map(str, self.body["final"]))}
        minor = () if all_fields else (Dealer, Shares, Captured)
        left_out = {"state", *(field.key for kind in minor for field in fields_asked(self.card_game, kind))}
        figures = "\N{MIDDLE DOT}".join(str(each.number) for each in self.numbers)
        fields = [each.words for each in self.other_fields if each.key not in left_out]
        return joined(self.early_ending, figures, *fields) or self.ending


def in_numbers(numbers: Sequence[int]) -> str:
    """Return two numbers joined by "to", for example "41 to 29"; join any other quantity by dashes."""
    if len(numbers) != 2:
        return " – ".join(map(str, numbers))
    return _("%(ours)d to %(theirs)d") % {"ours": numbers[0], "theirs": numbers[1]}
