"""Loader of card game guides: a text file in one language, and a file of example data."""

import tomllib
from functools import cache
from pathlib import Path

from scoring.guides.rules.guide import Guide
from scoring.guides.rules.reader import read_guide
from scoring.guides.rules.texts import GuideError, Texts, passages_by_name, read_texts

FOLDER = Path(__file__).parent
ENGLISH = "en"
SHARED = "common"


@cache
def guide_of(key: str, *languages: str) -> Guide | None:
    """Return the guide in the first of `languages` that has a text file, or else in English.

    Return None if nobody has written a guide to this card game.
    """
    return load_guide(FOLDER, key, *languages)


def load_guide(folder: Path, key: str, *languages: str) -> Guide | None:
    """Read a guide from this folder; return None if the card game has no file of example data.

    Raise GuideError if a file is invalid, and FileNotFoundError if there is no text file.
    """
    data = folder / "data" / f"{key}.toml"
    if not data.is_file():
        return None
    file, texts = load_texts(folder, key, *languages)
    try:
        values = tomllib.loads(data.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise GuideError(f"{data.name}: {error}") from error
    return read_guide(file, texts, data.name, values)


def load_texts(folder: Path, key: str, *languages: str) -> tuple[str, Texts]:
    """Return the name and the passages of the text file in the first of `languages` that has one."""
    shared_file, shared_text = _text(folder, SHARED, *languages)
    shared = passages_by_name(read_texts(shared_file, shared_text, {}))
    file, text = _text(folder, key, *languages)
    return file, read_texts(file, text, shared)


def _text(folder: Path, key: str, *languages: str) -> tuple[str, str]:
    files = (f"{language}/{key}.md" for language in (*languages, ENGLISH))
    file = next((file for file in files if (folder / file).is_file()), f"{ENGLISH}/{key}.md")
    return file, (folder / file).read_text(encoding="utf-8")
