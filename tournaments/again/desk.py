"""Pages of the desk that repeat a tournament, save it as a template, or delete it."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.types import RuleError
from tournaments.again.rules import next_name, next_start
from tournaments.again.selectors import teams_to_enter
from tournaments.again.services import again as again_services
from tournaments.club.selectors.facts import may_be_deleted
from tournaments.club.services.deletion import delete_tournament
from tournaments.models import Tournament, TournamentModel
from tournaments.web import desk_frame
from tournaments.web.desk_frame import acting, at_club, at_desk, at_home, carried_out, desk, sent
from tournaments.web.fields import PageKeyField, StartField


class NextForm(forms.Form):
    """The form with the name and the start of the next tournament.

    The field `key` prevents a second tournament if the form is sent twice.
    """

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts_at = StartField(required=False)
    trial = forms.BooleanField(label=gettext_lazy("Practice evening"), required=False)
    key = PageKeyField()


class AgainForm(NextForm):
    """The form with the name and the start of the next tournament, and the teams to enter again."""

    teams = forms.TypedMultipleChoiceField(coerce=UUID, required=False, choices=())

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.rows = teams_to_enter(tournament)
        self.fields["teams"].choices = [(str(each.team.pk), each.team.name) for each in self.rows]  # type: ignore[attr-defined]
        self.initial.setdefault("teams", [str(each.team.pk) for each in self.rows if not each.left_early])

    def boxes(self) -> list[dict[str, Any]]:
        """Return a dict for each team: the team, whether it left early, whether its checkbox is ticked."""
        ticked = set(map(str, self["teams"].value() or ()))
        return [
            {"team": each.team, "gone": each.left_early, "ticked": str(each.team.pk) in ticked}
            for each in self.rows
        ]


def _next(tournament: Tournament) -> dict[str, Any]:
    """Return the initial name and start of the next tournament."""
    now = timezone.localtime()
    before = timezone.localtime(tournament.starts_at) if tournament.starts_at else None
    start = next_start(before, now)
    name = next_name(tournament.name, before and before.date(), start and start.date())
    return {"name": name, "starts_at": start}


@desk("hold_again", "GET", "HEAD", "POST")
def again(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form for the next tournament, and create the tournament."""
    form = AgainForm(tournament, sent(request), initial=_next(tournament))
    if form.is_valid():
        values = form.cleaned_data
        key, teams, at = values.pop("key"), values.pop("teams"), timezone.now()
        try:
            created_tournament = again_services.once_a_page(
                request.user,
                key,
                (str(tournament.pk), sorted(values.items(), key=str), teams),
                lambda: again_services.hold_again(
                    tournament, owner=request.user, at=at, entrants=teams or "none", **values
                ),
                at=at,
            )
            messages.success(request, _("“%(name)s” is ready.") % {"name": created_tournament.name})
            return redirect("desk_entries", created_tournament.slug)
        except RuleError as refusal:
            desk_frame.put_beside(form, refusal)
    return at_desk(request, tournament, "again/again.html", {"form": form})


class ModelNameForm(forms.Form):
    """The form with the name of a tournament template."""

    name = forms.CharField(
        label=gettext_lazy("Name of the model"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@desk("hold_again", "GET", "HEAD", "POST")
def save_as_model(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Save the setup of a tournament as a template for later tournaments."""
    form = ModelNameForm(sent(request), initial={"name": tournament.name})
    if carried_out(
        form, lambda: again_services.save_model(tournament, form.cleaned_data["name"], **acting(request))
    ):
        words = _("The model “%(name)s” is kept: you find it where a new tournament is made.")
        messages.success(request, words % {"name": form.cleaned_data["name"]})
        return redirect("desk_rules", tournament.slug)
    return at_desk(request, tournament, "again/save_model.html", {"form": form})


@at_home("hold_again")
def model_page(request: HttpRequest, model_id: UUID) -> HttpResponse:
    """Show a saved tournament template; create a tournament from it, or delete it."""
    model = get_object_or_404(TournamentModel, pk=model_id)
    if request.POST.get("act") == "delete":
        again_services.delete_model(model)
        messages.success(request, _("The model is deleted. What was made from it stays."))
        return redirect("desk_new")
    form = NextForm(sent(request), initial={"name": model.name})
    if form.is_valid():
        values, at = form.cleaned_data, timezone.now()
        key = values.pop("key")
        try:
            created_tournament = again_services.once_a_page(
                request.user,
                key,
                (str(model.pk), sorted(values.items(), key=str)),
                lambda: again_services.make_from_model(model, owner=request.user, at=at, **values),
                at=at,
            )
            return redirect("desk_entries", created_tournament.slug)
        except RuleError as refusal:
            desk_frame.put_beside(form, refusal)
    context = {"form": form, "model": model}
    return at_club(request, "desk", "again/model.html", context, desk_frame.status_with(form))


@desk("delete_tournament", "GET", "HEAD", "POST")
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show which data a deletion removes, or why it is not allowed; delete the tournament on POST."""
    if request.method == "POST":
        try:
            delete_tournament(tournament, **acting(request))
        except RuleError:
            return redirect("desk_delete", tournament.slug)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": tournament.name})
        return redirect("desk")
    context = {
        "deletable": may_be_deleted(tournament),
        "teams": tournament.teams.count(),
        "matches": tournament.matches.count(),
    }
    return at_desk(request, tournament, "again/delete.html", context)
