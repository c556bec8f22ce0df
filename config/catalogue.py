"""The languages of the site, the messages in its source, and the errors in translation catalogues.

The source is written in English, and each folder of translations adds a language. Babel extracts messages,
and reads and writes catalogues; the source files to search and further checks are defined here.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog, Message, mofile, pofile
from babel.messages.extract import extract_from_dir, extract_python
from django.conf.locale import LANG_INFO
from django.utils.translation import to_language
from django.utils.translation.template import templatize

FOLDERS = ("config", "scoring", "templates", "tournaments")
ARGUMENTS = {"gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
KEYWORDS: Mapping[str, Any] = {
    **{name + kind: which for name, which in ARGUMENTS.items() for kind in ("", "_lazy", "_noop")},
    **dict.fromkeys(("_", "marked")),  # `marked` is used where `_` is taken
}
SLOTS_AND_TAGS = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>")


def collect(root: Path) -> Catalog:
    """Return the messages in the source; raise ValueError if a text has two different plurals."""
    methods = [
        ("**/migrations/**", "ignore"),
        ("**.py", "python"),
        ("**.html", "config.catalogue:of_template"),
    ]
    catalogue = Catalog()
    for folder in FOLDERS:
        for _file, _line, text, _comments, context in extract_from_dir(
            root / folder, methods, None, KEYWORDS
        ):
            catalogue.add(text, context=context)
            message = catalogue.get(text, context)
            if message and not isinstance(text, str) and message.id != text:
                raise ValueError(f"{text[0]!r} has two plurals: {message.id[1]!r} and {text[1]!r}.")
    return catalogue


def of_template(
    file: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield the messages of a template, in the format of Babel's extractors."""
    lines = (line.strip() for line in templatize(file.read().decode()).splitlines())
    return extract_python(BytesIO("\n".join(lines).encode()), keywords, comment_tags, {})


def read(file: Path) -> Catalog:
    """Read a catalogue of translations; raise PoFileError if the file is not a catalogue."""
    with file.open("rb") as lines:
        return pofile.read_po(lines, abort_invalid=True)


def update(file: Path, messages: Catalog) -> Catalog:
    """Update a catalogue from the messages in the source; keep translations and add no fuzzy ones.

    The header is not changed, because it may have fields unknown to Babel.
    """
    header, _, _entries = file.read_text(encoding="utf-8").partition("\n\n")
    catalogue = read(file)
    catalogue.update(messages, no_fuzzy_matching=True)
    entries = pofile.generate_po(
        catalogue, omit_header=True, sort_by="message", ignore_obsolete=True, width=0
    )
    file.write_text(f"{header}\n\n{''.join(entries).rstrip()}\n", encoding="utf-8")
    return catalogue


def compile_words(file: Path) -> None:
    """Compile a catalogue into a .mo file, without messages whose translation is missing or incomplete."""
    catalogue = read(file)
    for message in [message for message in catalogue if message.id and not all(_texts(message.string))]:
        catalogue.delete(message.id, message.context)
    with file.with_suffix(".mo").open("wb") as compiled:
        mofile.write_mo(compiled, catalogue)


def faults(catalogue: Catalog, messages: Catalog) -> Iterator[str]:
    """Yield a description of each error in a catalogue."""
    wanted, present = ({_key(message) for message in each if message.id} for each in (messages, catalogue))
    yield from (f"not in the catalogue: {text[0]!r}" for text, _context in sorted(wanted - present))
    yield from (f"in no source any more: {text[0]!r}" for text, _context in sorted(present - wanted))
    yield from (f"obsolete: {_texts(message.id)[0]!r}" for message in catalogue.obsolete.values())
    for message in catalogue:
        if message.id:
            yield from (f"{wrong}: {_texts(message.id)[0]!r}" for wrong in _faults_of(message, catalogue))


def _faults_of(message: Message, catalogue: Catalog) -> Iterator[str]:
    """Yield a description of each error in one entry of a catalogue."""
    if message.fuzzy:
        yield "fuzzy"
    yield from map(str, message.check(catalogue))
    one, *many = _texts(message.id)
    originals = many if catalogue.num_plurals == 1 and many else [one]
    for number, translation in enumerate(_texts(message.string)):
        original = (originals + many * catalogue.num_plurals)[number]
        if not translation:
            yield "not translated"
        elif _slots(original) != _slots(translation):
            yield "other values or tags than the original"
        if "'" in SLOTS_AND_TAGS.sub("", translation):
            yield "a straight apostrophe"


def _texts(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the text of a message, or its singular and plural texts, as a tuple."""
    return tuple(words) if isinstance(words, tuple | list) else (str(words or ""),)


def _key(message: Message) -> tuple[tuple[str, ...], str]:
    return _texts(message.id), message.context or ""


def _slots(text: str) -> set[str]:
    return set(SLOTS_AND_TAGS.findall(text))


FIRST = ("it", "en")
NAME = re.compile(r'^"Language-Name: (.+?)\\n"$', re.MULTILINE)
# The number of characters at the beginning of a catalogue that contain its header.
HEADER = 2_000


def languages(folder: Path) -> list[tuple[str, str]]:
    """Return the code of each language and its name in that language, Italian and English first.

    A catalogue is at `<code>/LC_MESSAGES/django.po`. The name of its language is the `Language-Name` in its
    header. Without this header the name is the one that Django knows; a language unknown to Django gets its
    code as its name.
    """
    names = {"en": "English"} | dict(_translated(folder))
    return sorted(names.items(), key=lambda each: (each[0] not in FIRST, each[0] != FIRST[0], each[0]))


def _translated(folder: Path) -> Iterator[tuple[str, str]]:
    for catalogue in folder.glob("*/LC_MESSAGES/django.po"):
        code = to_language(catalogue.parts[-3])
        with catalogue.open(encoding="utf-8") as lines:
            header_name = NAME.search(lines.read(HEADER))
        local_name = LANG_INFO.get(code, {}).get("name_local", code)
        yield code, header_name[1] if header_name else local_name[:1].upper() + local_name[1:]
