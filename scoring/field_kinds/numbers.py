"""A whole number between bounds, and numbers that make a fixed sum (COM-6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.field_kinds import base
from scoring.game_parts.profile import Profile
from scoring.types import Scores, Sentence, Unreadable, _, sentence


@dataclass(frozen=True)
class Number(base.FieldKind[int]):
    """A whole number between two bounds that follow from the profile; `most` is the highest there can be."""

    name = "number"
    paper = base.PaperPlace.BEFORE_PLAY

    lowest: base.Counted
    highest: base.Counted
    most: int

    def read(self, field: base.Field[int], raw: object, profile: Profile) -> int:
        least, top = self.lowest(profile), self.highest(profile)
        if type(raw) is not int or not least <= raw <= top:
            text = sentence(
                _("%(field)s: write a whole number from %(lowest)d to %(highest)d."),
                field=Sentence(field.label),
                lowest=least,
                highest=top,
            )
            raise Unreadable(f"{field.key}_range", field.rule, text)
        return raw

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": 0, "maximum": self.most}

    def filler(self, profile: Profile) -> int:
        return self.lowest(profile)

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        return {
            **super().widget(asking),
            "lowest": self.lowest(asking.profile),
            "highest": self.highest(asking.profile),
            "required": asking.field.required,
        }

    def typed_words(self, parts: Sequence[str], _names: base.Names) -> str:
        return parts[0]

    def words(self, _field: base.Field[int], value: int, _names: base.Names) -> list[str]:
        return [str(value)]

    def facts(self, field: base.Field[int], value: int, names: base.Names) -> Iterator[base.FieldFact]:
        yield base.FieldFact(names.label(field), str(value), sign=str(value), aloud=names.label(field))

    def legend(self, field: base.Field[int], names: base.Names) -> base.FieldFact:
        return base.FieldFact(names.label(field), sign=str(self.lowest(names.profile)))


@dataclass(frozen=True)
class Shares(base.FieldKind[Scores]):
    """COM-6: numbers that make a fixed sum; one of them may be null and is derived.

    There is one for each side, or for each of the `owners`; `most` is the sum where it is always the same.
    """

    name = "shares"
    paper = base.PaperPlace.COUNT

    total: base.Counted
    owners: tuple[str, ...] = ()
    sides: int = 2
    most: int | None = None

    def count(self, profile: Profile) -> int:
        """Return how many numbers make the sum."""
        return len(self.owners) or profile.sides

    def read(self, field: base.Field[Scores], raw: object, profile: Profile) -> Scores:
        wanted, numbers = self.total(profile), self.count(profile)
        text = sentence(_SHARES if numbers == 2 else _MORE_SHARES, field=Sentence(field.label), total=wanted)
        if type(raw) is not list or len(raw) != numbers:
            raise Unreadable(f"{field.key}_range", field.rule, text)
        given = [number for number in raw if number is not None]
        if not all(base.whole_number(number, 0, wanted) for number in given):
            raise Unreadable(f"{field.key}_range", field.rule, text)
        if len(given) < numbers - 1:
            raise Unreadable(f"{field.key}_missing", "COM-6", text)
        left = wanted - sum(given)
        if left < 0 or (len(given) == numbers and left):
            raise Unreadable(f"{field.key}_sum", field.rule, _wrong_sum(field.label, sum(given), wanted))
        return tuple(left if number is None else number for number in raw)

    @property
    def schema(self) -> dict[str, object]:
        number: dict[str, object] = {"type": ["integer", "null"], "minimum": 0}
        if self.most is not None:
            number["maximum"] = self.most
        return {"type": "array", "items": number, "minItems": self.sides, "maxItems": self.sides}

    def input_parts(self, profile: Profile) -> Sequence[str]:
        return [str(number) for number in range(self.count(profile))]

    def typed_value(self, parts: Sequence[str]) -> list[int | str | None]:
        return [base.whole_number_or_text(part) for part in parts]

    def filler(self, profile: Profile) -> Sequence[int]:
        return [self.total(profile), *[0] * (self.count(profile) - 1)]

    def places(self, names: base.Names) -> list[tuple[int, str]]:
        """Return the place of each number and whose it is, in the order shown: the sides, or those named."""
        if self.owners:
            return [(place, names.say(Sentence(owner))) for place, owner in enumerate(self.owners)]
        return list(names.sides.items())

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        """The numbers side by side; a sum that need not be written is a check, and a stepper asks for it."""
        total, inputs = self.total(asking.profile), asking.inputs
        typed = [asking.typed(name) for name in inputs]
        sides = {words.side: words for words in asking.sides}
        boxes = [
            {
                "words": {"heading": heading} if self.owners else sides[place],
                "name": inputs[place],
                "value": typed[place],
                "derived": _derived(typed, place, total),
            }
            for place, heading in self.places(asking.names)
        ]
        shown: dict[str, Any] = {"key": asking.field.key, "total": total, "boxes": boxes}
        if not asking.field.required:
            return {**shown, "look": "stepper" if len(boxes) == 2 else self.name}
        half = None if self.owners else asking.even or total // len(boxes)
        return {**shown, "keypad": {"half": half, "all": total, "swap": True}}

    def words(self, _field: base.Field[Scores], value: Sequence[int], names: base.Names) -> list[str]:
        """Each number after whose it is: Us 4, Them 6."""
        return [f"{heading} {value[place]}" for place, heading in self.places(names)]

    def form_inputs(
        self, field: base.Field[Scores], names: base.Names, _parts: Any
    ) -> dict[str, base.FormInput]:
        return {
            f"_{place}": base.FormInput(
                names.say(sentence(_("%(what)s: %(whose)s"), what=Sentence(field.label), whose=heading))
            )
            for place, heading in sorted(self.places(names))
        }

    def form_parts(self, value: Any) -> list[str]:
        return ["" if each is None else str(each) for each in value]


def _derived(typed: Sequence[str], place: int, total: int) -> int | None:
    """Return what a number left empty comes to, once all others are there and do not exceed the sum."""
    others = [*typed[:place], *typed[place + 1 :]]
    if typed[place] or not all(text.isdecimal() for text in others):
        return None
    left = total - sum(map(int, others))
    return left if 0 <= left <= total else None


def _wrong_sum(label: str, reached: int, total: int) -> Sentence:
    text = _("%(field)s: together they make %(sum)d, not %(total)d. Count again before the cards are mixed.")
    return sentence(text, field=Sentence(label), sum=reached, total=total)


_SHARES = _("%(field)s: write two whole numbers from 0 to %(total)d, or one and leave the other empty.")
_MORE_SHARES = _(
    "%(field)s: write a whole number from 0 to %(total)d for each; one of them may be left empty."
)
