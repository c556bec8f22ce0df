"""The rules page of a stage: editable until the stage is drawn, read-only afterwards."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from html import unescape
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _, gettext_lazy

from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import BadEntry, Problem, RuleError, Sentence, _ as marked
from tournaments.club.desk.evening_rows import ABOUT_ROWS, PAGE_HEADINGS, about_rows, link_rows, stage_rows
from tournaments.club.desk.new_tournament import MOST_STAGES, EveningForm, formats_of
from tournaments.club.services import new_tournament
from tournaments.club.services.stages import add_stage, remove_stage
from tournaments.competition.correction_policies import MOST_MINUTES
from tournaments.competition.formats import FORMATS
from tournaments.house_rules.desk.example_view import example_of
from tournaments.house_rules.desk.forms import MOVE, GameOptions, after_move
from tournaments.house_rules.desk.rule_rows import RuleRow, hold, row_names, rule_rows, sections_of
from tournaments.house_rules.selectors import HouseRulesNow, house_rules_now, is_by_house_rules
from tournaments.models import Stage, Tournament
from tournaments.values.visibility import Visibility
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, status_with
from tournaments.web.frame import number_asked

PARAMETER = "fase"


class KindForm(forms.Form):
    """Form for the format of a stage."""

    format = forms.ChoiceField(label=gettext_lazy("Format"))

    def __init__(self, tournament: Tournament, *args: object, label: str = "", **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.fields["format"].label = label or self.fields["format"].label
        keys = formats_of(CARD_GAMES[tournament.card_game])
        self.fields["format"].choices = [(key, _(FORMATS[key].name)) for key in keys]  # type: ignore[attr-defined]


def stage_asked(request: HttpRequest, tournament: Tournament) -> Stage:
    """Return the stage with the requested number, or the current stage if there is no such stage."""
    number = number_asked(request, PARAMETER)
    stage = tournament.stages.filter(number=number).first() if number else None
    return stage or tournament.stage_at_hand()


@desk("change_tournament", "POST")
def stages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add or remove a stage, or change its format. Errors are shown on the rules page."""
    stage = stage_asked(request, tournament)
    stage.tournament = tournament
    part, number = request.POST.get("part", ""), stage.number
    form = KindForm(tournament, request.POST)
    try:
        if part == "remove":
            remove_stage(stage, **acting(request))
            number = max(1, number - 1)
        elif not form.is_valid():
            raise BadEntry("unknown_format", Sentence(marked("Choose one of the formats offered.")))
        elif part == "add":
            house = house_rules_now(CARD_GAMES[tournament.card_game])
            setup = new_tournament.stage_by_house(
                new_tournament.StageSetup(form.cleaned_data["format"]), house
            )
            number = add_stage(tournament, setup, **acting(request)).number
        else:
            chosen = form.cleaned_data["format"]
            setup = new_tournament.StageSetup(
                chosen,
                options=stage.options if chosen == stage.format else {},
                match_points=stage.match_points,
                tie_breaks=stage.tie_breaks,
                corrections=stage.corrections,
                profile=stage.profile,
            )
            new_tournament.change_stage(stage, setup, **acting(request))
        messages.success(request, _("The rules are changed."))
    except RuleError as refusal:
        first: Problem | None = next(iter(refusal.problems), None)
        messages.error(request, say(first.message if first else refusal.message))
    return redirect(f"{reverse('desk_rules', args=[tournament.slug])}?{PARAMETER}={number}")


