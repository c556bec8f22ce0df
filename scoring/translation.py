"""Translation into the active language of the sentences that the rules produce."""

from collections.abc import Iterable

from django.utils.formats import localize
from django.utils.translation import gettext, ngettext, pgettext

from scoring.types import Sentence


def say(sentence: Sentence) -> str:
    """Return the sentence in the active language with its values inserted."""
    values = {name: _value_in_language(value) for name, value in dict(sentence.values).items()}
    if sentence.plural and sentence.count is not None:
        return ngettext(sentence.text, sentence.plural, sentence.count) % values
    return gettext(sentence.text) % values if values else gettext(sentence.text)


def _value_in_language(value: object) -> object:
    """Translate a sentence, format a float for the active language, and return other values unchanged."""
    if isinstance(value, Sentence):
        return say(value)
    return localize(value) if isinstance(value, float) else value


def joined(names: Iterable[str]) -> str:
    """Return a list of names as one text, such as "Battista and Elio"; commas separate three or more.

    In some languages "and" changes before a name that begins with the same sound (Italian: Battista ed Elio),
    so a list of two names has two translatable texts.
    """
    listed = list(names)
    if len(listed) != 2:
        return ", ".join(listed)
    one, other = listed
    if other[:1].casefold() in pgettext("letters before which 'and' changes; none in English", "-"):
        return pgettext("before one of these letters", "%(one)s and %(other)s") % {"one": one, "other": other}
    return gettext("%(one)s and %(other)s") % {"one": one, "other": other}
