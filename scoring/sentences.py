"""Sentences the rules say, in English and untranslated: the edge puts them into the reader's language.

The rules must not know any language. `_` and `ngettext` carry these names so that the gettext tools
find every text.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Union

Value = Union[int, str, "Sentence"]


def _(text: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text to translate, and the values that go into it once it is translated."""

    text: str
    values: Mapping[str, Value] | tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int | None = None

    def __post_init__(self) -> None:
        """Keep the values as pairs, so that a sentence can be hashed and compared."""
        if isinstance(self.values, Mapping):
            object.__setattr__(self, "values", tuple(self.values.items()))

    def english(self) -> str:
        """Return the sentence in English, its values filled in."""
        text = self.plural if self.plural and self.count != 1 else self.text
        values = {name: _english(value) for name, value in dict(self.values).items()}
        return text % values if values else text


Say = Callable[[Sentence], str]


def _english(value: Value) -> int | str:
    return value.english() if isinstance(value, Sentence) else value


def sentence(text: str, **values: Value) -> Sentence:
    """Put the values beside a text marked with `_`."""
    return Sentence(text, tuple(values.items()))


def ngettext(one: str, many: str, count: int, **values: Value) -> Sentence:
    """Choose between two texts by a count, which is also the value `count`."""
    return Sentence(one, (("count", count), *values.items()), many, count)
