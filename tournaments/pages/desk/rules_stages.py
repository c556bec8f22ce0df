"""The stages of a tournament on its page of rules: which there are, another format, one more, one less."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import RuleError
from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import Problem
from tournaments.formats import FORMATS
from tournaments.models import Stage, Tournament
from tournaments.pages.desk.access import author_of, desk
from tournaments.pages.desk.courses import MOST_STAGES, formats_of
from tournaments.services.create import StageSetup, change_stage
from tournaments.stages.selectors.rounds import stage_at_hand
from tournaments.stages.services import add_stage, remove_stage

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


def stage_links(tournament: Tournament, shown: Stage) -> list[StageLink]:
    """Return the stages in their order."""
    where = reverse("desk_rules", args=[tournament.slug])
    return [
        StageLink(
            stage.number,
            _(FORMATS[stage.format].name),
            f"{where}?{PARAMETER}={stage.number}",
            stage.pk == shown.pk,
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
