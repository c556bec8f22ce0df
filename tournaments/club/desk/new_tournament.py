"""The forms for a new tournament: name, start and tables, the first stage, and the later stages."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Option
from scoring.sheet.rules.reader import read_profile
from scoring.strict_json import as_written
from scoring.translation import say
from scoring.types import RuleError
from tournaments.club.rules import Leg, course_in_words
from tournaments.club.services.new_tournament import MOST_TABLES, StageSetup, check_stages, with_house_rules
from tournaments.competition.formats import FORMATS
from tournaments.house_rules.desk.presets import PresetForm, option_field, shown_value
from tournaments.house_rules.selectors import house_rules_now
from tournaments.web.desk_frame import put_beside
from tournaments.web.fields import StartField

SAME = "same"
MOST_STAGES = 5
Sent = Mapping[str, Any] | None
STAGES, ADD, REMOVE, PLAN = "stages", "add_stage", "remove_stage", "show_plan"


class EveningForm(forms.Form):
    """Form fields for the name, the start and the number of tables of a tournament."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts_at = StartField(required=False)
    tables = forms.IntegerField(label=gettext_lazy("Tables"), min_value=1, max_value=MOST_TABLES, initial=6)


class FormatForm(PresetForm):
    """Form for one stage: the rules of its matches, its format and the options of the format."""

    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)

    # The size of the stage as a sentence.
    plan = ""

    def offer_formats(self, card_game: CardGame) -> None:
        """Add the formats that suit this card game as choices, each with the fields of its options."""
        self.formats = [FORMATS[key] for key in formats_of(card_game)]
        self.fields["format"].choices = [(form.key, _(form.name)) for form in self.formats]  # type: ignore[attr-defined]
        self.fields["format"].initial = self.formats[0].key
        for name, option in self._format_options():
            self.fields[name] = option_field(option, required=False)
            self.initial.setdefault(name, shown_value(as_written(option.default)))

    def _format_options(self) -> Iterator[tuple[str, Option]]:
        for form in self.formats:
            yield from ((f"{form.key}_{option.key}", option) for option in form.options)

    def by_format(self) -> list[tuple[str, str, str, list[forms.BoundField]]]:
        """Return the key, name and description of each format, and the fields of its options."""
        return [
            (form.key, _(form.name), _(form.about), [self[f"{form.key}_{each.key}"] for each in form.options])
            for form in self.formats
        ]

    def stage_fields(self) -> list[str]:
        """Return the names of the format field and of the fields of the options of all formats."""
        return ["format", *(name for name, _option in self._format_options())]

    def stage(self) -> StageSetup:
        """Return the setup of the stage from the valid form."""
        fields, form = self.cleaned_data, FORMATS[self.cleaned_data["format"]]
        options = {option.key: fields[f"{form.key}_{option.key}"] for option in form.options}
        return StageSetup(form.key, {key: value for key, value in options.items() if value is not None})

    def refused_fields(self) -> dict[str, str]:
        """Map the JSON Pointer of each format option to the name of its form field."""
        form = self.cleaned_data["format"]
        return {f"options/{option.key}": f"{form}_{option.key}" for option in FORMATS[form].options}


class NewForm(EveningForm, FormatForm):
    """Form for a new tournament of one card game: its rules, name, start and tables, and its first stage."""

    field_order = ("preset", "format", "name", "starts_at", "tables", "expected")

    expected = forms.IntegerField(
        label=gettext_lazy("How many entries do you expect?"), required=False, min_value=2, max_value=1024,
        help_text=gettext_lazy("Only for the preview; it does not limit the entries."),
    )  # fmt: skip
    trial = forms.BooleanField(label=gettext_lazy("Practice evening"), required=False)

    def __init__(self, card_game: CardGame, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.choose_from(card_game, offer_own=False)
        self.offer_house_rules(house_rules_now(card_game))
        self.offer_formats(card_game)

    def evening_fields(self) -> list[forms.BoundField]:
        """Return the form fields for the name, the start, the number of tables and the trial flag."""
        return [self[name] for name in (*EveningForm.base_fields, "trial")]


class LaterForm(FormatForm):
    """Form for a stage after the first. By default the stage has the rules of the first stage."""

    def __init__(self, card_game: CardGame, number: int, data: Sent = None) -> None:
        super().__init__(data, prefix=f"s{number}")
        self.number = number
        self.choose_from(card_game, offer_own=False)
        choices = [(SAME, _("As in the first stage")), *self.fields["preset"].choices]  # type: ignore[attr-defined]
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]
        self.fields["preset"].initial = SAME
        self.offer_formats(card_game)

    def stage(self) -> StageSetup:
        """Return the setup of the stage from the valid form, with its profile."""
        setup = super().stage()
        return StageSetup(setup.format, setup.options, profile=self.played_by())


