"""What the stage plays by: free to change until it is drawn, shown and settled afterwards."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.game_parts.profile import Option
from scoring.games import CARD_GAMES
from scoring.strict_json import as_written
from scoring.translation import say
from scoring.types import Problem, RuleError
from tournaments.club.desk.new_tournament import MOST_STAGES, EveningForm, formats_of
from tournaments.club.desk.presets import PresetForm, option_field, preset_of, shown_value
from tournaments.club.services.new_tournament import StageSetup, change_stage, change_tournament
from tournaments.errors import status_of
from tournaments.formats import FORMATS
from tournaments.models import Stage, Tournament
from tournaments.publishing.embeds import embedding_now
from tournaments.results.rules import MOST_MINUTES
from tournaments.stages.selectors.stage_facts import stage_at_hand
from tournaments.stages.services import add_stage, remove_stage
from tournaments.visibility.rules import Visibility
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk, put_beside

PARAMETER = "fase"


class KindForm(forms.Form):
    """The format of a stage."""

    format = forms.ChoiceField(label=gettext_lazy("Format"))

    def __init__(self, tournament: Tournament, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        keys = formats_of(CARD_GAMES[tournament.card_game])
        self.fields["format"].choices = [(key, _(FORMATS[key].name)) for key in keys]  # type: ignore[attr-defined]


@dataclass(frozen=True)
class StageLink:
    """A stage as it stands in the list."""

    number: int
    name: str
    url: str
    current: bool
    settled: bool


def stage_asked(request: HttpRequest, tournament: Tournament) -> Stage:
    """Return the stage whose rules are looked at: the one asked for, else the one at hand."""
    asked = request.GET.get(PARAMETER, "")
    numbered = asked.isascii() and asked.isdigit() and len(asked) < 4
    stage = tournament.stages.filter(number=int(asked)).first() if numbered else None
    return stage or stage_at_hand(tournament)


def stage_links(tournament: Tournament, current: Stage) -> list[StageLink]:
    """Return the stages in their order."""
    where = reverse("desk_rules", args=[tournament.slug])
    return [
        StageLink(
            stage.number,
            _(FORMATS[stage.format].name),
            f"{where}?{PARAMETER}={stage.number}",
            stage.pk == current.pk,
            stage.state != "planned",
        )
        for stage in tournament.stages.all()
    ]


def can_add(stages: list[StageLink]) -> bool:
    """Whether there is room for one more stage."""
    return len(stages) < MOST_STAGES


@desk("change_tournament", "POST")
def stages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a stage, take one away, give one another format; what is refused is said on the page of rules."""
    stage = stage_asked(request, tournament)
    stage.tournament = tournament
    part, number = request.POST.get("part", ""), stage.number
    form = KindForm(tournament, request.POST)
    try:
        if part == "remove":
            remove_stage(stage, author=author_of(request), at=timezone.now())
            number = max(1, number - 1)
        elif form.is_valid():
            number = _with_format(request, stage, part, form.cleaned_data["format"])
        if part == "remove" or form.is_valid():
            messages.success(request, _("The rules are changed."))
        else:
            messages.error(request, _("Choose one of the formats offered."))
    except RuleError as refusal:
        first: Problem | None = next(iter(refusal.problems), None)
        messages.error(request, say(first.message if first else refusal.message))
    return redirect(f"{reverse('desk_rules', args=[tournament.slug])}?{PARAMETER}={number}")


def _with_format(request: HttpRequest, stage: Stage, part: str, form: str) -> int:
    author, at = author_of(request), timezone.now()
    if part == "add":
        return add_stage(stage.tournament, StageSetup(form), author=author, at=at).number
    setup = StageSetup(form, profile=stage.profile, tie_breaks=stage.tie_breaks)
    return change_stage(stage, setup, author=author, at=at).number


