"""The edge where a rule's sentence becomes words in the reader's language."""

from django.utils.translation import gettext, ngettext

from scoring.rules.words import Sentence


def say(sentence: Sentence) -> str:
    """Return the sentence in the active language, its values filled in."""
    values = {
        name: say(value) if isinstance(value, Sentence) else value
        for name, value in dict(sentence.values).items()
    }
    if sentence.plural and sentence.count is not None:
        return ngettext(sentence.text, sentence.plural, sentence.count) % values
    return gettext(sentence.text) % values if values else gettext(sentence.text)
