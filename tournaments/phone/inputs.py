"""How each way of asking becomes inputs of a form, and what was typed there the value the rules read.

Decides nothing: what cannot be read is handed on as it is, for the rules to refuse in words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import CardGame, EntryStep
from scoring.game_parts.fields import Field
from scoring.game_parts.profile import Profile

NUMBER = re.compile(r"[0-9]{1,4}")
LONGEST = 12
LONGEST_LIST = 240


@dataclass(frozen=True)
class Inputs:
    """One way to ask: the parts its inputs are named by, and the value they make."""

    parts: Callable[[Profile, Any], Sequence[str]]
    value: Callable[[list[str]], Any]
    longest: int = LONGEST
    always: bool = False
    """Whether it is written even when nothing was typed: a list may have no entries."""


def whole_number_or_text(text: str) -> int | str | None:
    """Read a number; anything else is handed on as it is."""
    if not text:
        return None
    return int(text) if NUMBER.fullmatch(text) else text


def share_count(profile: Profile, shares: field_kinds.Shares) -> int:
    """Return how many numbers make the sum: one an owner, or one a side."""
    return len(shares.owners) or profile.sides


def read_list(text: str) -> list[dict[str, Any]]:
    """Read declarations as the address carries them: `0.marianna.H,1..S.c`, side, kind, suit, taken."""
    return [_entry(each.split(".")) for each in text.split(",") if each]


def _entry(parts: list[str]) -> dict[str, Any]:
    side, kind, suit, taken = [*parts, "", "", ""][:4]
    said = {"side": whole_number_or_text(side), "kind": kind, "suit": suit, "captured": taken == "c" or taken}
    return {key: value for key, value in said.items() if value not in ("", None)}


def listed(text: str, entry: str) -> str:
    """Return a list as the address carries it, with one more entry."""
    return ",".join(filter(None, [text, entry]))


def unlisted(text: str, place: str) -> str:
    """Return a list as the address carries it, without the entry of this place, from 0."""
    return ",".join(each for number, each in enumerate(text.split(",")) if str(number) != place)


def _cards_of_value(profile: Profile) -> list[str]:
    return [card for card, held in profile.pack.cards.items() if profile.card_values.get(held.rank)]


def _captured(parts: list[str]) -> dict[str, Any] | None:
    """Whose cards, and those that were ticked; a side alone says nothing."""
    ticked = [card for card in parts[1:] if card]
    return {"side": whole_number_or_text(parts[0]), "cards": ticked} if ticked else None


def _claim(parts: list[str]) -> dict[str, Any]:
    said = {"side": whole_number_or_text(parts[0]), "card_points": whole_number_or_text(parts[1])}
    return {key: value for key, value in said.items() if value is not None}


def _one(_profile: Profile, _field_kind: Any) -> Sequence[str]:
    return ("",)


def _single(parts: list[str]) -> int | str | None:
    return whole_number_or_text(parts[0])


INPUTS: Mapping[type, Inputs] = {
    field_kinds.Dealer: Inputs(_one, _single),
    field_kinds.Side: Inputs(_one, _single),
    field_kinds.NumberKind: Inputs(_one, _single),
    field_kinds.Suit: Inputs(_one, "".join),
    field_kinds.CardOf: Inputs(lambda _profile, _asked: ("rank", "suit"), "".join),
    field_kinds.Shares: Inputs(
        lambda profile, shares: [str(number) for number in range(share_count(profile, shares))],
        lambda parts: [whole_number_or_text(part) for part in parts],
    ),
    field_kinds.Declarations: Inputs(_one, lambda parts: read_list(parts[0]), LONGEST_LIST, always=True),
    field_kinds.ClaimKind: Inputs(lambda _profile, _asked: ("side", "card_points"), _claim),
    field_kinds.Captured: Inputs(lambda profile, _asked: ("side", *_cards_of_value(profile)), _captured),
}


def field_of(card_game: CardGame, key: str) -> Field[Any]:
    """Return a field of a card game by its key."""
    return next(field for field in card_game.fields if field.key == key)


def field_inputs(profile: Profile, field: Field[Any]) -> list[str]:
    """Return the names of the inputs that make one field."""
    parts = INPUTS[type(field.input_kind)].parts(profile, field.input_kind)
    return [f"{field.key}_{part}" if part else field.key for part in parts]


def step_inputs(card_game: CardGame, profile: Profile, step: EntryStep) -> dict[str, int]:
    """Return the names of the inputs of a step, and how long what is typed there may be."""
    fields = [field_of(card_game, key) for key in step.fields]
    return {
        name: INPUTS[type(field.input_kind)].longest
        for field in fields
        for name in field_inputs(profile, field)
    }
