"""A field with a few named values, such as whether the hand was doubled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.field_kinds.base import Asking, Choices, Field, FieldFact, FieldKind, Names, PaperPlace
from scoring.game_parts.profile import Profile
from scoring.types import Sentence, Step, Unreadable, _, sentence


@dataclass(frozen=True)
class Choice(FieldKind[str]):
    """The field kind of a choice between named `options`; a sheet does not show the first, usual option."""

    name = "choice"
    paper = PaperPlace.BEFORE_PLAY

    options: Mapping[str, str]

    def read(self, field: Field[str], raw: object, _profile: Profile) -> str:
        if type(raw) is not str or raw not in self.options:
            text = sentence(_CHOOSE, field=Sentence(field.label), options=", ".join(self.options))
            raise Unreadable("not_an_option", field.rule, text)
        return raw

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list(self.options)}

    def typed_value(self, parts: Sequence[str]) -> str:
        return parts[0]

    def filler(self, _profile: Profile) -> str:
        return next(iter(self.options))

    def widget(self, asking: Asking) -> dict[str, Any]:
        typed = asking.typed(asking.field.key)
        options = [
            {"key": key, "words": asking.names.say(Sentence(words)), "checked": key == typed}
            for key, words in self.options.items()
        ]
        return {"name": asking.field.key, "required": asking.field.required, "options": options}

    def typed_words(self, parts: Sequence[str], names: Names) -> str:
        return names.say(Sentence(self.options[parts[0]])) if parts[0] in self.options else ""

    def words(self, _field: Field[str], value: str, names: Names) -> list[str]:
        return [names.say(Sentence(self.options[value]))]

    def facts(self, field: Field[str], value: str, names: Names) -> Iterator[FieldFact]:
        words = names.say(Sentence(self.options[value]))
        usual = value == next(iter(self.options))
        yield FieldFact(
            names.label(field), words, sign="" if usual else words, aloud="" if usual else names.label(field)
        )

    def choices(self, names: Names) -> Choices:
        return tuple((key, names.say(Sentence(words))) for key, words in self.options.items())


def choice_field(
    key: str, label: str, step: Step, rule: str, options: Mapping[str, str], *, required: bool = True
) -> Field[str]:
    """Return a field with a few named values, of which the first is the usual one."""
    return Field(key, label, step, rule, Choice(options), required)


_CHOOSE = _("%(field)s: choose one of: %(options)s.")
