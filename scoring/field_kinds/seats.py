"""Who deals, and a side: one of those who sit at the table, by number (COM-4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.field_kinds.base import Asking, Field, FieldFact, FieldKind, FormInput, Names, PaperPlace
from scoring.game_parts.profile import Profile
from scoring.types import Unreadable, _, sentence


@dataclass(frozen=True)
class Dealer(FieldKind[int]):
    """The seat that dealt; `seats` is the most there can be."""

    name = "dealer"
    says_what_it_is = True

    seats: int = 4

    def read(self, field: Field[int], raw: object, profile: Profile) -> int:
        if type(raw) is not int or not 0 <= raw < profile.seats:
            text = _("The dealer is a seat from 0 to %(last)d, in the order of play.")
            raise Unreadable("bad_dealer", field.rule, sentence(text, last=profile.seats - 1))
        return raw

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": 0, "maximum": self.seats - 1}

    def filler(self, _profile: Profile) -> int:
        return 0

    def widget(self, asking: Asking) -> dict[str, Any]:
        """Whose turn it is to deal is known after the first hand; anybody may still be chosen."""
        sides, typed = asking.profile.sides, asking.typed(asking.field.key)
        chosen = int(typed) if typed.isdecimal() and int(typed) < asking.profile.seats else asking.dealer
        seats = [
            {
                "seat": seat,
                "name": asking.names.players.get(seat, str(seat + 1)),
                "words": words,
                "checked": seat == chosen,
            }
            for turn in range(asking.profile.seats // sides)
            for words in asking.sides
            for seat in [words.side + sides * turn]
        ]
        return {
            "name": asking.field.key,
            "seats": seats,
            "known": asking.dealer is not None,
            "chosen": next((seat for seat in seats if seat["checked"]), None),
        }

    def words(self, _field: Field[int], value: int, names: Names) -> list[str]:
        return [names.say(sentence(_("%(name)s dealt"), name=names.players.get(value, "")))]

    def facts(self, _field: Field[int], _value: int, _names: Names) -> Iterator[FieldFact]:
        """Who dealt scores nothing by himself."""
        return iter(())

    def form_inputs(self, field: Field[int], names: Names, _parts: Any) -> dict[str, FormInput]:
        seats = range(names.profile.seats)
        choices = tuple((str(seat), names.players.get(seat, str(seat + 1))) for seat in seats)
        return {"": FormInput(names.label(field), choices)}


@dataclass(frozen=True)
class Side(FieldKind[int]):
    """One of the sides; `sides` is the most there can be."""

    name = "side"
    paper = PaperPlace.BEFORE_PLAY

    sides: int = 2

    def read(self, field: Field[int], raw: object, profile: Profile) -> int:
        return read_side(raw, profile, field.rule)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": 0, "maximum": self.sides - 1}

    def filler(self, _profile: Profile) -> int:
        return 0

    def widget(self, asking: Asking) -> dict[str, Any]:
        name = asking.field.key
        return {"name": name, "sides": asking.side_choices(name), "required": asking.field.required}

    def words(self, _field: Field[int], value: int, names: Names) -> list[str]:
        return [names.sides[value]]

    def facts(self, field: Field[int], value: int, names: Names) -> Iterator[FieldFact]:
        label = names.label(field)
        yield FieldFact(label, names.sides[value], side=value, sign=label)

    def form_inputs(self, field: Field[int], names: Names, _parts: Any) -> dict[str, FormInput]:
        return {"": FormInput(names.label(field), side_choices(names))}


def read_side(raw: object, profile: Profile, rule: str, at: str = "") -> int:
    """Read one side of the match, by its number."""
    if type(raw) is not int or not 0 <= raw < profile.sides:
        text = sentence(_("A side is a number from 0 to %(last)d."), last=profile.sides - 1)
        raise Unreadable("bad_side", rule, text, at)
    return raw


def side_choices(names: Names) -> tuple[tuple[str, str], ...]:
    """Return each side as a form offers it."""
    return tuple((str(side), words) for side, words in sorted(names.sides.items()))
