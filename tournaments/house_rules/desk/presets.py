"""Form fields for the presets and options of any card game."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scoring.game_parts.card_game import CardGame, Preset
from scoring.game_parts.profile import Option
from scoring.strict_json import as_written
from tournaments.house_rules.selectors import HouseRulesNow

CUSTOM = "own"
HOUSE = "house"
TARGETS = "targets"


def preset_options(card_game: CardGame) -> list[Option]:
    """Return the options of a card game that at least one preset sets."""
    settled = {key for preset in card_game.presets for key in preset.profile}
    return [option for option in card_game.all_options if option.key in settled]


def settled_by(card_game: CardGame, preset: Preset) -> dict[str, Any]:
    """Return the option values of a preset, with defaults for the options that only other presets set."""
    usual = {option.key: as_written(option.default) for option in preset_options(card_game)}
    return {**usual, **preset.profile}


def preset_of(card_game: CardGame, profile: Mapping[str, Any]) -> str:
    """Return the key of the preset that matches a profile, or "own" if none does."""
    for preset in card_game.presets:
        if all(profile.get(key) == value for key, value in settled_by(card_game, preset).items()):
            return preset.key
    return CUSTOM


def choices_of(option: Option) -> list[tuple[Any, str]]:
    """Return the choices of an option as (value, name); empty for a boolean or an unrestricted number."""
    named = [(word, _(name)) for word, name in option.choices.items()]
    lists = [(value, ", ".join(map(str, value))) for value in _enumerated(option) if type(value) is list]
    return named + lists + [(number, _number_words(option, number)) for number in _steps(option)]


def _number_words(option: Option, number: int) -> str:
    return _(option.zero) if option.zero and not number else str(number)


def _enumerated(option: Option) -> Iterable[Any]:
    values = option.schema.get("enum", ())
    return values if isinstance(values, (list, tuple)) else ()


def _steps(option: Option) -> Iterable[int]:
    """Yield the valid numbers of an option, except those that are named choices."""
    parts: Any = option.schema.get("anyOf", ())
    for part in parts:
        if "minimum" in part:
            yield from range(part["minimum"], part["maximum"] + 1, part.get("multipleOf", 1))


def text_of(value: object) -> str:
    """Convert an option value to text for a form."""
    return value if isinstance(value, str) else json.dumps(value)


class Pills(forms.RadioSelect):
    """A widget that shows a few choices side by side as buttons."""


# The largest number of choices shown side by side; more are shown as a list.
FEW = 5


class WholeField(forms.IntegerField):
    """An integer field that is empty for 0; its placeholder explains the meaning of 0."""

    def __init__(self, *args: Any, zero: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.widget.attrs["placeholder"] = zero

    def to_python(self, value: Any) -> int | None:
        """Return 0 if the field is empty, and None if the field was not submitted."""
        return 0 if isinstance(value, str) and not value.strip() else super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """Return None for 0, so that the input is empty."""
        return None if value in (0, "0") else value


def option_field(option: Option, now: object = None, *, required: bool = True) -> forms.Field:
    """Return the form field of an option; the choices always include the current value."""
    label, about = _(option.label), _(option.about) if option.about else ""
    if chosen := choices_of(option):
        values = {text_of(value): value for value, _name in chosen}
        names = [(text_of(value), name) for value, name in chosen]
        if now is not None and text_of(now) not in values:
            values[text_of(now)] = now
            names.append((text_of(now), text_of(now)))
        return forms.TypedChoiceField(
            label=label, choices=names, coerce=values.__getitem__, empty_value=None, required=required,
            help_text=about, widget=Pills if len(names) <= FEW else forms.Select,
        )  # fmt: skip
    if option.schema["type"] == "integer":
        bounds: Any = option.schema
        limits = {"min_value": bounds["minimum"], "max_value": bounds["maximum"], "help_text": about}
        if option.zero:
            return WholeField(label=label, required=False, zero=_(option.zero), **limits)
        step = bounds.get("multipleOf", 1)
        return forms.IntegerField(label=label, required=required, step_size=step, **limits)
    return forms.BooleanField(label=label, required=False, help_text=about)


def shown_value(value: object) -> object:
    """Convert an option value to the initial value of its form field."""
    return value if isinstance(value, (bool, int)) or value is None else text_of(value)


def read_targets(text: str) -> list[int]:
    """Convert the entered target scores of the games, e.g. "35, 35, 45"; raise ValidationError if invalid."""
    if not re.fullmatch(r"\s*[0-9]{1,4}(\s*[,; ]\s*[0-9]{1,4})*\s*", text):
        raise forms.ValidationError(_("Write the targets as numbers: 35, 35, 45."))
    return [int(number) for number in re.findall("[0-9]+", text)]


class PresetForm(forms.Form):
    """A form for choosing a preset or, instead, entering the values that presets set."""

    preset = forms.ChoiceField(label=gettext_lazy("How it is played"), widget=forms.RadioSelect)

    card_game: CardGame

    def choose_from(self, card_game: CardGame, *, offer_own: bool) -> None:
        """Add a choice for each preset of a card game and, with `offer_own`, fields for other values."""
        self.card_game = card_game
        self.own_options = preset_options(card_game) if offer_own else []
        choices = [(preset.key, _(preset.name)) for preset in card_game.presets]
        if offer_own:
            only_targets = all(option.key == TARGETS for option in self.own_options)
            choices.append((CUSTOM, _("Other targets") if only_targets else _("Otherwise")))
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]
        self.fields["preset"].initial = choices[0][0]
        match preset_options(card_game):
            case [option] if option.key != TARGETS:
                self.fields["preset"].label = _(option.label)
        for option in self.own_options:
            self.fields[option.key] = _own_field(option)

    def offer_house_rules(self, house: HouseRulesNow) -> None:
        """Select the preset that equals the house rules, or add the house rules as a separate choice."""
        if not house.version:
            return
        field, preset = self.fields["preset"], preset_of(self.card_game, house.profile)
        if preset == CUSTOM:
            preset = HOUSE
            choices = [(HOUSE, _("As the house rules say")), *field.choices]  # type: ignore[attr-defined]
            field.choices = choices  # type: ignore[attr-defined]
        field.initial = preset

    def own_fields(self) -> list[forms.BoundField]:
        """Return the fields of the options that the user can set if no preset is chosen."""
        return [self[option.key] for option in self.own_options]

    def clean_targets(self) -> list[int]:
        """Return the entered target scores, or an empty list if a preset is chosen."""
        wanted = self.cleaned_data.get("preset") == CUSTOM
        return read_targets(self.cleaned_data[TARGETS]) if wanted else []

    def played_by(self) -> dict[str, Any]:
        """Return the profile of the chosen preset or of the entered values.

        If the house rules are chosen, the profile is empty, because the house rules then supply all options.
        """
        fields = self.cleaned_data
        for preset in self.card_game.presets:
            if preset.key == fields["preset"]:
                return settled_by(self.card_game, preset)
        return {
            option.key: fields[option.key] for option in self.own_options if fields[option.key] is not None
        }


def _own_field(option: Option) -> forms.Field:
    if option.key != TARGETS:
        return option_field(option, required=False)
    usual: Any = option.default
    return forms.CharField(
        label=_("Own targets"), required=False, max_length=40,
        help_text=_("One number for each game: 1, 3 or 5 of them."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": ", ".join(map(str, usual))}),
    )  # fmt: skip