class TournamentForms:
    """The forms for a new tournament: one for the tournament and its first stage, one per later stage."""

    def __init__(self, card_game: CardGame, data: Sent = None) -> None:
        self.card_game = card_game
        self.first = NewForm(card_game, data)
        self.later = [LaterForm(card_game, number, data) for number in range(2, _stages(data) + 1)]

    @property
    def stages(self) -> list[FormatForm]:
        """The form of each stage."""
        return [self.first, *self.later]

    @property
    def full(self) -> bool:
        """True if no further stage may be added."""
        return len(self.stages) >= MOST_STAGES

    def is_valid(self) -> bool:
        """Return True if all forms are valid and the stages suit the expected number of entrants."""
        return self._readable() and self._fits()

    def setups(self) -> list[StageSetup]:
        """Return the setups of the stages from the valid forms."""
        return [form.stage() for form in self.stages]

    def tell(self) -> None:
        """Validate the stages and describe their sizes; ignore errors in the fields of the tournament."""
        self.first.full_clean()
        for name in EveningForm.base_fields:
            self.first.errors.pop(name, None)
        if self._readable():
            self._fits()

    def _readable(self) -> bool:
        return not [form for form in self.stages if not form.is_valid()]

    def _fits(self) -> bool:
        """Return True if the stages can follow each other and suit the expected number of entrants."""
        try:
            setups = self.setups()
            check_stages(setups)
            legs = list(self._legs())
        except RuleError as refusal:
            self.refuse(refusal)
            return False
        expected = self.first.cleaned_data.get("expected")
        words = course_in_words(legs, expected) if expected else iter(())
        for form in self.stages if expected else ():
            try:
                form.plan = say(next(words))
            except RuleError as refusal:
                form.add_error("format", say(refusal.message))
                return False
        return True

    def _legs(self) -> Iterator[Leg]:
        full_profile, _stages = with_house_rules(self.card_game, self.first.played_by(), ())
        for number, form in enumerate(self.stages):
            setup = form.stage()
            options = FORMATS[setup.format].read_options(setup.options, f"/stages/{number}/options")
            played_by = full_profile if form is self.first else form.played_by() or full_profile
            yield Leg(FORMATS[setup.format], options, read_profile(self.card_game, played_by).sides)

    def refuse(self, refusal: RuleError) -> None:
        """Add each error to its field in the form of its stage."""
        by_form: dict[int, list[Any]] = {}
        for problem in refusal.problems:
            _empty, *steps = problem.where.split("/")
            meant = int(steps[1]) if steps[:1] == [STAGES] and steps[1].isdigit() else 0
            by_form.setdefault(min(meant, len(self.later)), []).append(problem)
        for place, problems in (by_form or {0: []}).items():
            form = self.stages[place]
            part = type(refusal)(refusal.code, refusal.message, tuple(problems))
            put_beside(form, part, form.refused_fields())


def _stages(data: Sent) -> int:
    """Return the submitted number of stages; 1 if the submitted value is not a valid number."""
    text = str((data or {}).get(STAGES, ""))[:4]
    return min(int(text), MOST_STAGES) if text.isascii() and text.isdigit() and int(text) > 0 else 1


def formats_of(card_game: CardGame) -> list[str]:
    """Return the keys of the formats that can be played with every preset of the card game."""
    tables = {read_profile(card_game, preset.profile).sides for preset in card_game.presets}
    return [
        key
        for key, form in FORMATS.items()
        if all(form.fits(sides, card_game.players_a_side) for sides in tables)
    ]


def changed_course(card_game: CardGame, data: Mapping[str, Any]) -> TournamentForms | None:
    """Return the forms if the request adds or removes a stage or asks for a preview, else None."""
    course = TournamentForms(card_game, data)
    if ADD in data and not course.full:
        course = TournamentForms(card_game, _with_one_more(course))
    elif REMOVE in data and len(course.stages) > 1:
        course = TournamentForms(card_game, _without_stage(course, str(data[REMOVE])))
    elif not {ADD, REMOVE, PLAN} & set(data):
        return None
    course.tell()
    return course


# The submitted values of a form, by field name.
Values = dict[str, object]


def _sent_values(form: FormatForm) -> Values:
    return {name: form[name].data for name in form.fields}


def _with_one_more(course: TournamentForms) -> dict[str, str]:
    """Return the form data with one more stage, which is inserted before a final bracket.

    If the last stage is not a bracket, a bracket is added at the end.
    """
    stages = [_sent_values(form) for form in course.stages]
    usual = LaterForm(course.card_game, 0)
    added: Values = {name: usual.get_initial_for_field(field, name) for name, field in usual.fields.items()}
    kinds = {form.bracket: form.key for form in reversed(usual.formats)}
    chosen = FORMATS.get(str(stages[-1]["format"]))
    if chosen is None or not chosen.bracket:
        return _as_sent([*stages, added | {"format": kinds.get(True, kinds.get(False))}])
    added["format"] = kinds.get(False, chosen.key)
    if len(stages) > 1:
        return _as_sent([*stages[:-1], added, stages[-1]])
    moved = {name: stages[0][name] for name in usual.stage_fields()}
    return _as_sent([stages[0] | {name: added[name] for name in moved}, moved | {"preset": SAME}])


def _without_stage(course: TournamentForms, number: str) -> dict[str, str]:
    """Return the form data without this stage. If the first stage is removed, the second takes its place."""
    stages = [_sent_values(form) for form in course.stages]
    if number == "1":
        second = stages.pop(1)
        stages[0] |= {name: second[name] for name in course.first.stage_fields()}
    elif number.isascii() and number.isdigit() and len(number) < 4 and 1 < int(number) <= len(stages):
        del stages[int(number) - 1]
    return _as_sent(stages)


def _as_sent(stages: list[Values]) -> dict[str, str]:
    sent = {STAGES: str(len(stages))}
    for number, values in enumerate(stages, start=1):
        start = f"s{number}-" if number > 1 else ""
        for name, value in values.items():
            if value is not None and value is not False:
                sent[start + name] = "on" if value is True else str(value)
    return sent