class RulesForm(PresetForm):
    """How it is played, the format's options and the card game's own, as they stand."""

    def __init__(self, stage: Stage, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.choose_from(CARD_GAMES[stage.tournament.card_game], offer_own=True)
        self.stage = stage
        self.stage_options = list(FORMATS[stage.format].all_options)
        settled = {option.key for option in self.own_options}
        self.game_options = [option for option in self.card_game.all_options if option.key not in settled]
        for option in self.stage_options:
            self._ask(f"stage_{option.key}", option, stage.options.get(option.key, option.default))
        for option in self.game_options:
            self._ask(option.key, option, stage.profile.get(option.key, option.default))
        for option in self.own_options:
            self.initial[option.key] = shown_value(stage.profile.get(option.key))
        self.initial["preset"] = preset_of(self.card_game, stage.profile)
        self.initial["targets"] = ", ".join(map(str, stage.profile.get("targets", ())))

    def _ask(self, name: str, option: Option, now: Any) -> None:
        """Add an option's field; one that follows from another may stay empty, and is then the usual."""
        follows = self.card_game.defaults.get(option.key)
        self.fields[name] = option_field(option, as_written(now), required=follows is None)
        usual = follows(self.stage.profile) if follows else None
        if usual is None or now != usual:
            self.initial[name] = shown_value(as_written(now))
        else:
            self.fields[name].widget.attrs["placeholder"] = usual

    def other_fields(self) -> list[forms.BoundField]:
        """What is asked whichever preset is chosen."""
        names = [f"stage_{option.key}" for option in self.stage_options]
        return [self[name] for name in (*names, *(option.key for option in self.game_options))]

    def settle(self) -> None:
        """Show everything and let nothing be changed: the stage is drawn."""
        for field in self.fields.values():
            field.disabled = True

    def setup(self) -> StageSetup:
        """Return the stage as it is asked for."""
        said = self.cleaned_data
        profile = {option.key: said[option.key] for option in self.game_options}
        return StageSetup(
            format=self.stage.format,
            options={option.key: said[f"stage_{option.key}"] for option in self.stage_options},
            match_points=self.stage.match_points,
            tie_breaks=self.stage.tie_breaks,
            corrections=self.stage.corrections,
            profile={key: value for key, value in profile.items() if value is not None} | self.played_by(),
        )


ON_THE_SITE = {
    Visibility.DRAFT: gettext_lazy("Not yet: a draft"),
    Visibility.PUBLISHED: gettext_lazy("For everybody"),
    Visibility.UNPUBLISHED: gettext_lazy("Unpublished"),
}


class AboutForm(EveningForm):
    """What may change at any time: the name, the start, the tables, whether the odds there are are shown."""

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
        label=gettext_lazy("Minutes for corrections"), min_value=0, max_value=MOST_MINUTES,
        help_text=gettext_lazy("Counted from the last result; after them the standings are official."),
    )  # fmt: skip
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a called team is waited for"), min_value=1, max_value=180, required=False
    )
    shows_odds = forms.BooleanField(label=gettext_lazy("Chances on the match sheets"), required=False)
    visibility = forms.ChoiceField(
        label=gettext_lazy("On the site"), required=False, widget=forms.RadioSelect,
        help_text=gettext_lazy("While unpublished, only the desk and the phones at its tables find it."),
    )  # fmt: skip

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"initial": about_now(tournament)} | more)
        self.tournament = tournament
        out = Visibility.DRAFT if tournament.visibility == Visibility.DRAFT else Visibility.UNPUBLISHED
        choices = [(each.value, ON_THE_SITE[each]) for each in (Visibility.PUBLISHED, out)]
        self.fields["visibility"].choices = choices  # type: ignore[attr-defined]
        if CARD_GAMES[tournament.card_game].hand_table is None:
            del self.fields["shows_odds"]

    def clean_visibility(self) -> str:
        """Left empty, it stays as it is."""
        return str(self.cleaned_data["visibility"] or self.tournament.visibility)

    def clean_grace_minutes(self) -> int:
        """Left empty, it stays as it is."""
        return int(self.cleaned_data["grace_minutes"] or self.tournament.grace_minutes)


@desk("change_tournament", "GET", "HEAD", "POST")
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and change what is played by; after the draw only the name, the start and the tables."""
    stage = stage_asked(request, tournament)
    stage.tournament = tournament
    part = request.POST.get("part", "")
    form = RulesForm(stage, request.POST if part == "rules" else None)
    about = AboutForm(tournament, request.POST if part == "about" else None)
    status = BAD_FORM if part else 200
    try:
        if part == "rules" and form.is_valid():
            change_stage(stage, form.setup(), author=author_of(request), at=timezone.now())
            messages.success(request, _("The rules are changed."))
            return redirect(request.get_full_path())
        if part == "about" and about.is_valid():
            change_tournament(tournament, author=author_of(request), at=timezone.now(), **about.cleaned_data)
            messages.success(request, _("Changed."))
            return redirect("desk_rules", tournament.slug)
    except RuleError as refusal:
        status = status_of(refusal)
        put_beside(form if part == "rules" else about, refusal)
    if stage.state != "planned":
        form.settle()
    context = {"form": form, "about": about, "settled": stage.state != "planned", "stage": stage}
    links = stage_links(tournament, stage)
    context |= {
        "stages": links,
        "can_add": can_add(links),
        "kind": KindForm(tournament, initial={"format": stage.format}),
        "more": KindForm(tournament, auto_id="more_%s"),
    }
    context["embedding"] = embedding_now(request, tournament)
    context["game_name"] = _(CARD_GAMES[tournament.card_game].name)
    context["format_name"] = _(FORMATS[stage.format].name)
    return at_desk(request, tournament, "club/tournament_rules.html", context, status=status)


def about_now(tournament: Tournament) -> dict[str, Any]:
    """Return what may change at any time as it is."""
    starts = (
        timezone.localtime(tournament.starts_at).strftime("%Y-%m-%dT%H:%M") if tournament.starts_at else ""
    )
    return {
        "name": tournament.name,
        "starts_at": starts,
        "tables": tournament.tables,
        "grace_minutes": tournament.grace_minutes,
        "shows_odds": tournament.shows_odds,
        "correction_minutes": tournament.correction_minutes,
        "visibility": tournament.visibility,
    }
