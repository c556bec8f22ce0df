"""A hand while it is being written: what was chosen so far, carried from step to step in the address.

Nothing is kept on the server, so two tabs never mix. Which inputs there are follows from the fields of
the card game; what they mean is left to its rules.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from scoring.rules.card_game import CardGame, EntryStep
from scoring.rules.hand import Field
from scoring.rules.log import Place

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
NUMBER = re.compile(r"[0-9]{1,4}")
LONGEST = 12


@dataclass(frozen=True)
class Draft:
    """The values typed so far, by input name, and the key that was made when the hand was opened."""

    place: Place
    key: str
    values: Mapping[str, str]

    def query(self, **more: str) -> str:
        """Return the draft as a query string."""
        return urlencode({**self.values, "key": self.key, **more})

    def without(self, *names: str) -> "Draft":
        """Return the draft with some inputs emptied."""
        return replace(self, values={name: value for name, value in self.values.items() if name not in names})

    def given(self, name: str) -> str:
        """Return what was typed into an input."""
        return self.values.get(name, "")

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Every input with its value, as hidden fields carry them."""
        return [*self.values.items(), ("key", self.key)]


def read_draft(card_game: CardGame, place: Place, sent: Mapping[str, str]) -> Draft:
    """Read a draft from what was sent; unknown names are left out, a missing key is made."""
    names = [name for step in card_game.entry_steps for name in step_inputs(card_game, step)]
    values = {name: sent.get(name, "").strip()[:LONGEST] for name in names}
    key = sent.get("key", "")
    fresh = key if KEY.fullmatch(key) else secrets.token_urlsafe(12)
    return Draft(place, fresh, {name: value for name, value in values.items() if value})


def step_inputs(card_game: CardGame, step: EntryStep) -> list[str]:
    """Return the names of the inputs of a step."""
    return [name for key in step.fields for name in field_inputs(card_game, key)]


def field_inputs(card_game: CardGame, key: str) -> list[str]:
    """Return the names of the inputs that make one field."""
    return [
        f"{key}_{part}" if part else key
        for part in _KINDS[kind_of(field_of(card_game, key))].parts(card_game)
    ]


def field_of(card_game: CardGame, key: str) -> Field[Any]:
    """Return a field of a card game by its key."""
    return next(field for field in card_game.fields if field.key == key)


def kind_of(field: Field[Any]) -> str:
    """Return how a field is asked for: seat, card or shared, told by the shape of its value."""
    shape = field.schema.get("type")
    if shape == "array":
        return "shared"
    return "card" if shape == "string" else "seat"


def body_of(card_game: CardGame, draft: Draft) -> dict[str, Any]:
    """Return the hand as it is written down so far; what is empty is left out."""
    body: dict[str, Any] = {}
    for step in card_game.entry_steps:
        for key in step.fields:
            parts = [draft.given(name) for name in field_inputs(card_game, key)]
            if any(parts):
                body[key] = _KINDS[kind_of(field_of(card_game, key))].value(parts)
    return body


@dataclass(frozen=True)
class _Kind:
    """One way to ask for a field: the parts of its inputs, and the value they make."""

    parts: Callable[[CardGame], list[str]]
    value: Callable[[list[str]], Any]


def _number(text: str) -> int | str | None:
    """Read a number; anything else is handed on as it is, for the rules to refuse in words."""
    if not text:
        return None
    return int(text) if NUMBER.fullmatch(text) else text


_KINDS: Mapping[str, _Kind] = {
    "seat": _Kind(lambda _game: [""], lambda parts: _number(parts[0])),
    "card": _Kind(lambda _game: ["rank", "suit"], "".join),
    "shared": _Kind(
        lambda game: [str(side) for side in range(game.sides)],
        lambda parts: [_number(part) for part in parts],
    ),
}
