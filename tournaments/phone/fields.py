"""The inputs of one step of writing a hand, as a page shows them; which there are is the game's affair."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import EntryStep
from scoring.game_parts.description import faces
from scoring.game_parts.fields import Field
from scoring.game_parts.profile import Profile
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import Problem, Sentence
from tournaments.phone.access import AtTable
from tournaments.phone.draft import Draft, body_of
from tournaments.phone.field_views import card, claim, dealer, number, shares, side, suit, suits_shown
from tournaments.phone.inputs import field_inputs, field_of, listed, read_list
from tournaments.phone.preview import Opening, so_far
from tournaments.phone.words import SideWords, lowered
from tournaments.web.hand_chips import declared_words, kind_label, worth_of_each


def declarations(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], errors: list[Problem]
) -> dict[str, Any]:
    """The declarations made so far, each with its undo, and the buttons that add one."""
    wanted: field_kinds.Declarations = field.input_kind  # type: ignore[assignment]
    text = draft.value(field.key)
    said = read_list(text)
    worth = _worth(opening, draft, field)
    placed = [[problem for problem in errors if _place(problem) == str(place)] for place in range(len(said))]
    return {
        "key": field.key,
        "deck": opening.profile,
        "value": text,
        "said": [
            {
                "place": place,
                "words": declared_words(opening.profile, kind_label(field, each), each),
                "suit": each.get("suit") if each.get("suit") in opening.profile.pack.suits else "",
                "side": _side_view(table, each.get("side")),
                "points": worth[place] if worth else None,
                "errors": [say(problem.message) for problem in placed[place]],
            }
            for place, each in enumerate(said)
        ],
        "placed": [problem for problems in placed for problem in problems],
        "kinds": [
            _kind(table, opening, draft, field, kind)
            for kind in wanted.kinds
            if _is_played(table, opening, draft, field, kind)
        ],
        "captures": wanted.captures(opening.profile),
    }


def _place(problem: Problem) -> str:
    return (*problem.where.split("/"), "", "")[2]


def _side_view(table: AtTable, side: object) -> SideWords | None:
    return next((who for who in table.words if who.side == side), None)


def _worth(opening: Opening, draft: Draft, field: Field[Any]) -> Sequence[int]:
    """What each has scored; nothing can be said while one of them is refused."""
    hand, _problems = so_far(opening, body_of(opening.card_game, opening.profile, draft))
    return worth_of_each(hand, field.key, opening.moment) if hand else ()


def _is_played(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], kind: field_kinds.DeclarationKind
) -> bool:
    """Whether the competition knows this kind: somebody could declare it first."""
    none = _kind(table, opening, draft.with_value(field.key, ""), field, kind)
    return any(not button["off"] for column in none["columns"] for button in column["buttons"])


def _kind(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], kind: field_kinds.DeclarationKind
) -> dict[str, Any]:
    """One kind: for each side a button, or one for each suit."""
    suits = suits_shown(opening.profile.pack.suits) if kind.needs_suit else [""]
    columns = [
        {
            "words": who,
            "buttons": [_button(opening, draft, field, f"{who.side}.{kind.key}.{suit}") for suit in suits],
        }
        for who in table.words
    ]
    return {"label": say(Sentence(kind.label)), "columns": columns, "by_suit": kind.needs_suit}


def _button(opening: Opening, draft: Draft, field: Field[Any], entry: str) -> dict[str, Any]:
    """A button that adds one declaration; it is off when the rules refuse what it would add."""
    made = read_list(draft.value(field.key))
    longer = draft.with_value(field.key, listed(draft.value(field.key), entry))
    _hand, problems = so_far(opening, body_of(opening.card_game, opening.profile, longer))
    here = f"/{field.key}/{len(made)}"
    off = any(problem.level == "error" and problem.where.startswith(here) for problem in problems)
    return {"value": f"{field.key}:{entry}", "suit": entry.rpartition(".")[2], "off": off}


def captured_view(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """One side, and a tick for each card; what they make is the script's to say."""
    wanted: field_kinds.Captured = field.input_kind  # type: ignore[assignment]
    profile = opening.profile
    whose, *ticks = field_inputs(profile, field)
    side = draft.value(whose) or str(table.words[0].side)
    suits = suits_shown(profile.pack.suits)
    return {
        "key": field.key,
        "points": wanted.points,
        "trick_point": wanted.trick_point,
        "tricks_words": _tricks_in_words(profile, wanted.trick_point),
        "cards_a_trick": profile.seats,
        "deck": profile,
        "whose": whose,
        "sides": [(words, str(words.side) == side) for words in table.words],
        "suits": [(suit, suit_name(suit, profile)) for suit in suits],
        "open": any(draft.value(name) for name in ticks),
        "rows": [
            {
                "rank": face.rank,
                "name": say(Sentence(face.name)),
                "value": face.value,
                "cards": [_tick(opening, draft, field, face.rank + suit) for suit in suits],
            }
            for face in faces(profile)
            if face.value
        ],
    }


