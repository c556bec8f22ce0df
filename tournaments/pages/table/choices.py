"""What a page shows where a seat, a side, a suit, a number or a claim is asked for."""

from collections.abc import Mapping
from typing import Any

from scoring.game_parts import field_kinds as asked
from scoring.sheet.rules.hand import Field
from scoring.templatetags.suits import suit_name
from scoring.types import Problem
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.draft import Draft
from tournaments.pages.table.preview import Opening


def dealer(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """Whose turn it is to deal is known after the first hand; anybody may still be chosen."""
    chosen, sides = chosen_dealer(opening, draft), opening.profile.sides
    rounds = range(opening.profile.seats // sides)
    seats = [_seat(here, words.side + sides * turn, chosen=chosen) for turn in rounds for words in here.words]
    return {
        "name": field.key,
        "seats": seats,
        "known": opening.dealer is not None,
        "chosen": next((seat for seat in seats if seat["checked"]), None),
    }


def _seat(here: AtTable, seat: int, *, chosen: int | None) -> dict[str, Any]:
    who = here.word(here.view.profile.side(seat))
    name = here.view.names.get(seat, str(seat + 1))
    return {"seat": seat, "name": name, "who": who, "checked": seat == chosen}


def chosen_dealer(opening: Opening, draft: Draft) -> int | None:
    """Return who deals: as chosen, else whose turn it is."""
    said = draft.given("dealer")
    return int(said) if said.isdecimal() and int(said) < opening.profile.seats else opening.dealer


def side(
    here: AtTable, _opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """One of the sides, each with its mark."""
    return {"required": field.required, **_sides(here, draft, field.key)}


def _sides(here: AtTable, draft: Draft, name: str) -> dict[str, Any]:
    said = draft.given(name)
    return {"name": name, "sides": [{"who": who, "checked": str(who.side) == said} for who in here.words]}


def suit(
    _here: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """The four suits of the pack; one that need not be written may be left out again."""
    chosen = draft.given(field.key)
    return {
        "name": field.key,
        "required": field.required,
        "left_out": not chosen,
        "suits": suit_choices(opening, chosen),
        "deck": opening.profile,
    }


def suit_choices(opening: Opening, chosen: str) -> list[dict[str, Any]]:
    """Return the suits as they are chosen from."""
    return [
        {"letter": letter, "name": suit_name(letter, opening.profile), "checked": letter == chosen}
        for letter in suits_shown(opening.profile.pack.suits)
    ]


def suits_shown(suits: Mapping[str, str]) -> list[str]:
    """Return the suits in the order the buttons stand: red, red, black, black where there are colours."""
    return list(suits) if "B" in suits else sorted(suits, key="HDCS".find)


def number(
    _here: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """A number between the bounds that the rules set."""
    bounds: asked.Number = field.asked  # type: ignore[assignment]
    return {
        "name": field.key,
        "value": draft.given(field.key),
        "lowest": bounds.lowest(opening.profile),
        "highest": bounds.highest(opening.profile),
        "required": field.required,
    }


def claim(
    here: AtTable, _opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """Who claims, and what was counted so far."""
    most = field.asked.most  # type: ignore[union-attr]
    name = f"{field.key}_card_points"
    return {
        "key": field.key,
        "most": most,
        "claimant": _sides(here, draft, f"{field.key}_side"),
        "box": {"name": name, "value": draft.given(name)},
        "keypad": {},
    }
