"""Each term of the glossary is in use, and no name contains a word that the glossary forbids."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.syntax import nodes, syntax

ROOT = Path(__file__).parents[1]
APPS = ("scoring", "tournaments", "config")
ROW = re.compile(r"^\| (?!Word|---)(?P<words>.+?) \| .+? \| (?P<never>.+?) \|$", re.MULTILINE)
ROWS = list(ROW.finditer((ROOT / "docs" / "glossary.md").read_text()))
SENTENCES = set(re.findall(r"\w+", (ROOT / "locale/it/LC_MESSAGES/django.po").read_text()))
# The words refused by the glossary that have no other correct meaning.
NEVER = ("fixture", "participant", "ballot", "leaver", "latecomer", "leaderboard", "submit")


def parts(name: str) -> set[str]:
    """Return the words of an identifier in lower case, such as "score" and "sheet" for `ScoreSheet`."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def names_of(node: ast.AST) -> list[str]:
    """Return the names that a class, a function or an assignment defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets += [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


@cache
def named() -> dict[str, str]:
    """Return {word: example} for the words in the names of modules, classes, functions and fields."""
    places: dict[str, str] = {}
    for file in (each for app in APPS for each in sorted((ROOT / app).rglob("*.py"))):
        if "migrations" in file.parts:
            continue
        path = file.relative_to(ROOT).as_posix()
        names = [name for node in nodes(syntax(file.read_text())) for name in names_of(node)]
        for name in [file.stem, *names]:
            places |= dict.fromkeys(parts(name), f"{path}: {name}")
    return places


def in_english(cell: str) -> Iterator[str]:
    """Yield the English terms in a cell of the glossary; text in brackets and quoted code are omitted."""
    for word in re.split(r",| or | and ", re.sub(r"\(.*?\)|`.*?`|\.\.\.", "", cell)):
        yield word.strip(" ;")


def test_glossary_has_at_least_sixteen_rows() -> None:
    assert len(ROWS) > 15


@pytest.mark.parametrize("row", ROWS, ids=[row["words"] for row in ROWS])
def test_each_term_of_the_glossary_is_used(row: re.Match[str]) -> None:
    for term in in_english(row["words"]):
        for word in term.removeprefix("to ").split():
            forms = {word, f"{word}s", word.removesuffix("s"), word.replace("-", ""), *word.split("-")}
            assert forms & named().keys() or word in SENTENCES, f"{word} is used nowhere"


@pytest.mark.parametrize("word", NEVER)
def test_no_name_contains_a_word_forbidden_by_the_glossary(word: str) -> None:
    assert any(word in in_english(row["never"]) for row in ROWS)
    assert named().get(word, "nothing") == "nothing"
