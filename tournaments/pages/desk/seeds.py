"""Seeds proposed from the ratings: looked at, then confirmed by whoever runs the tournament."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import RuleError
from scoring.translation import say
from tournaments.models import Tournament
from tournaments.pages.desk.access import author_of, desk
from tournaments.pages.desk.frame import at_desk
from tournaments.pages.desk.refusals import status_with
from tournaments.pages.public.rating_curve import rating_words
from tournaments.selectors.ratings import Strength, strengths, usual_seeds
from tournaments.services.entries import MOST_TEAMS
from tournaments.services.seeds import seed_teams


class CountForm(forms.Form):
    """How many seeds are proposed."""

    quante = forms.IntegerField(label=gettext_lazy("How many seeds"), min_value=1, max_value=MOST_TEAMS)


class ConfirmForm(forms.Form):
    """The teams that were proposed, in their order: what was looked at is what is confirmed."""

    team = forms.TypedMultipleChoiceField(coerce=UUID)

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        ids = tournament.teams.values_list("pk", flat=True)
        self.fields["team"].choices = [(str(each), "") for each in ids]  # type: ignore[attr-defined]


@desk("seed_teams", "GET", "HEAD", "POST")
def seeds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who would be a seed; make them the seeds."""
    if request.method == "POST":
        return _confirm(request, tournament)
    found = strengths(tournament)
    rated = sum(each.matches > 0 for each in found)
    form = CountForm(request.GET if "quante" in request.GET else None)
    count = form.cleaned_data["quante"] if form.is_valid() else usual_seeds(len(found))
    form.initial["quante"] = count
    context = {
        "form": form,
        "open": tournament.state == "entries",
        "rows": [_row(place, each, min(count, rated)) for place, each in enumerate(found, start=1)],
        "rated": rated,
    }
    return at_desk(request, tournament, "desk/seeds.html", context, status=status_with(form))


def _row(place: int, strength: Strength, seeds: int) -> dict[str, Any]:
    return {
        "team": strength.team,
        "seed": place if place <= seeds else None,
        "rating": rating_words(strength.ordinal) if strength.matches else "",
    }


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set the seeds; a team that is on the list no more makes the proposal to be looked at again."""
    form = ConfirmForm(tournament, request.POST)
    ids = form.cleaned_data["team"] if form.is_valid() else [UUID(int=0)]
    try:
        seed_teams(tournament, ids, author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
        return redirect("desk_seeds", tournament.slug)
    count = len(set(ids))
    words = ngettext("%(count)d team is a seed now.", "%(count)d teams are seeds now.", count)
    messages.success(request, words % {"count": count})
    return redirect("desk_entries", tournament.slug)
