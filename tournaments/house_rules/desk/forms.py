"""Form fields for the order of tie-breaks, match points and the correction policy.

The fields are used on the page of the house rules and on the page of a stage.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Option
from scoring.strict_json import as_written
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.correction_policies import CorrectionEffect, Family, Following, FollowUp
from tournaments.competition.standings.tally import USUAL
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from tournaments.house_rules.desk.presets import CUSTOM, PresetForm, option_field, preset_of, shown_value
from tournaments.house_rules.rules import choices as house_choices
from tournaments.house_rules.rules.choices import EVERY_FAMILY, ChainAct

MOVE, ADDED = "move", "added"
HALF = Decimal("0.5")

QUESTIONS = {
    Following.UNPAIRED: gettext_lazy("If it is not paired yet?"),
    Following.PUBLISHED: gettext_lazy("If it is paired but nobody plays?"),
    Following.STARTED: gettext_lazy("If it is being played?"),
    Following.FINISHED: gettext_lazy("If it is over?"),
}
EFFECTS = {
    CorrectionEffect.WINNER: gettext_lazy("the winner changes"),
    CorrectionEffect.SCORE: gettext_lazy("only the score changes"),
    CorrectionEffect.TIE: gettext_lazy("a tie-break puts another first"),
}
FOLLOW_UPS = {
    FollowUp.MOVES: pgettext_lazy("the next round", "Moves"),
    FollowUp.STAYS: pgettext_lazy("the next round", "Stays"),
    FollowUp.DECIDE: gettext_lazy("Director decides"),
}
POINTS = {
    "win": pgettext_lazy("match points", "Win"),
    "level": pgettext_lazy("match points", "Draw"),
    "loss": pgettext_lazy("match points", "Loss"),
    "bye": pgettext_lazy("match points", "Bye"),
}


class ChainLine(NamedTuple):
    """A tie-break, its explanation, and its position in the order."""

    number: int
    key: str
    name: str
    meaning: str
    first: bool
    last: bool
    # True if it is the only tie-break, which cannot be removed.
    alone: bool


class Question(NamedTuple):
    """A question about the correction policy, with a field for the common answer and one for each effect."""

    label: str
    field: forms.BoundField
    finer: list[forms.BoundField]


def chain_name(key: str) -> str:
    """Return the name of a tie-break."""
    return say(Sentence(TIE_BREAKS[key].name))


class ChoicesForm(PresetForm):
    """The form for presets, the order of tie-breaks, match points and the correction policy."""

    tie_breaks = forms.CharField(required=False, widget=forms.HiddenInput)
    # The family of the format. None if the form is for all formats.
    family: Family | None

    def ask_choices(
        self,
        card_game: CardGame,
        *,
        tie_breaks: Sequence[str],
        match_points: Mapping[str, Any],
        corrections: Mapping[str, Any],
        families: Sequence[Family] = EVERY_FAMILY,
    ) -> None:
        """Add fields for match points and the correction policy, filled with the current values."""
        self.family = next(iter(families)) if len(families) == 1 else None
        self.initial["tie_breaks"] = " ".join(tie_breaks)
        for name, label in () if card_game.by_net else POINTS.items():
            self.fields[name] = forms.DecimalField(
                label=label, min_value=0, max_value=100, decimal_places=1, step_size=HALF, required=False,
                localize=True, widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
            )  # fmt: skip
            worth = Fraction(str(match_points.get(name, getattr(USUAL, name))))
            self.initial[name] = Decimal(f"{float(worth):g}")
        answers, finer = house_choices.answers_of(corrections)
        for following in Following:
            self._ask_question(following, answers.get(following, ""), families)
            for effect in CorrectionEffect:
                name = f"{following}_{effect}"
                words = house_choices.offered(following, [effect], families)
                choices = [("", _("As answered above")), *((word, FOLLOW_UPS[word]) for word in words)]
                self.fields[name] = forms.ChoiceField(label=EFFECTS[effect], choices=choices, required=False)
                self.initial[name] = finer.get((following, effect), "")

    def _ask_question(self, following: Following, answer: str, families: Iterable[Family]) -> None:
        words = house_choices.offered(following, CorrectionEffect, families)
        choices = [("", _("As usual")), *((word, FOLLOW_UPS[word]) for word in words)]
        self.fields[following] = forms.ChoiceField(
            label=QUESTIONS[following], choices=choices, required=False, widget=forms.RadioSelect
        )
        self.initial[following] = answer

    def full_clean(self) -> None:
        """Validate the form; if the user has only moved a tie-break, ignore all errors."""
        super().full_clean()
        if self.is_bound and MOVE in self.data:
            self.errors.clear()

    @property
    def chain(self) -> tuple[str, ...]:
        """The keys of the tie-breaks in the submitted or stored order. Unknown keys are omitted.

        If no known key is left, the result is the default tie-breaks.
        """
        text = str(self["tie_breaks"].value() or "")
        keys = tuple(dict.fromkeys(key for key in text.split() if key in TIE_BREAKS))
        return keys or DEFAULT_TIE_BREAKS

    def chain_lines(self) -> list[ChainLine]:
        """Return the tie-breaks in order, each with its explanation."""
        keys = self.chain
        return [
            ChainLine(
                number,
                key,
                chain_name(key),
                say(Sentence(TIE_BREAKS[key].meaning)),
                number == 1,
                number == len(keys),
                len(keys) == 1,
            )
            for number, key in enumerate(keys, start=1)
        ]

    def chain_more(self) -> list[tuple[str, str, str]]:
        """Return the key, name and explanation of each tie-break that may be added."""
        return [
            (key, chain_name(key), say(Sentence(each.meaning)))
            for key, each in TIE_BREAKS.items()
            if key not in self.chain
        ]

    def match_worth(self) -> list[forms.BoundField]:
        """Return the fields for match points; empty if the net score counts instead of match points."""
        return [self[name] for name in POINTS if name in self.fields]

    def correction_questions(self) -> list[Question]:
        """Return the four questions about the correction policy."""
        return [
            Question(str(QUESTIONS[each]), self[each], [self[f"{each}_{effect}"] for effect in EFFECTS])
            for each in Following
        ]

    def finer_used(self) -> bool:
        """Return whether the correction policy has a separate answer for any effect of a correction."""
        return any(self[f"{each}_{effect}"].value() for each in Following for effect in EFFECTS)

    def chosen_points(self) -> dict[str, Any]:
        """Return the match points that were entered; empty fields are omitted."""
        points = {name: self.cleaned_data.get(name) for name in POINTS}
        return {name: f"{value:f}" for name, value in points.items() if value is not None}

    def chosen_corrections(self) -> dict[str, str]:
        """Return the chosen correction policy."""
        cleaned = self.cleaned_data
        answers = {each: cleaned[each] for each in Following}
        finer = {(each, effect): cleaned[f"{each}_{effect}"] for each in Following for effect in EFFECTS}
        return house_choices.corrections_of(answers, finer)


def after_move(data: Any) -> Any:
    """Return the form data with the new order of tie-breaks, if a button for changing the order was pressed.

    The value of a button is an action and the key of a tie-break, for example `up direct`. The key of a
    tie-break to be added is the value of a separate field.
    """
    act, _blank, key = str(data.get(MOVE, "")).partition(" ")
    if act not in list(ChainAct):
        return data
    key = str(data.get(ADDED, "")) if act == ChainAct.ADD else key
    chain = str(data.get("tie_breaks", "")).split()
    moved = data.copy()
    if key in TIE_BREAKS:
        moved["tie_breaks"] = " ".join(house_choices.reordered(chain, ChainAct(act), key))
    return moved


class GameOptions(ChoicesForm):
    """The form for all house rules of a game: presets, options, tie-breaks, match points and corrections."""

    def ask_options(self, card_game: CardGame, profile: Mapping[str, Any]) -> None:
        """Add fields for the presets and options of a card game, filled with the current values."""
        self.choose_from(card_game, offer_own=True)
        self.profile_now = profile
        settled = {option.key for option in self.own_options}
        self.game_options = [option for option in self.card_game.all_options if option.key not in settled]
        for option in self.game_options:
            self.ask_option(option.key, option, profile.get(option.key, option.default))
        for option in self.own_options:
            self.initial[option.key] = shown_value(profile.get(option.key))
        self.initial["preset"] = preset_of(self.card_game, profile)
        self.initial["targets"] = ", ".join(map(str, profile.get("targets", ())))

    def ask_option(self, name: str, option: Option, now: Any) -> None:
        """Add the field for an option; the field may stay empty if the default depends on other options."""
        follows = self.card_game.defaults.get(option.key)
        self.fields[name] = option_field(option, as_written(now), required=follows is None)
        usual = follows(self.profile_now) if follows else None
        if usual is None or now != usual:
            self.initial[name] = shown_value(as_written(now))
        else:
            self.fields[name].widget.attrs["placeholder"] = usual

    def plays_preset(self) -> bool:
        """Return whether the user has chosen a preset."""
        return bool(self["preset"].value() != CUSTOM)

    def chosen_profile(self) -> dict[str, Any]:
        """Return the profile: the options of the chosen preset, or the values entered instead."""
        fields = self.cleaned_data
        profile = {option.key: fields[option.key] for option in self.game_options}
        return {key: value for key, value in profile.items() if value is not None} | self.played_by()
