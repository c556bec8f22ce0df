"""Desk pages for choosing how player names are shown publicly, and for erasing a name permanently."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.types import RuleError
from tournaments.competition.names import LONGEST, Showing, initials
from tournaments.errors import status_of
from tournaments.models import Person, Team, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.permissions import may, roles_of
from tournaments.web.desk_frame import at_desk, author_of, desk, put_beside, status_with

WAYS = {
    Showing.FULL: gettext_lazy("In full"),
    Showing.INITIALS: gettext_lazy("By initials"),
    Showing.ALIAS: gettext_lazy("By another name"),
}


class ShowingForm(forms.Form):
    """Form for choosing how the name of a player is shown publicly."""

    showing = forms.TypedChoiceField(
        label=gettext_lazy("Shown to everybody"),
        coerce=Showing,
        choices=[*WAYS.items()],
        widget=forms.RadioSelect,
    )
    alias = forms.CharField(
        label=gettext_lazy("The other name"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_minor = forms.BooleanField(
        label=gettext_lazy("Under age"),
        required=False,
        help_text=gettext_lazy("Who is under age is shown by initials, unless you choose otherwise here."),
    )

    def choice(self) -> dict[str, Any]:
        """Return the arguments for `show_person`; `showing` is None if the choice did not change."""
        is_unchanged = "showing" not in self.changed_data
        return self.cleaned_data | ({"showing": None} if is_unchanged else {})


def form_of(person: Person, position: int, data: Any = None) -> ShowingForm:
    """Return the form for one player, with the current settings as initial values."""
    now = {"showing": person.showing, "alias": person.alias, "is_minor": person.is_minor}
    return ShowingForm(data, initial=now, prefix=f"p{position}")


@desk("show_names", "GET", "HEAD", "POST")
def names(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show and change how the names of the players of a team are displayed."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    persons = _persons(team)
    chosen_position = _place_asked(request, persons)
    forms_ = [
        form_of(person, position, request.POST if position == chosen_position else None)
        for position, person in enumerate(persons)
    ]
    status = 200
    if chosen_position is not None and forms_[chosen_position].is_valid():
        try:
            show_person(
                persons[chosen_position],
                **forms_[chosen_position].choice(),
                author=author_of(request),
                at=timezone.now(),
            )
            words = _("%(name)s is shown as “%(shown)s” from now on.")
            messages.success(
                request,
                words
                % {"name": persons[chosen_position].written_name, "shown": persons[chosen_position].name},
            )
            return redirect("desk_names", tournament.slug, team.pk)
        except RuleError as refusal:
            put_beside(forms_[chosen_position], refusal)
            status = status_of(refusal)
    context = {
        "team": team,
        "players": [
            {"person": person, "form": form, "position": position, "initials": initials(person.written_name)}
            for position, (person, form) in enumerate(zip(persons, forms_, strict=True))
        ],
        "may_erase": may("erase_name", roles_of(request.user, tournament)),
    }
    chosen_form = forms_[chosen_position] if chosen_position is not None else forms.Form()
    return at_desk(request, tournament, "people/names.html", context, status=status_with(chosen_form, status))


@desk("erase_name", "POST")
def erase(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Erase the name of one player permanently, after confirmation."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    persons = _persons(team)
    chosen_position = _place_asked(request, persons)
    if chosen_position is not None:
        erase_person(persons[chosen_position], author=author_of(request), at=timezone.now())
        messages.success(request, _("The name is erased, here and in every other tournament."))
    return redirect("desk_names", tournament.slug, team.pk)


def _persons(team: Team) -> list[Person]:
    return [seat.person for seat in team.seats.select_related("person").order_by("position")]


def _place_asked(request: HttpRequest, persons: list[Person]) -> int | None:
    position = request.POST.get("position")
    if position is None:
        return None
    if not (position.isdecimal() and len(position) < 4 and int(position) < len(persons)):
        raise Http404
    return int(position)
