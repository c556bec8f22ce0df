"""Desk pages for a team that leaves or comes back, with a preview, and for substitutes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.formats import FORMATS
from tournaments.competition.roster import RETURN
from tournaments.competition.types import DISQUALIFICATION, WITHDRAWAL
from tournaments.corrections.desk.words import moved_places, team_names
from tournaments.corrections.selectors.preview import PlaceChange
from tournaments.entries.desk.namesakes import NamesakesForm, suggestions
from tournaments.entries.selectors.withdrawals import RosterPreview, stage_of_team
from tournaments.entries.services.substitutes import refuse_substitute, replace_player
from tournaments.entries.services.withdrawals import come_back, leave_stage, preview_leaving, preview_return
from tournaments.matches.outcome_words import outcome_words
from tournaments.matches.selectors.matches import match_now, with_sides
from tournaments.models import Match, Outcome, Team, Tournament
from tournaments.rosters.selectors.roster import substitutions
from tournaments.stages.selectors.stage_details import rounds_of
from tournaments.web import desk_frame
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, sent
from tournaments.web.words import against_words, match_words

# The names of withdrawal, disqualification and return on the page.
WAYS: Mapping[str, Any] = {
    WITHDRAWAL: gettext_lazy("Leaves"),
    DISQUALIFICATION: gettext_lazy("Is sent away"),
    RETURN: gettext_lazy("Comes back"),
}
SUCCESS_MESSAGES: Mapping[str, Any] = {
    WITHDRAWAL: gettext_lazy("%(team)s has left."),
    DISQUALIFICATION: gettext_lazy("%(team)s has been sent away."),
    RETURN: gettext_lazy("%(team)s is back."),
}


class WithdrawalForm(forms.Form):
    """Form for the reason of a withdrawal, disqualification or return."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False,
        help_text=gettext_lazy("It stands in the journal and with every match it decides."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    problem_fields = {"reason_missing": "reason"}


@desk("leave_stage", "GET", "HEAD", "POST")
def leave(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show the preview of a withdrawal or return; save the change if the preview is still current."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    way = request.POST.get("way") or request.GET.get("come") or WITHDRAWAL
    way = way if way in WAYS else WITHDRAWAL
    form = WithdrawalForm(sent(request))

    def leave_or_return() -> None:
        reason, seal = form.cleaned_data["reason"], request.POST.get("seen", "")
        if way == RETURN:
            come_back(team, reason, seal=seal, **acting(request))
        else:
            leave_stage(team, way, reason, seal=seal, **acting(request))

    if carried_out(form, leave_or_return):
        messages.success(request, SUCCESS_MESSAGES[way] % {"team": team.name})
        return redirect("desk_entries", tournament.slug)
    return leave_page(request, tournament, team, way, form)


def leave_page(
    request: HttpRequest, tournament: Tournament, team: Team, way: str, form: WithdrawalForm
) -> HttpResponse:
    """Render the preview of the chosen action. For a team that has left, only the return is possible."""
    moves: dict[str, Any] = {}
    try:
        preview = preview_return(team, at=timezone.now()) if way == RETURN else preview_leaving(team, way)
        moves = {
            "preview": preview,
            "endings": _endings(preview),
            "places": _places(preview),
            "seen": preview.seal,
        }
    except RuleError as refusal:
        if refusal.code == "left_already":
            return leave_page(request, tournament, team, RETURN, form)
        moves["refusal"] = say(refusal.message)
    context = {
        "team": team,
        "way": way,
        "word": WAYS[way],
        "ways": [] if way == RETURN else [(key, WAYS[key]) for key in (WITHDRAWAL, DISQUALIFICATION)],
        "form": form,
    }
    return at_desk(request, tournament, "entries/withdrawal.html", context | moves)


def _places(preview: RosterPreview) -> list[tuple[str, PlaceChange]]:
    """Return the places in the standings that would change; empty for a bracket."""
    if FORMATS[preview.stage.format].bracket:
        return []
    return moved_places(preview.places, team_names(place.entrant for place in preview.places))


def _endings(preview: RosterPreview) -> list[tuple[Any, str, str]]:
    """Return each match that would end differently, with its new outcome as text."""
    endings = {ending.label: ending for ending in preview.endings}
    rows = with_sides(Match.objects.filter(stage=preview.stage, label__in=endings))
    matches = [match_now(row) for row in rows.order_by("round", "number")]
    rounds = rounds_of(matches[0].match) if matches else 1
    lines = []
    for match in matches:
        ending, stage = endings[match.match.label], match.match.stage
        sides = against_words(side.name for side in match.sides)
        words = outcome_words(match, Outcome(kind=ending.kind, winner=ending.winner))
        lines.append((ending, f"{match_words(stage, match.match.label, rounds)}: {sides}", words))
    return lines


class SubstituteForm(NamesakesForm):
    """Form for choosing the replaced player, the substitute and the reason."""

    position = forms.TypedChoiceField(label=gettext_lazy("Who goes"), coerce=int, widget=forms.RadioSelect)
    name = forms.CharField(
        label=gettext_lazy("Who comes"), max_length=200,
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off", "autocapitalize": "words"}),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200,
        help_text=gettext_lazy("It stands in the journal."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, team: Team, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        seats = team.seats.select_related("person").order_by("position")
        choices = [(seat.position, seat.person.name) for seat in seats]
        self.fields["position"].choices = choices  # type: ignore[attr-defined]
        self.ask_which(["name"])
        self.order_fields(["position", "name", "which_0", "reason"])

    def substitution(self) -> dict[str, Any]:
        """Return the submitted values as arguments of `replace_player`."""
        values = {key: self.cleaned_data[key] for key in ("position", "reason")}
        return {**values, "name": self.players_written()[0], "meant": self.meant()}


@desk("replace_player", "GET", "HEAD", "POST")
def substitute(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show the form for a substitution, and save it when submitted."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    form = SubstituteForm(team, sent(request))
    if carried_out(form, lambda: replace_player(team, **form.substitution(), **acting(request))):
        text = _("%(player)s plays for %(team)s from now on.")
        messages.success(request, text % {"player": form.substitution()["name"], "team": team.name})
        return redirect("desk_entries", tournament.slug)
    context = {
        "form": form,
        "team": team,
        "refusal": desk_frame.refusal_words(lambda: refuse_substitute(team, stage_of_team(team))),
        "before": substitutions(team),
        "people": suggestions(),
    }
    return at_desk(request, tournament, "entries/substitute.html", context)
