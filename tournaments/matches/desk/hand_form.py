"""The desk form for one hand; the field kinds in `scoring/field_kinds/` define its inputs.

Players enter a hand step by step on a phone; in this form, the director enters or corrects a hand.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.field_kinds.base import Field, FormInput
from scoring.field_kinds.basic import WRONG_SUM
from scoring.sheet.rules.log import Place
from scoring.sheet.rules.reader import LONGEST_NOTE
from scoring.sheet.services.corrections import HandChange
from scoring.translation import say
from scoring.types import HandState, Problem, Sentence, _ as marked
from tournaments.matches.hand_endings import ended_as
from tournaments.matches.hand_words import HandWords
from tournaments.matches.sheet_view import SheetView

MAX_INPUT_LENGTH = 12
NONE = ("", "–")
# The message for the desk, instead of the message that asks a table to count the cards again.
WRONG_SUM_AT_DESK = marked("%(field)s: together they make %(sum)d, not %(total)d. Look at the numbers again.")
Body = Mapping[str, Any]


class HandForm(forms.Form):
    """The form of a hand: its fields, its ending, and a checkbox that strikes the hand."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, view: SheetView, place: Place, body: Body, version: int, data: QueryDict | None
    ) -> None:
        super().__init__(data, prefix=f"{place[0]}-{place[1]}")
        self.view, self.place, self.body, self.base_version = view, place, body, version
        self.hand_fields = [field for field in view.card_game.fields if field.kind.at_the_desk]
        self.names: dict[str, list[str]] = {}
        self.conflict = ""
        self.guides: list[str] = []
        self.asked_for = False
        self.fields["version"].initial = version
        self.fields["state"] = self.state_field()
        for each in self.hand_fields:
            inputs = inputs_of(view, each, body.get(each.key))
            self.names[each.key] = [f"{each.key}{part}" for part in inputs]
            self.fields.update({f"{each.key}{part}": inputs[part] for part in inputs})
        self.fields["note"] = forms.CharField(
            label=_("Referee’s note"), max_length=LONGEST_NOTE, required=False, initial=body.get("note", "")
        )
        if version:
            self.fields["strike"] = forms.BooleanField(label=_("Strike this hand"), required=False)

    def state_field(self, *, rulings: bool = True) -> forms.ChoiceField:
        """Return the field for the ending of the hand.

        Without `rulings`, endings that only the director may choose are left out, except the current ending.
        """
        ended = self.body.get("state", HandState.PLAYED.value)
        states = [
            (state.value, say(Sentence(rule.label)))
            for state, rule in self.view.card_game.states.items()
            if rulings or not rule.ruling or state == ended
        ]
        return forms.ChoiceField(label=_("How it ended"), choices=states, initial=ended)

    @property
    def words(self) -> str:
        """The current hand as one line of text; empty if no hand is recorded."""
        return HandWords(self.view.card_game, self.body, self.view.called).line() if self.body else ""

    @property
    def open(self) -> bool:
        """True if the page shows the inputs of the hand, because the hand was submitted or selected."""
        return self.is_bound or self.asked_for

    @property
    def touched(self) -> bool:
        """True if the submitted hand differs from the hand that the page showed."""
        return self.is_bound and bool(set(self.changed_data) - {"version"})

    def change(self) -> HandChange:
        """Return the submitted change of the hand as an argument of the correction service."""
        body = None if self.cleaned_data.get("strike") else self.wanted()
        return HandChange(self.place, self.cleaned_data["version"], body)

    def wanted(self) -> dict[str, Any]:
        """Return the submitted hand, without the fields that the submitted ending does not allow.

        Other fields that are not on the form keep their values.
        """
        rest = {key: value for key, value in self.body.items() if key not in (*self.names, "state", "note")}
        state = HandState(self.cleaned_data["state"])
        hand = ended_as(self.view.card_game, state, rest | self.typed(self.body))
        note = self.cleaned_data["note"]
        return {**hand, "note": note} if note else hand

    def typed(self, before: Body) -> dict[str, Any]:
        """Return the submitted fields of the hand. `before` is the stored hand."""
        texts = {
            key: [self.cleaned_data.get(name, "") for name in names] for key, names in self.names.items()
        }
        values = {
            each.key: each.kind.form_value(texts[each.key], before.get(each.key)) for each in self.hand_fields
        }
        return {key: value for key, value in values.items() if value is not None}

    def say(self, where: str, problem: Problem) -> None:
        """Add an error to the input at `where`, or to the whole form if there is no such input."""
        key, part = (*where.strip("/").split("/"), "", "")[:2]
        names = self.names.get(key, [])
        exact = [name for name in (f"{key}_{part}", key) if name in self.fields]
        message = problem.message
        if message.text == WRONG_SUM:
            message = replace(message, text=WRONG_SUM_AT_DESK)
        self.add_error(next(iter([*exact, *names]), None), say(message))


def inputs_of(view: SheetView, field: Field[Any], value: Any) -> dict[str, forms.Field]:
    """Return the form inputs of one field of a hand with their current values.

    The keys are the suffixes of the input names.
    """
    names = view.called
    parts = field.kind.form_parts(value) if value is not None else []
    inputs = {ending: _input(each) for ending, each in field.kind.form_inputs(field, names, parts).items()}
    for typed, each in zip(parts, inputs.values(), strict=False):
        each.initial = typed
    return inputs


def _input(what: FormInput) -> forms.Field:
    if what.choices is not None:
        return forms.ChoiceField(label=what.label, choices=[NONE, *what.choices], required=False)
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return forms.CharField(label=what.label, max_length=MAX_INPUT_LENGTH, required=False, widget=widget)