def _tricks_in_words(profile: Profile, each: int) -> str:
    """Return what the tricks of a hand are worth."""
    tricks = len(profile.pack.cards) // profile.seats
    return ngettext("%(n)s point each, %(tricks)s in all", "%(n)s points each, %(tricks)s in all", each) % {
        "n": each,
        "tricks": tricks,
    }


def _tick(opening: Opening, draft: Draft, field: Field[Any], card: str) -> dict[str, Any]:
    name = f"{field.key}_{card}"
    return {
        "name": name,
        "card": card,
        "words": card_name(card, opening.profile),
        "on": draft.value(name) == card,
    }


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
    field_kinds.Dealer: ("seat", dealer),
    field_kinds.Side: ("side", side),
    field_kinds.CardOf: ("card", card),
    field_kinds.Suit: ("suit", suit),
    field_kinds.NumberKind: ("number", number),
    field_kinds.Shares: ("shared", shares),
    field_kinds.Declarations: ("declarations", declarations),
    field_kinds.ClaimKind: ("claim", claim),
    field_kinds.Captured: ("captured_cards", captured_view),
}
"""The template of each way of asking, and what it is given to show."""


def step_fields(
    table: AtTable, opening: Opening, draft: Draft, step: EntryStep, errors: Mapping[str, list[Problem]]
) -> list[FieldView]:
    """Return the fields of a step, in the order they are asked for."""
    return [_field(table, opening, draft, key, errors.get(key, [])) for key in step.fields]


def _field(table: AtTable, opening: Opening, draft: Draft, key: str, errors: list[Problem]) -> FieldView:
    field = field_of(opening.card_game, key)
    template, show = SHOWN[type(field.input_kind)]
    shown = show(table, opening, draft, field, errors)
    said = [problem for problem in errors if problem not in shown.get("placed", ())]
    return FieldView(
        key=key,
        label=say(Sentence(field.label)),
        template=f"phone/fields/{shown.get('look', template)}.html",
        show=shown,
        errors=tuple(say(problem.message) for problem in said),
    )


def label_of_step(step: EntryStep) -> str:
    """Return what a step is called."""
    return say(Sentence(step.label))


def field_given(opening: Opening, draft: Draft, key: str) -> bool:
    """Whether anything was typed into a field."""
    return any(draft.value(name) for name in field_inputs(opening.profile, field_of(opening.card_game, key)))


def half_chosen(opening: Opening, draft: Draft, key: str) -> bool:
    """Whether of a card only the suit or only the rank was chosen yet."""
    field = field_of(opening.card_game, key)
    parts = [bool(draft.value(name)) for name in field_inputs(opening.profile, field)]
    return isinstance(field.input_kind, field_kinds.CardOf) and any(parts) and not all(parts)


def said_so_far(opening: Opening, draft: Draft, steps: tuple[EntryStep, ...]) -> list[dict[str, str]]:
    """Return the name and the words of each card, suit and number chosen on these steps."""
    said = []
    for key in (key for step in steps for key in step.fields):
        field = field_of(opening.card_game, key)
        words = _SAID.get(type(field.input_kind), _unsaid)(opening, _typed(opening, draft, field))
        if words:
            said.append({"label": lowered(say(Sentence(field.label))), "words": words})
    return said


def _typed(opening: Opening, draft: Draft, field: Field[Any]) -> str:
    return "".join(draft.value(name) for name in field_inputs(opening.profile, field))


def _unsaid(_opening: Opening, _typed: str) -> str:
    return ""


def _said_card(opening: Opening, typed: str) -> str:
    return card_name(typed, opening.profile) if typed in opening.profile.pack.cards else ""


def _said_suit(opening: Opening, typed: str) -> str:
    return suit_name(typed, opening.profile) if typed in opening.profile.pack.suits else ""


_SAID: Mapping[type, Callable[[Opening, str], str]] = {
    field_kinds.CardOf: _said_card,
    field_kinds.Suit: _said_suit,
    field_kinds.NumberKind: lambda _opening, typed: typed,
}
