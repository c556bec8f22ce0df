"""The card game's own presets and options as fields of a form; nothing here knows which game it is."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.card_game import CardGame
from scoring.rules.options import Option

OWN = "own"


def preset_choices(card_game: CardGame) -> list[tuple[str, str]]:
    """Return the presets by the names clubs know them by."""
    return [(preset.key, _(preset.name)) for preset in card_game.presets]


def preset_of(card_game: CardGame, profile: Mapping[str, Any]) -> str:
    """Return the preset whose targets a profile has, or `own`."""
    for preset in card_game.presets:
        if preset.profile.get("targets") == list(profile.get("targets", ())):
            return preset.key
    return OWN


def targets_of_preset(card_game: CardGame, key: str) -> list[int] | None:
    """Return the targets of a preset."""
    return next((list(preset.profile["targets"]) for preset in card_game.presets if preset.key == key), None)  # type: ignore[call-overload]


def option_field(option: Option) -> forms.Field:
    """Return the field for one option: a switch, or a choice among words."""
    label = _(option.label)
    if option.choices:
        return forms.ChoiceField(
            label=label, choices=[(key, _(name)) for key, name in option.choices.items()]
        )
    return forms.BooleanField(label=label, required=False)


def read_targets(text: str) -> list[int]:
    """Return the targets of "35, 35, 45"; raise ValidationError when it is not such a list."""
    if not re.fullmatch(r"\s*[0-9]{1,3}(\s*[,; ]\s*[0-9]{1,3})*\s*", text):
        raise forms.ValidationError(_("Write the targets as numbers: 35, 35, 45."))
    return [int(number) for number in re.findall("[0-9]+", text)]


class TargetsForm(forms.Form):
    """The games of a match: a preset, or targets of one's own."""

    preset = forms.ChoiceField(label=gettext_lazy("Games of a match"), widget=forms.RadioSelect)
    targets = forms.CharField(
        label=gettext_lazy("Own targets"), required=False, max_length=40,
        help_text=gettext_lazy("One number for each game: 1, 3 or 5 of them."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "35, 35, 45"}),
    )  # fmt: skip

    card_game: CardGame

    def choose_from(self, card_game: CardGame, *, own: bool) -> None:
        """Offer the presets of a card game, and targets of one's own where wished."""
        self.card_game = card_game
        choices = preset_choices(card_game) + ([(OWN, _("Other targets"))] if own else [])
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]
        self.fields["preset"].initial = choices[0][0]
        if not own:
            del self.fields["targets"]

    def clean_targets(self) -> list[int]:
        """Read one's own targets when they are asked for."""
        wanted = self.cleaned_data.get("preset") == OWN
        return read_targets(self.cleaned_data["targets"]) if wanted else []

    def chosen_targets(self) -> list[int]:
        """Return the targets to play by."""
        return targets_of_preset(self.card_game, self.cleaned_data["preset"]) or self.cleaned_data["targets"]
