"""The circuits of the club at the desk: made, changed, with the journal of what was changed."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.models import Circuit, Tournament
from tournaments.people.names import LONGEST
from tournaments.permissions import found_by
from tournaments.season.rules import MOST_EVENTS, MOST_POINTS, Counted, Sharing
from tournaments.season.selectors.circuits import found_circuit, latest_changes
from tournaments.season.services import change_circuit, create_circuit
from tournaments.web.desk_frame import at_home, author_of, club_rail, put_beside, sent, status_with
from tournaments.web.words import instant

USUAL = "100, 80, 65, 50, 40, 30, 20, 10"
WHOSE = {
    Counted.PLAYERS: gettext_lazy("Each player’s, whoever they played with"),
    Counted.PAIRS: gettext_lazy("Those of the same two players together"),
}
SHARED = {
    Sharing.SPLIT: gettext_lazy("The points of all the places shared, in equal parts"),
    Sharing.FULL: gettext_lazy("The points of the place in full for each"),
}
CHANGES = {
    "circuit_created": pgettext_lazy("circuit", "made"),
    "circuit_changed": pgettext_lazy("circuit", "changed"),
}


class PointsField(forms.CharField):
    """The points of the places in order, with commas or spaces between them."""

    def clean(self, value: Any) -> Any:
        """Return the numbers, or say which word is none."""
        words = re.split(r"[\s,;]+", str(super().clean(value)).strip(" ,;\n"))
        wrong = next(
            (word for word in words if not (word.isascii() and word.isdigit() and len(word) < 7)), None
        )
        if wrong is not None:
            raise forms.ValidationError(_("“%(word)s” is not a whole number.") % {"word": wrong[:20]})
        return [int(word) for word in words]


class CircuitForm(forms.Form):
    """What a circuit is called, what it counts by, and its tournaments."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST)
    counted = forms.ChoiceField(
        label=gettext_lazy("Whose points are added up"), choices=[*WHOSE.items()], widget=forms.RadioSelect,
        initial=Counted.PLAYERS,
    )  # fmt: skip
    points = PointsField(
        label=gettext_lazy("Points of each place, from the first"), initial=USUAL, max_length=900,
        help_text=gettext_lazy("Numbers with commas between them, the first place first."),
    )  # fmt: skip
    beyond = forms.IntegerField(
        label=gettext_lazy("Points of all the places after these"),
        min_value=0,
        max_value=MOST_POINTS,
        initial=0,
    )
    sharing = forms.ChoiceField(
        label=gettext_lazy("Who shares a place has"), choices=[*SHARED.items()], widget=forms.RadioSelect,
        initial=Sharing.SPLIT,
    )  # fmt: skip
    best = forms.IntegerField(
        label=gettext_lazy("How many results of each count"), min_value=0, max_value=MOST_EVENTS, initial=0,
        help_text=gettext_lazy("The best so many; 0 counts them all."),
    )  # fmt: skip
    tournaments = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Tournaments"), queryset=Tournament.objects.none(), required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Each counts once it is over, and as long as everybody finds it."),
    )  # fmt: skip

    def __init__(self, tournaments: QuerySet[Tournament], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["tournaments"].queryset = tournaments  # type: ignore[attr-defined]


def form_of(request: HttpRequest, circuit: Circuit | None = None) -> CircuitForm:
    """Return the form, filled in as a circuit stands."""
    found = found_by(request.user)
    if circuit is None:
        return CircuitForm(found, sent(request))
    now = {name: getattr(circuit, name) for name in ("name", "counted", "beyond", "sharing", "best")}
    now |= {"points": ", ".join(map(str, circuit.points)), "tournaments": found.filter(circuits=circuit)}
    return CircuitForm(found, sent(request), initial=now)


@at_home("change_circuit")
def circuits(request: HttpRequest) -> HttpResponse:
    """Show the circuits of the club; make one more."""
    form, status = form_of(request), 200
    if form.is_valid():
        try:
            said = {**form.cleaned_data, "tournaments": list(form.cleaned_data["tournaments"])}
            circuit = create_circuit(**said, author=author_of(request), at=timezone.now())
            messages.success(request, _("%(name)s is made.") % {"name": circuit.name})
            return redirect("desk_circuit", circuit.slug)
        except RuleError as refusal:
            status = _refused(form, refusal)
    return _page(
        request, "season/desk_circuits.html", {"form": form, "circuits": Circuit.objects.all()}, status
    )


@at_home("change_circuit")
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """Show what a circuit counts by, and what was changed; change it."""
    found = found_circuit(circuit)
    if found is None:
        raise Http404
    form, status = form_of(request, found), 200
    if form.is_valid():
        try:
            said = {**form.cleaned_data, "tournaments": kept_with(found, request, form)}
            change_circuit(found, **said, author=author_of(request), at=timezone.now())
            messages.success(request, _("Changed."))
            return redirect("desk_circuit", found.slug)
        except RuleError as refusal:
            status = _refused(form, refusal)
            found.refresh_from_db()
    context = {"form": form, "circuit": found, "changes": _changes(found)}
    return _page(request, "season/desk_circuit.html", context, status)


def kept_with(circuit: Circuit, request: HttpRequest, form: CircuitForm) -> list[Tournament]:
    """Return the tournaments chosen, and those of the circuit that this organiser does not find."""
    hidden = circuit.tournaments.exclude(pk__in=found_by(request.user).values("pk"))
    return [*form.cleaned_data["tournaments"], *hidden]


def _refused(form: CircuitForm, refusal: RuleError) -> int:
    """Put a refusal beside its fields: a place in a list is said at the list."""
    lists = {f"{name}/{at}": name for name in ("points", "tournaments") for at in range(MOST_EVENTS + 30)}
    put_beside(form, refusal, lists)
    return status_of(refusal)


def _changes(circuit: Circuit) -> list[dict[str, Any]]:
    return [
        {
            "at": instant(move.at),
            "author": move.user.get_username() if move.user else "",
            "words": CHANGES[move.kind],
        }
        for move in latest_changes(circuit)
    ]


def _page(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    frame = {"desk_home": reverse("desk"), "desk_nav": club_rail("desk_circuits")}
    return render(request, template, frame | context, status=status_with(context["form"], status))
