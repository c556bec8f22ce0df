"""The form for one hand of a paper sheet: the fields of the card game, with cards entered as letters.

The card-game rules alone check the hand; a text that the form cannot parse is passed to them unchanged.
"""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.game_parts.profile import Profile
from scoring.sheet.rules.log import Place
from scoring.templatetags.suits import rank_letter, suit_name
from scoring.translation import say
from scoring.types import HandState, RuleError
from tournaments.errors import status_of
from tournaments.matches.desk.hand_form import HandForm
from tournaments.matches.sheet_view import SheetView

LONGEST_CARD = 8
LONGEST_KEY = 64
FOLDED = ("tricks", "state", "note", "strike")


class PaperForm(HandForm):
    """The form for one hand. The dealer is filled in if known; the first empty field has the focus."""

    def __init__(
        self,
        view: SheetView,
        place: Place,
        body: Mapping[str, Any],
        version: int,
        data: QueryDict | None = None,
        *,
        dealer: int | None = None,
    ) -> None:
        super().__init__(view, place, body, version, data)
        self.fields["key"] = forms.CharField(
            widget=forms.HiddenInput, max_length=LONGEST_KEY, initial=lambda: str(uuid4())
        )
        for each in self.hand_fields:
            if each.kind.in_letters:
                self.fields[each.key] = self._card(self.fields[each.key])
            elif each.key == "dealer" and not body and dealer is not None:
                self.fields[each.key].initial = str(dealer)
        inputs = [name for names in self.names.values() for name in names]
        self.order_fields(["version", "key", *inputs])
        empty = [name for name in inputs if not self.fields[name].initial]
        if inputs and not self.is_bound:
            self.fields[[*empty, *inputs][0]].widget.attrs["autofocus"] = True

    def _card(self, chosen: forms.Field) -> forms.CharField:
        suits = ", ".join(
            _("%(letter)s for %(suit)s") % {"letter": name[0], "suit": name}
            for name in (suit_name(suit, self.view.profile) for suit in self.view.profile.pack.suits)
        )
        return forms.CharField(
            label=chosen.label,
            help_text=_("Rank, then suit: %(suits)s") % {"suits": suits},
            initial=shown_card(chosen.initial, self.view.profile),
            required=False,
            max_length=LONGEST_CARD,
            widget=forms.TextInput(attrs={"autocomplete": "off", "size": 4, "autocapitalize": "characters"}),
        )

    def leave_out_rulings(self) -> None:
        """Remove the choices for the end of a hand that only a referee may make, except a recorded choice."""
        self.fields["state"] = self.state_field(rulings=False)

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown: fields that are neither collapsed nor hidden."""
        folded = {field.name for field in self.more_fields}
        return [field for field in self.visible_fields() if field.name not in folded]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The collapsed fields, rarely needed: tricks, ending, note, and the box to strike the hand."""
        required_names = {name for each in self.hand_fields if each.required for name in self.names[each.key]}
        names = [name for key in FOLDED for name in self.names.get(key, [key])]
        return [self[name] for name in names if name in self.fields and name not in required_names]

    @property
    def more_are_used(self) -> bool:
        """Return True if a collapsed field has an error or a value, or if the hand did not end normally."""
        ended = self["state"].value() != HandState.PLAYED.value
        other_fields = [field for field in self.more_fields if field.name != "state"]
        return ended or any(field.errors or field.value() for field in other_fields)

    def let_go(self) -> None:
        """Remove the focus from this form, because another form on the page has the focus."""
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)

    def refuse(self, refusal: RuleError) -> None:
        """Add each error of a refused hand to the form field that it concerns."""
        self.refused_with = status_of(refusal)
        for problem in refusal.problems:
            self.say(problem.where, problem)
        if not refusal.problems:
            self.add_error(None, say(refusal.message))

    @property
    def key(self) -> str:
        """The idempotency key of the form, so that a hand that is sent twice is recorded once."""
        return str(self.cleaned_data["key"])

    def wanted(self) -> dict[str, Any]:
        """Return the submitted hand, with its cards in the notation of the rules."""
        for each in self.hand_fields:
            if each.kind.in_letters:
                typed = self.cleaned_data.get(each.key, "")
                self.cleaned_data[each.key] = read_card(typed, self.view.profile)
        return super().wanted()

    def late(self) -> dict[str, Any]:
        """Return the submitted hand marked as void, because it was played after the end of its game."""
        self.wanted()
        return {**self.typed({}), "state": HandState.VOID.value}


def read_card(typed: str, profile: Profile) -> str:
    """Convert a card entered as letters to the notation of the rules: the Italian `rc` becomes KH.

    A text that is not a card is returned unchanged.
    """
    letters = "".join(typed.split()).casefold()
    ranks = [(rank_letter(rank), rank) for rank in profile.ranks]
    # the letter in the reader's language first, then the letter of the rules
    ranks += [(rank, rank) for rank in profile.ranks]
    for rank_text, rank in sorted(ranks, key=lambda way: -len(way[0])):
        if letters.startswith(rank_text.casefold()) and len(letters) > len(rank_text):
            rest = letters[len(rank_text) :]
            suits = profile.pack.suits
            called = [suit for suit in suits if suit_name(suit, profile).casefold().startswith(rest)]
            if len(called) == 1:
                return f"{rank}{called[0]}"
            if rest.upper() in suits:
                return f"{rank}{rest.upper()}"
    return typed


def shown_card(card: Any, profile: Profile) -> str:
    """Return the letters that a user types for a card."""
    if not card:
        return ""
    return f"{rank_letter(card[:-1])}{suit_name(card[-1], profile)[0].upper()}"
