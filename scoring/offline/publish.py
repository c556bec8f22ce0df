"""The definition of a card game for a phone: all that its verdicts need, as data, in one language."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, override

from scoring.games import CARD_GAMES, CardGame
from scoring.offline.graph import Graph
from scoring.offline.syntax import Form
from scoring.offline.verdict import hand_verdict, sheet_verdict
from scoring.sentences import ngettext as ngettext_of_the_rules

FORMAT = 2
"""Counts up when `verdict.js` has to read another form."""


@dataclass(frozen=True)
class Definition:
    """A definition as it is sent, packed by gzip too, and a tag that changes when it does."""

    text: bytes
    packed: bytes
    tag: str


def definition(card_game: CardGame) -> Definition:
    """Return the definition of a card game in the active language."""
    return _definition(card_game, get_language() or "en")


@lru_cache(maxsize=64)
def _definition(card_game: CardGame, language: str) -> Definition:
    with override(language):
        text = json.dumps(definition_of(card_game), ensure_ascii=False, separators=(",", ":")).encode()
    return Definition(text, gzip.compress(text, mtime=0), hashlib.sha256(text).hexdigest()[:16])


def definition_of(card_game: CardGame) -> dict[str, Any]:
    """Return the definition of a card game as data, its words in the active language."""
    graph, entries = graph_of(card_game)
    forms = (graph.values, graph.codes)
    return {
        "format": FORMAT,
        "card_game": card_game.key,
        "language": get_language(),
        "entries": entries,
        "values": translated(graph.values),
        "codes": translated(graph.codes),
        "words": _plurals(forms, graph.refer(ngettext_of_the_rules)),
    }


@lru_cache(maxsize=64)
def graph_of(card_game: CardGame) -> tuple[Graph, Mapping[str, int]]:
    """Write the game and the functions of `offline.py`, until no more fields and methods are asked for.

    Of all card games there is this one alone.
    """
    roots = {"game": card_game, "hand": hand_verdict, "sheet": sheet_verdict}
    wanted: frozenset[str] = frozenset()
    while True:
        graph = Graph(wanted, {id(CARD_GAMES): {card_game.key: card_game}})
        entries = {name: graph.place(value) for name, value in roots.items()}
        if graph.attributes <= wanted:
            return graph, entries
        wanted |= graph.attributes


def translated(form: Form) -> Form:
    """Return a form in which each text has beside it how the language says it, where that is otherwise."""
    if not isinstance(form, list | tuple):
        return form
    if len(form) == 2 and form[0] == "'":
        said = gettext(form[1]) if form[1].strip() else form[1]
        return form if said == form[1] else [*form, said]
    return [translated(part) for part in form]


def _plurals(form: Form, chooses: Form) -> dict[str, str]:
    """The texts chosen by a count, each by itself: both languages know one and many."""
    if not isinstance(form, list | tuple):
        return {}
    found: dict[str, str] = {}
    if form and form[0] in ("(", "(=") and form[1] == chooses:
        one, many = (text for _sign, text in form[-3:-1])
        said = {one: ngettext(one, many, 1), many: ngettext(one, many, 2)}
        found = {text: other for text, other in said.items() if other != text}
    for part in form:
        found |= _plurals(part, chooses)
    return found