class RulesForm(GameOptions):
    """Form for the rules of a stage: game options, format options, tie-breaks, match points, corrections."""

    def __init__(self, stage: Stage, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        card_game = CARD_GAMES[stage.tournament.card_game]
        self.stage = stage
        self.ask_options(card_game, stage.profile)
        self.stage_options = list(FORMATS[stage.format].all_options)
        for option in self.stage_options:
            value = option.present(stage.options.get(option.key, option.default))
            self.ask_option(f"stage_{option.key}", option, value)
        self.ask_choices(
            card_game,
            tie_breaks=stage.tie_breaks,
            match_points=stage.match_points,
            corrections=stage.corrections,
            families=(FORMATS[stage.format].family,),
        )

    def settle(self) -> None:
        """Disable all fields of a stage that is already drawn."""
        for field in self.fields.values():
            field.disabled = True

    def setup(self) -> new_tournament.StageSetup:
        """Return the setup of the stage from the valid form."""
        fields = self.cleaned_data
        options = {option.key: fields[f"stage_{option.key}"] for option in self.stage_options}
        return new_tournament.StageSetup(
            format=self.stage.format,
            options={key: value for key, value in options.items() if value is not None},
            match_points=self.chosen_points() or self.stage.match_points,
            tie_breaks=self.chain,
            corrections=self.chosen_corrections(),
            profile=self.chosen_profile(),
        )


ON_THE_SITE = {
    Visibility.DRAFT: gettext_lazy("Not yet: a draft"),
    Visibility.PUBLISHED: gettext_lazy("For everybody"),
    Visibility.UNPUBLISHED: gettext_lazy("Unpublished"),
}


class AboutForm(EveningForm):
    """Form for the tournament settings that can be changed at any time, such as name and visibility."""

    field_order = (
        "name",
        "starts_at",
        "tables",
        "grace_minutes",
        "correction_minutes",
        "shows_odds",
        "visibility",
    )
    correction_minutes = forms.IntegerField(
        label=gettext_lazy("Results are provisional for (minutes)"), min_value=0, max_value=MOST_MINUTES,
        help_text=gettext_lazy("Counted from the last result; after them the standings are official."),
    )  # fmt: skip
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of waiting before the forfeit"),
        min_value=1,
        max_value=180,
        required=False,
    )
    shows_odds = forms.BooleanField(label=gettext_lazy("Chances on the match sheets"), required=False)
    visibility = forms.ChoiceField(
        label=gettext_lazy("On the site"), required=False, widget=forms.RadioSelect,
        help_text=gettext_lazy("While unpublished, only the desk and the phones at its tables find it."),
    )  # fmt: skip

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        initial = {name: getattr(tournament, name) for name in self.field_order}
        super().__init__(*args, **{"initial": initial} | more)
        self.tournament = tournament
        out = Visibility.DRAFT if tournament.visibility == Visibility.DRAFT else Visibility.UNPUBLISHED
        choices = [(each.value, ON_THE_SITE[each]) for each in (Visibility.PUBLISHED, out)]
        self.fields["visibility"].choices = choices  # type: ignore[attr-defined]
        if CARD_GAMES[tournament.card_game].hand_table is None:
            del self.fields["shows_odds"]

    def clean_visibility(self) -> str:
        """Return the chosen visibility, or the current visibility if the field is empty."""
        return str(self.cleaned_data["visibility"] or self.tournament.visibility)

    def clean_grace_minutes(self) -> int:
        """Return the entered minutes, or the current minutes if the field is empty."""
        return int(self.cleaned_data["grace_minutes"] or self.tournament.grace_minutes)


