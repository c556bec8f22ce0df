"""Strict JSON: a reader that refuses ambiguous texts, and a writer of canonical JSON.

A text that two JSON readers could interpret differently is refused. Digests are computed from the output of
`canonical`.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from scoring.types import BadEntry, Sentence, _, sentence

DEEPEST = 40


def whole_number(raw: object, lowest: int, highest: int) -> bool:
    """Return whether a value is an integer within the bounds; true, 1.0 and "1" are not integers."""
    return type(raw) is int and lowest <= raw <= highest


def load_strict(text: str | bytes) -> Any:
    """Return the value of a JSON text; raise BadEntry if the text is invalid or ambiguous."""
    try:
        document = text if isinstance(text, str) else text.decode()
        value = _STRICT.decode(document)
    except UnicodeDecodeError:
        raise BadEntry("bad_encoding", _NOT_UTF8) from None
    except RecursionError:
        raise BadEntry("too_deep", _TOO_DEEP) from None
    except json.JSONDecodeError as fault:
        raise BadEntry("not_json", sentence(_NOT_JSON, line=fault.lineno, column=fault.colno)) from None
    except ValueError:
        raise BadEntry("number_too_long", _TOO_LONG) from None
    if document.count("[") + document.count("{") > DEEPEST:
        _refuse_depth(value)
    if "\\u" in document:
        _refuse_half_letters(value)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs of a JSON object as a dictionary; raise BadEntry if a key appears twice."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise BadEntry("doubled_key", _DOUBLED_KEY)
    return read


def _no_constant(_word: str) -> None:
    """Raise BadEntry for NaN and Infinity, which JSON does not allow."""
    raise BadEntry("not_a_number", _NOT_A_NUMBER)


def _children(values: Iterable[Any]) -> list[Any]:
    """Return the elements of all lists and the values of all dictionaries among `values`."""
    children: list[Any] = []
    for value in values:
        children.extend(
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        )
    return children


def _refuse_depth(value: Any) -> None:
    level = [value]
    for _depth in range(DEEPEST):
        level = [child for child in _children(level) if isinstance(child, dict | list)]
        if not level:
            return
    raise BadEntry("too_deep", _TOO_DEEP)


def _refuse_half_letters(value: Any) -> None:
    """Raise BadEntry if a text has a lone surrogate or a null character, which databases cannot store."""
    level = [value]
    while level:
        keys = [key for each in level if isinstance(each, dict) for key in each]
        for text in [*keys, *(each for each in level if isinstance(each, str))]:
            if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text):
                raise BadEntry("bad_character", _BAD_CHARACTER)
        level = _children(level)


_STRICT = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)

_NOT_JSON = _("This is not JSON: look at line %(line)d, column %(column)d.")
_NOT_UTF8 = sentence(_("This is not UTF-8 text. Save it as UTF-8 and send it again."))
_TOO_DEEP: Sentence = sentence(_("Lists and objects are nested too deeply here."))
_TOO_LONG = sentence(_("A number here has too many digits."))
_DOUBLED_KEY = sentence(_("The same key stands twice in one object. Keep one of them."))
_NOT_A_NUMBER = sentence(_("NaN and Infinity are not numbers in JSON. Write whole numbers."))
_BAD_CHARACTER = sentence(_("A text here holds a character that is not whole. Type it again."))


def as_written(value: Any) -> object:
    """Return a field's value in a form that can be written as JSON.

    A card or a trick is replaced by its `as_json()`, and a tuple by a list.
    """
    if hasattr(value, "as_json"):
        return value.as_json()
    return [as_written(each) for each in value] if isinstance(value, tuple) else value


def canonical(value: Any) -> bytes:
    """Return a value as canonical JSON in bytes: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """Return the SHA-256 digest of a value's canonical JSON as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def grouped(digest: str) -> str:
    """Return a digest in groups of eight digits, so that people can read it aloud and compare it."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))
