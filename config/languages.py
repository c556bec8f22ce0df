"""The languages of the site: English, in which it is written, and one for each folder of translations."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language

FIRST = ("it", "en")
NAME = re.compile(r'^"Language-Name: (.+?)\\n"$', re.MULTILINE)
HEADER = 2_000
"""So many characters of a catalogue hold its header."""


def languages(folder: Path) -> list[tuple[str, str]]:
    """Return the code of each language and what it calls itself, Italian and English first.

    A catalogue lies in `<code>/LC_MESSAGES/django.po`. Its header may say `Language-Name`, which a language
    that Django does not know needs.
    """
    found = {"en": "English"} | dict(_translated(folder))
    return sorted(found.items(), key=lambda each: (each[0] not in FIRST, each[0] != FIRST[0], each[0]))


def _translated(folder: Path) -> Iterator[tuple[str, str]]:
    for catalogue in folder.glob("*/LC_MESSAGES/django.po"):
        code = to_language(catalogue.parts[-3])
        with catalogue.open(encoding="utf-8") as lines:
            said = NAME.search(lines.read(HEADER))
        known = LANG_INFO.get(code, {}).get("name_local", code)
        yield code, said[1] if said else known[:1].upper() + known[1:]