@desk("change_tournament", "GET", "HEAD", "POST")
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and change the rules of a stage. After the draw only tournament settings can be changed."""
    stage = stage_asked(request, tournament)
    stage.tournament = tournament
    part = request.POST.get("part", "")
    house = house_rules_now(CARD_GAMES[tournament.card_game])
    if part == "house":
        return _apply_house_rules(request, stage, house)
    row = request.POST.get("row", "")
    form = RulesForm(stage, after_move(request.POST) if part == "rules" else None)
    about = AboutForm(tournament, request.POST if part == "about" else None)
    names = fields_of(form, about, row)
    for each in (form, about) if names else ():
        hold(each, names)
    moves = MOVE in request.POST
    if not moves and carried_out(
        form, lambda: new_tournament.change_stage(stage, form.setup(), **acting(request))
    ):
        messages.success(
            request, _saved_message(rule_rows(RulesForm(_refreshed(stage))), row, _("The rules are changed."))
        )
        return redirect(_row_address(request, row))
    if not moves and carried_out(about, lambda: _change_tournament(request, tournament, about, names)):
        after = about_rows(AboutForm(tournament), tournament)
        messages.success(request, _saved_message(after, row, _("Name, start and tables are saved.")))
        return redirect(_row_address(request, row))
    settled = stage.state != "planned"
    if settled:
        form.settle()
    stages = list(tournament.stages.all())
    rows = rows_of(stage, stages, form, about, house, row)
    context = {
        "form": form,
        "about": about,
        "settled": settled,
        "sections": sections_of(rows, PAGE_HEADINGS),
        "differing": [each for each in rows if each.house],
        "by_house": is_by_house_rules(stage, house),
        "unsaved": request.method == "POST",
        "example": example_of(form),
        "stage": stage,
        "stages": stages,
        "can_add": len(stages) < MOST_STAGES,
        "kind": KindForm(tournament, initial={"format": stage.format}),
        "more": KindForm(tournament, auto_id="more_%s", label=_("Stage to add")),
    }
    status = 200 if moves else status_with(about)
    return at_desk(request, tournament, "club/tournament_rules.html", context, status=status)


def fields_of(form: RulesForm, about: AboutForm, row: str) -> Sequence[str]:
    """Return the names of the fields in the submitted row; no names if the whole form was submitted."""
    rows_with_fields = ABOUT_ROWS if about.is_bound else row_names(form)
    return rows_with_fields[row][1] if row in rows_with_fields else ()


def _change_tournament(
    request: HttpRequest, tournament: Tournament, about: AboutForm, names: Sequence[str]
) -> None:
    """Save the fields of the submitted row, or all fields if the whole form was submitted."""
    values = {name: value for name, value in about.cleaned_data.items() if not names or name in names}
    new_tournament.change_tournament(tournament, **acting(request), **values)


def _saved_message(rows: Sequence[RuleRow], key: str, otherwise: str) -> str:
    sentence = next((row.sentence for row in rows if row.key == key), None)
    return _("Saved: %(rule)s") % {"rule": unescape(strip_tags(sentence))} if sentence else otherwise


def _refreshed(stage: Stage) -> Stage:
    stage.refresh_from_db()
    return stage


def _row_address(request: HttpRequest, row: str) -> str:
    return f"{request.get_full_path()}#rule-{row}" if row else request.get_full_path()


def rows_of(
    stage: Stage, stages: Sequence[Stage], form: RulesForm, about: AboutForm, house: HouseRulesNow, row: str
) -> list[RuleRow]:
    """Return the rows of the rules page. The submitted row shows its errors or a preview."""
    settled = stage.state != "planned"
    stands = RulesForm(stage) if row else form
    by_house = RulesForm(_stage_by_house_rules(stage, house))
    rules = [
        *stage_rows(stage, stages),
        *rule_rows(stands, house=None if settled else by_house, sent=form, key=row),
    ]
    rules = [replace(each, fixed=settled and each.key != "stages") for each in rules]
    about_now = AboutForm(stage.tournament) if row else about
    rows = [
        *about_rows(about_now, stage.tournament, sent=about, key=row),
        *rules,
        *link_rows(stage.tournament),
    ]
    return [replace(each, is_open=each.is_open or each.key == row) for each in rows]


def _stage_by_house_rules(stage: Stage, house: HouseRulesNow) -> Stage:
    """Return an unsaved copy of the stage with the house rules applied."""
    copied = copy(stage)
    copied.profile, copied.tie_breaks = dict(house.profile), list(house.tie_breaks)
    copied.match_points, copied.corrections = dict(house.match_points), dict(house.corrections)
    return copied


def _apply_house_rules(request: HttpRequest, stage: Stage, house: HouseRulesNow) -> HttpResponse:
    """Apply the house rules to a stage, but keep its format and the options of the format."""
    setup = new_tournament.StageSetup(
        stage.format, stage.options, house.match_points, house.tie_breaks, house.corrections, house.profile
    )
    try:
        new_tournament.change_stage(stage, setup, **acting(request))
        messages.success(request, _("This stage is played by the rules of the house again."))
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect(request.get_full_path())
