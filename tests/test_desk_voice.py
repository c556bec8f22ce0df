"""Italian messages of the desk address one person (tu), not several persons (voi).

Messages on phones at a table address all players (voi). Messages of the card games and of the sheet appear
on both and address nobody.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_from_file

from config.catalogue import KEYWORDS, read

ROOT = Path(__file__).resolve().parent.parent
ITALIAN = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
OF_THE_DESK = re.compile(r'{% extends "web/layouts/desk')
VOI = re.compile(
    r"\b(?:vostr[aeio]|voi|siete|avete|dovete|potete|volete|fate|vedete"
    r"|(?:ri)?scrivete\w*|(?:scegli|togli|legg|chied|mett|prend)ete\w*|dite(?:lo|la)?"
    r"|(?:guard|ricont|riprov|aspett|lasci|tocc|controll|segn|torn|mand|chiam|annull|prov|us|apr)ate\w*"
    r"|(?:rif|d)ate(?:lo|la|li|le|mi|gli)?|aprite\w*|inserite\w*)\b",
    re.IGNORECASE,
)
# Participles with the form of an imperative plural, as in “le mani annullate”.
NOT_ADDRESSED = {"usate", "segnate", "annullate", "chiamate", "mandate", "controllate", "tornate"}
# Messages of the desk that address a table: the preview of a printed sheet.
TO_THE_TABLE = {"Point the camera at the code, or open the site and type the table code."}
# Parts of `scoring` with messages for players alone.
ON_PHONES_ONLY = ("sheet/devices.py", "sheet/services/late_hands.py")


def sources() -> Iterator[tuple[Path, str]]:
    """Yield each file with messages of the desk, and the Babel method that extracts its messages."""
    for file in (ROOT / "tournaments").rglob("*.py"):
        if file.parent.name == "desk" or file.name == "desk.py":
            yield file, "python"
    for file in (ROOT / "templates").rglob("*.html"):
        if file.parent.name == "tasks" or OF_THE_DESK.match(file.read_text()):
            yield file, "config.catalogue:of_template"
    for file in (ROOT / "scoring").rglob("*.py"):
        if not str(file.relative_to(ROOT / "scoring")).startswith(ON_PHONES_ONLY):
            yield file, "python"


def test_italian_messages_of_the_desk_address_the_user_in_the_singular() -> None:
    catalogue, wrong, count = read(ITALIAN), [], 0
    for file, method in sources():
        for _line, text, _comments, context in extract_from_file(method, file, KEYWORDS):
            entry: Any = catalogue.get(text if isinstance(text, str) else text[0], context)
            if entry.id in TO_THE_TABLE:
                continue
            translations = [entry.string] if isinstance(entry.string, str) else entry.string
            count += 1
            for words in translations:
                plural = [word for word in VOI.findall(words) if word not in NOT_ADDRESSED]
                if plural:
                    wrong.append(f"{file.relative_to(ROOT)}: {words} ({', '.join(plural)})")
    assert count > 500
    assert wrong == []
