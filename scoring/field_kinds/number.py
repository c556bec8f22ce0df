"""A field for a whole number between two bounds, such as a bid or a predicted number of tricks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.field_kinds import base
from scoring.game_parts.profile import Profile
from scoring.types import Sentence, Unreadable, _, sentence


@dataclass(frozen=True)
class Number(base.FieldKind[int]):
    """The field kind of a whole number between bounds; `most` is the highest bound in any profile."""

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
