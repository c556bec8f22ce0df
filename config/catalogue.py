"""The languages of the site, the sentences as its source holds them, and what is wrong with a catalogue.

English is what the source is written in; there is one more language for each folder of translations.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import polib
from django.conf.locale import LANG_INFO
from django.utils.translation import to_language
from django.utils.translation.template import templatize

FOLDERS = ("config", "scoring", "templates", "tournaments")
MARKERS = {
    "django.utils.translation": ("gettext", "ngettext", "pgettext", "npgettext"),
    "scoring.types": ("_", "ngettext", "Sentence"),
}
ARGUMENTS = {  # which arguments of a call are context, text and plural
    "gettext": "t",
    "_": "t",
    "ngettext": "tp",
    "pgettext": "ct",
    "npgettext": "ctp",
}
PLAIN = {f"{name}{kind}": name for name in ARGUMENTS if name != "_" for kind in ("", "_lazy", "_noop")}
TEXT = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(?:n?p?gettext|_)\({TEXT}(?:, ?{TEXT})*")
SLOTS_AND_TAGS = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>")


@dataclass(frozen=True, order=True, slots=True)
class Message:
    """What a catalogue has to translate."""

    text: str
    context: str = ""
    plural: str = ""


def collect(root: Path) -> list[Message]:
    """Return every message of the source once, in the order of a catalogue."""
    found: dict[tuple[str, str], Message] = {}
    for message in _all_messages(root):
        key = (message.text, message.context)
        known = found.setdefault(key, message)
        if message.plural and known.plural not in ("", message.plural):
            raise ValueError(f"{message.text!r} has two plurals: {known.plural!r} and {message.plural!r}.")
        if message.plural:
            found[key] = message
    return sorted(found.values())


def _all_messages(root: Path) -> Iterator[Message]:
    for file in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.*")):
        if file.suffix == ".py" and "migrations" not in file.parts:
            yield from of_python(file.read_text())
        elif file.suffix == ".html":
            yield from of_template(file.read_text())


def of_python(source: str) -> Iterator[Message]:
    """Yield what is marked in Python, under whatever name the marking function was imported."""
    tree = ast.parse(source)
    yield from _marked(tree, PLAIN | dict(_imported(tree)))


def of_template(source: str) -> Iterator[Message]:
    """Yield what a template translates."""
    calls = [f"{call.group()})" for call in CALL.finditer(templatize(source))]
    yield from _marked(ast.parse("\n".join(calls)), PLAIN | {"_": "_"})


def _marked(tree: ast.Module, names: Mapping[str, str]) -> Iterator[Message]:
    """Yield the messages of every call, by what the functions are called here."""
    taken: set[ast.AST] = set()
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or call in taken:
            continue
        name = names.get(_called(call), "")
        plural = [word.value for word in call.keywords if word.arg == "plural"]
        if name == "Sentence" and plural:
            taken.update((*call.args[:1], *plural))
            inner = [argument for marker in (*call.args[:1], *plural) for argument in _arguments(marker)]
            yield from _message("tp", map(_text, inner))
        else:
            yield from _message(ARGUMENTS.get(name, ""), map(_text, call.args))


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in MARKERS:
            for alias in node.names:
                name = PLAIN.get(alias.name, alias.name)
                if name in MARKERS[node.module]:
                    yield alias.asname or alias.name, name


def _called(node: ast.Call) -> str:
    """Return what a call is written with: gettext, or gettext of translation.gettext."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _arguments(node: ast.expr) -> list[ast.expr]:
    return node.args if isinstance(node, ast.Call) else []


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _message(meaning: str, arguments: Iterable[str | None]) -> Iterator[Message]:
    """Yield the message of one call; a text that is only known when it runs is marked somewhere else."""
    given = dict(zip(meaning, arguments, strict=False))
    if given.get("t"):
        yield Message(given["t"] or "", given.get("c") or "", given.get("p") or "")


def update(catalogue: polib.POFile, messages: Iterable[Message]) -> None:
    """Give the catalogue an entry for every message and no other, keeping what is translated."""
    known = {_message_of(entry): entry for entry in catalogue if not entry.obsolete}
    forms = plural_forms(catalogue)
    catalogue[:] = [known.get(message) or _entry(message, forms) for message in messages]


def plural_forms(catalogue: polib.POFile) -> int:
    """Return how many forms a number gives a noun in this language, by its header: two, unless it says so."""
    said = re.search(r"nplurals=([1-6])", catalogue.metadata.get("Plural-Forms", ""))
    return int(said[1]) if said else 2


def _entry(message: Message, forms: int) -> polib.POEntry:
    empty = dict.fromkeys(range(forms), "")
    plural = {"msgid_plural": message.plural, "msgstr_plural": empty} if message.plural else {}
    flags = ["python-format"] if "%(" in message.text + message.plural else []
    return polib.POEntry(msgid=message.text, msgctxt=message.context or None, flags=flags, **plural)


def _message_of(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgctxt or "", entry.msgid_plural)


def faults(catalogue: polib.POFile, messages: Iterable[Message]) -> Iterator[str]:
    """Yield, in words, all that keeps the catalogue from being whole."""
    wanted, known = set(messages), {_message_of(entry) for entry in catalogue if not entry.obsolete}
    yield from (f"not in the catalogue: {message.text!r}" for message in sorted(wanted - known))
    yield from (f"in no source any more: {message.text!r}" for message in sorted(known - wanted))
    for entry in catalogue:
        yield from (f"{wrong}: {entry.msgid!r}" for wrong in _faults_of(entry, plural_forms(catalogue)))


def _faults_of(entry: polib.POEntry, forms: int) -> Iterator[str]:
    """Yield what is wrong with one entry."""
    originals = _originals(entry, forms)
    translations = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    if entry.obsolete:
        yield "obsolete"
    if entry.fuzzy:
        yield "fuzzy"
    if len(translations) != len(originals):
        yield "a plural is missing"
    for original, translation in zip(originals, translations, strict=False):
        if not translation:
            yield "not translated"
        elif _slots(original) != _slots(translation):
            yield "other values or tags than the original"
        if "'" in SLOTS_AND_TAGS.sub("", translation):
            yield "a straight apostrophe"


def _originals(entry: polib.POEntry, forms: int) -> list[str]:
    """Return what each translation of an entry is compared with; the first is of one, if there are two."""
    if not entry.msgid_plural:
        return [entry.msgid]
    singular = [entry.msgid] if forms > 1 else []
    return singular + [entry.msgid_plural] * (forms - len(singular))


def _slots(text: str) -> set[str]:
    return set(SLOTS_AND_TAGS.findall(text))


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
