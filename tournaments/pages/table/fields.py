"""The inputs of one step of writing a hand, as a page shows them; which there are is the game's affair."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game_parts import field_kinds as asked
from scoring.game_parts.card_game import EntryStep
from scoring.sentences import Sentence
from scoring.sheet.rules.hand import Field
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import Problem
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.choices import claim, dealer, number, side, suit
from tournaments.pages.table.declared import declarations
from tournaments.pages.table.draft import Draft
from tournaments.pages.table.inputs import field_inputs, field_of
from tournaments.pages.table.preview import Opening
from tournaments.pages.table.shares import shares
from tournaments.pages.table.taken import taken
from tournaments.pages.table.turned import card
from tournaments.pages.table.words import lowered


@dataclass(frozen=True)
class FieldView:
    """One field: its key, the template that asks for it, what that needs, and what is wrong with it."""

    key: str
    label: str
    template: str
    show: Mapping[str, Any]
    errors: tuple[str, ...]


Show = Callable[[AtTable, Opening, Draft, Field[Any], list[Problem]], dict[str, Any]]

SHOWN: Mapping[type, tuple[str, Show]] = {
    asked.Dealer: ("seat", dealer),
    asked.Side: ("side", side),
    asked.CardOf: ("card", card),
    asked.Suit: ("suit", suit),
    asked.Number: ("number", number),
    asked.Shares: ("shared", shares),
    asked.Declarations: ("declarations", declarations),
    asked.Claim: ("claim", claim),
    asked.Taken: ("taken", taken),
}
"""The template of each way of asking, and what it is given to show."""


def step_fields(
    here: AtTable, opening: Opening, draft: Draft, step: EntryStep, errors: Mapping[str, list[Problem]]
) -> list[FieldView]:
    """Return the fields of a step, in the order they are asked for."""
    return [_field(here, opening, draft, key, errors.get(key, [])) for key in step.fields]


def _field(here: AtTable, opening: Opening, draft: Draft, key: str, errors: list[Problem]) -> FieldView:
    field = field_of(opening.card_game, key)
    template, show = SHOWN[type(field.asked)]
    shown = show(here, opening, draft, field, errors)
    said = [problem for problem in errors if problem not in shown.get("placed", ())]
    return FieldView(
        key=key,
        label=say(Sentence(field.label)),
        template=f"table/fields/{shown.get('look', template)}.html",
        show=shown,
        errors=tuple(say(problem.message) for problem in said),
    )


def label_of_step(step: EntryStep) -> str:
    """Return what a step is called."""
    return say(Sentence(step.label))


def field_given(opening: Opening, draft: Draft, key: str) -> bool:
    """Whether anything was typed into a field."""
    return any(draft.given(name) for name in field_inputs(opening.profile, field_of(opening.card_game, key)))


def half_chosen(opening: Opening, draft: Draft, key: str) -> bool:
    """Whether of a card only the suit or only the rank was chosen yet."""
    field = field_of(opening.card_game, key)
    parts = [bool(draft.given(name)) for name in field_inputs(opening.profile, field)]
    return isinstance(field.asked, asked.CardOf) and any(parts) and not all(parts)


def said_so_far(opening: Opening, draft: Draft, steps: tuple[EntryStep, ...]) -> list[dict[str, str]]:
    """Return the name and the words of each card, suit and number chosen on these steps."""
    said = []
    for key in (key for step in steps for key in step.fields):
        field = field_of(opening.card_game, key)
        words = _SAID.get(type(field.asked), _unsaid)(opening, _typed(opening, draft, field))
        if words:
            said.append({"label": lowered(say(Sentence(field.label))), "words": words})
    return said


def _typed(opening: Opening, draft: Draft, field: Field[Any]) -> str:
    return "".join(draft.given(name) for name in field_inputs(opening.profile, field))


def _unsaid(_opening: Opening, _typed: str) -> str:
    return ""


def _said_card(opening: Opening, typed: str) -> str:
    return card_name(typed, opening.profile) if typed in opening.profile.pack.cards else ""


def _said_suit(opening: Opening, typed: str) -> str:
    return suit_name(typed, opening.profile) if typed in opening.profile.pack.suits else ""


_SAID: Mapping[type, Callable[[Opening, str], str]] = {
    asked.CardOf: _said_card,
    asked.Suit: _said_suit,
    asked.Number: lambda _opening, typed: typed,
}
