"""The inputs of a whole hand on one form, by how each field is asked for: the game's own file says which.

At the table a hand is written step by step; the director puts it right all at once. What is typed becomes the
value the rules read by the same table as there (`tournaments/phone/inputs.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.game_parts import field_kinds
from scoring.game_parts.fields import Field
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import Sentence
from tournaments.phone.inputs import INPUTS, LONGEST, read_list
from tournaments.web.hand_chips import declared_words, kind_label
from tournaments.web.sheet_view import SheetView

Choices = list[Any]
Made = dict[str, forms.Field]
"""The inputs of one field, by what comes after its key."""

MORE_DECLARATIONS = 2
NONE = ("", "–")


def asked_fields(view: SheetView) -> list[Field[Any]]:
    """Return the fields of a hand that people write."""
    return [field for field in view.card_game.fields if type(field.input_kind) in ASKED]


def inputs_of(view: SheetView, field: Field[Any], value: Any) -> Made:
    """Return the inputs that ask for one field, with what stands there."""
    make, spread = ASKED[type(field.input_kind)]
    parts = spread(value) if value is not None else []
    inputs = make(view, field, parts)
    for typed, each in zip(parts, inputs.values(), strict=False):
        each.initial = typed
    return inputs


def value_of(field: Field[Any], parts: Sequence[str], standing: Any = None) -> Any:
    """Return what was typed as the rules read it; None where nothing was.

    A declaration that stands as it was keeps what else other programs wrote of it.
    """
    inputs = INPUTS[type(field.input_kind)]
    if isinstance(field.input_kind, field_kinds.Declarations):
        known = dict(zip(enumerate(_spread_declarations(standing or [])), standing or [], strict=True))
        entries = [known.get(each) or read_list(each[1])[0] for each in enumerate(parts) if each[1]]
        return [dict(entry) for entry in entries]
    return inputs.value(list(parts)) if inputs.always or any(parts) else None


def _label(field: Field[Any]) -> str:
    return say(Sentence(field.label))


def _chosen(label: str, choices: Choices) -> forms.Field:
    return forms.ChoiceField(label=label, choices=[NONE, *choices], required=False)


def _typed(label: str) -> forms.Field:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return forms.CharField(label=label, max_length=LONGEST, required=False, widget=widget)


def _sides(view: SheetView) -> Choices:
    return [(str(side.side), side.name) for side in view.sides]


def _dealer(view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    seats = range(view.profile.seats)
    return {"": _chosen(_label(field), [(str(seat), view.names.get(seat, str(seat + 1))) for seat in seats])}


def _side(view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    return {"": _chosen(_label(field), _sides(view))}


def _card(view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    by_suit = [
        (
            suit_name(suit, view.profile),
            [(f"{rank}{suit}", card_name(f"{rank}{suit}", view.profile)) for rank in view.profile.ranks],
        )
        for suit in view.profile.pack.suits
    ]
    return {"": _chosen(_label(field), by_suit)}


def _suit(view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    return {
        "": _chosen(
            _label(field), [(suit, suit_name(suit, view.profile)) for suit in view.profile.pack.suits]
        )
    }


def _number(_view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    return {"": _typed(_label(field))}


def _shares(view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    owners = [say(Sentence(name)) for name in field.input_kind.owners] or [side.name for side in view.sides]  # type: ignore[union-attr]
    label = _label(field)
    return {
        f"_{place}": _typed(_("%(what)s: %(whose)s") % {"what": label, "whose": whose})
        for place, whose in enumerate(owners)
    }


def _declarations(view: SheetView, field: Field[Any], parts: Sequence[str]) -> Made:
    wanted: field_kinds.Declarations = field.input_kind  # type: ignore[assignment]
    label, taken = _label(field), ("", ".c") if wanted.captures(view.profile) else ("",)
    choices = [
        (
            side.name,
            [
                _declaration(view, field, f"{side.side}.{kind.key}.{suit}{how}")
                for kind in wanted.kinds
                for suit, how in product(view.profile.pack.suits if kind.needs_suit else [""], taken)
            ],
        )
        for side in view.sides
    ]
    known = {entry for _side, entries in choices for entry, _words in entries}
    other = [_declaration(view, field, part) for part in dict.fromkeys(parts) if part not in known]
    return {
        f"_{place}": _chosen(
            _("%(what)s: %(whose)s") % {"what": label, "whose": place + 1}, [*choices, *other]
        )
        for place in range(len(parts) + MORE_DECLARATIONS)
    }


def _declaration(view: SheetView, field: Field[Any], entry: str) -> tuple[str, str]:
    (said,) = read_list(entry)
    return entry, declared_words(view.profile, kind_label(field, said), said)


def _claim(view: SheetView, field: Field[Any], _parts: Sequence[str]) -> Made:
    points = _("%(what)s: %(whose)s") % {"what": _label(field), "whose": _("card points counted")}
    return {"_side": _chosen(_label(field), _sides(view)), "_card_points": _typed(points)}


def _spread_one(value: Any) -> list[str]:
    return [str(value)]


def _spread_shares(value: Any) -> list[str]:
    return ["" if each is None else str(each) for each in value]


def _spread_declarations(value: Any) -> list[str]:
    return [
        ".".join(str(each.get(key, "")) for key in ("side", "kind", "suit"))
        + (".c" if each.get("captured") else "")
        for each in value
    ]


def _spread_claim(value: Any) -> list[str]:
    return [str(value.get("side", "")), str(value.get("card_points", ""))]


Make = Callable[[SheetView, Field[Any], Sequence[str]], Made]
ASKED: Mapping[type, tuple[Make, Callable[[Any], list[str]]]] = {
    field_kinds.Dealer: (_dealer, _spread_one),
    field_kinds.Side: (_side, _spread_one),
    field_kinds.CardOf: (_card, _spread_one),
    field_kinds.Suit: (_suit, _spread_one),
    field_kinds.NumberKind: (_number, _spread_one),
    field_kinds.Shares: (_shares, _spread_shares),
    field_kinds.Declarations: (_declarations, _spread_declarations),
    field_kinds.ClaimKind: (_claim, _spread_claim),
}
"""For each way of asking: its inputs, and what stands there as they would have been typed."""
