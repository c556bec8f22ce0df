"""A player is replaced at the desk: who goes, who comes, why; and who was replaced before."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import RuleError
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.models import Team, Tournament
from tournaments.pages.desk.access import author_of, desk, sent
from tournaments.pages.desk.entries import people
from tournaments.pages.desk.frame import at_desk
from tournaments.pages.desk.refusals import put_beside, status_with
from tournaments.selectors.leavers import stage_of_team
from tournaments.selectors.roster import substitutions
from tournaments.services.substitutes import refuse_substitute, replace_player


class SubstituteForm(forms.Form):
    """Who goes, who comes, and why."""

    position = forms.TypedChoiceField(label=gettext_lazy("Who goes"), coerce=int, widget=forms.RadioSelect)
    name = forms.CharField(
        label=gettext_lazy("Who comes"), max_length=80,
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


@desk("replace_player", "GET", "HEAD", "POST")
def substitute(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Ask who comes for whom, and do it."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    form, status = SubstituteForm(team, sent(request)), 200
    if form.is_valid():
        said = form.cleaned_data
        who: dict[str, Any] = {"author": author_of(request), "at": timezone.now()}
        try:
            replace_player(team, said["position"], said["name"], said["reason"], **who)
            messages.success(request, _("%(player)s plays for %(team)s from now on.") % {
                "player": said["name"], "team": team.name,
            })  # fmt: skip
            return redirect("desk_entries", tournament.slug)
        except RuleError as refusal:
            put_beside(form, refusal)
            status = status_of(refusal)
    context = {
        "form": form,
        "team": team,
        "refusal": _refusal(team),
        "before": substitutions(team),
        "people": people(),
    }
    return at_desk(request, tournament, "desk/substitute.html", context, status=status_with(form, status))


def _refusal(team: Team) -> str:
    """Say why nobody can be replaced; nothing while somebody can."""
    try:
        refuse_substitute(team, stage_of_team(team))
    except RuleError as refusal:
        return say(refusal.message)
    return ""
