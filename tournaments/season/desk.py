"""Desk pages for circuits and for the seeds proposed from ratings, and journal lines about circuits."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from scoring.games import CARD_GAMES
from scoring.types import RuleError
from tournaments.competition.names import LONGEST
from tournaments.competition.roster import MOST_TEAMS
from tournaments.competition.types import MOST_EVENTS, MOST_POINTS, Counted, Sharing
from tournaments.entries.services.entries import seed_teams
from tournaments.errors import status_of
from tournaments.house_rules.desk.presets import WholeField
from tournaments.models import Circuit, CircuitMove, Person, Tournament
from tournaments.permissions import account_name, found_by
from tournaments.season.public.ratings import rating_words
from tournaments.season.selectors.circuits import found_circuit, latest_changes, totals_if_merged
from tournaments.season.selectors.ratings import ratings_of, strengths, usual_seeds
from tournaments.season.services import change_circuit, create_circuit
from tournaments.standings.public.numbers import in_parts
from tournaments.web import desk_frame
from tournaments.web.club_journal import JournalFilter, JournalLine
from tournaments.web.desk_frame import at_desk, author_of, put_beside, sent, status_with
from tournaments.web.words import instant

USUAL = "100, 80, 65, 50, 40, 30, 20, 10"
WHOSE = {
    Counted.PLAYERS: gettext_lazy("Per player, with any partner"),
    Counted.PAIRS: gettext_lazy("Per fixed pair"),
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
    """A form field for the points of each place, from the first place on, separated by commas or spaces."""

    def clean(self, value: Any) -> Any:
        """Return the points as integers; raise ValidationError with the first word that is not a number."""
        words = re.split(r"[\s,;]+", str(super().clean(value)).strip(" ,;\n"))
        wrong = next(
            (word for word in words if not (word.isascii() and word.isdigit() and len(word) < 7)), None
        )
        if wrong is not None:
            raise forms.ValidationError(_("“%(word)s” is not a whole number.") % {"word": wrong[:20]})
        return [int(word) for word in words]


class CircuitForm(forms.Form):
    """The form for a circuit: its name, its scoring rules and its tournaments."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST)
    counted = forms.ChoiceField(
        label=gettext_lazy("The standings are"), choices=[*WHOSE.items()], widget=forms.RadioSelect,
        initial=Counted.PLAYERS,
    )  # fmt: skip
    points = PointsField(
        label=gettext_lazy("Points of each place, from the first"), initial=USUAL, max_length=900,
        help_text=gettext_lazy("Numbers with commas between them, the first place first."),
    )  # fmt: skip
    beyond = forms.IntegerField(
        label=gettext_lazy("Points of the other places"),
        min_value=0,
        max_value=MOST_POINTS,
        initial=0,
    )
    sharing = forms.ChoiceField(
        label=gettext_lazy("Who shares a place has"), choices=[*SHARED.items()], widget=forms.RadioSelect,
        initial=Sharing.SPLIT,
    )  # fmt: skip
    best = WholeField(
        label=gettext_lazy("Best results that count"), required=False, min_value=0, max_value=MOST_EVENTS,
        initial=0, zero=gettext_lazy("all of them"),
        help_text=gettext_lazy("How many results of each count; left empty, all of them do."),
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
    """Return the form for a circuit, with the current values as initial values."""
    tournaments = found_by(request.user).filter(trial=False)
    if circuit is None:
        return CircuitForm(tournaments, sent(request))
    now = {name: getattr(circuit, name) for name in ("name", "counted", "beyond", "sharing", "best")}
    now |= {
        "points": ", ".join(map(str, circuit.points)),
        "tournaments": tournaments.filter(circuits=circuit),
    }
    return CircuitForm(tournaments, sent(request), initial=now)


@desk_frame.at_home("change_circuit")
def circuits(request: HttpRequest) -> HttpResponse:
    """Show the circuits of the club, and create a circuit."""
    form, status = form_of(request), 200
    if form.is_valid():
        try:
            fields = {**form.cleaned_data, "tournaments": list(form.cleaned_data["tournaments"])}
            circuit = create_circuit(**fields, author=author_of(request), at=timezone.now())
            messages.success(request, _("%(name)s is made.") % {"name": circuit.name})
            return redirect("desk_circuit", circuit.slug)
        except RuleError as refusal:
            status = _refused(form, refusal)
    return _page(
        request, "season/desk_circuits.html", {"form": form, "circuits": Circuit.objects.all()}, status
    )


@desk_frame.at_home("change_circuit")
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """Show a circuit with the list of its changes, and change the circuit."""
    chosen_circuit = found_circuit(circuit)
    if chosen_circuit is None:
        raise Http404
    form, status = form_of(request, chosen_circuit), 200
    if form.is_valid():
        try:
            fields = {**form.cleaned_data, "tournaments": list(form.cleaned_data["tournaments"])}
            change_circuit(chosen_circuit, **fields, author=author_of(request), at=timezone.now())
            messages.success(request, _("The circuit is saved."))
            return redirect("desk_circuit", chosen_circuit.slug)
        except RuleError as refusal:
            status = _refused(form, refusal)
            chosen_circuit.refresh_from_db()
    context = {"form": form, "circuit": chosen_circuit, "changes": _changes(chosen_circuit)}
    return _page(request, "season/desk_circuit.html", context, status)


def _refused(form: CircuitForm, refusal: RuleError) -> int:
    """Add the errors to the fields of the form, and return the HTTP status code.

    An error of a list item is added to the field of the list.
    """
    lists = {f"{name}/{at}": name for name in ("points", "tournaments") for at in range(MOST_EVENTS + 30)}
    put_beside(form, refusal, lists)
    return status_of(refusal)


def _changes(circuit: Circuit) -> list[dict[str, Any]]:
    return [
        {
            "at": instant(move.at),
            "author": account_name(move.user),
            "words": CHANGES[move.kind],
        }
        for move in latest_changes(circuit)
    ]


def journal_lines(wanted: JournalFilter) -> list[JournalLine]:
    """Return the journal lines about circuits that match the filter. One query.

    The list is empty if the filter selects a tournament, because circuits belong to no tournament.
    """
    if wanted.tournament:
        return []
    moves = wanted.of(CircuitMove.objects.select_related("user", "circuit"))
    return [JournalLine.of(move, move.circuit.name, str(CHANGES[move.kind])) for move in moves]


def _page(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    status = status_with(context["form"], status)
    return desk_frame.at_club(request, "desk_circuits", template, context, status)


class CountForm(forms.Form):
    """The form for the number of seeds to propose."""

    quante = forms.IntegerField(label=gettext_lazy("How many seeds"), min_value=1, max_value=MOST_TEAMS)


class ConfirmForm(forms.Form):
    """The form that confirms the proposed seeds in the order shown."""

    team = forms.TypedMultipleChoiceField(coerce=UUID)

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        ids = tournament.teams.values_list("pk", flat=True)
        self.fields["team"].choices = [(str(each), "") for each in ids]  # type: ignore[attr-defined]


@desk_frame.desk("seed_teams", "GET", "HEAD", "POST")
def seeds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the proposed seeds, and store them on POST."""
    if request.method == "POST":
        return _confirm(request, tournament)
    teams = strengths(tournament)
    rated_teams = sum(each.matches > 0 for each in teams)
    form = CountForm(request.GET if "quante" in request.GET else None)
    count = form.cleaned_data["quante"] if form.is_valid() else usual_seeds(len(teams))
    form.initial["quante"] = count
    context = {
        "form": form,
        "open": tournament.state == "entries",
        "rows": [(each.team, rating_words(each.ordinal) if each.matches else "") for each in teams],
        "rated": rated_teams,
        "seeds": min(count, rated_teams),
    }
    return at_desk(request, tournament, "season/seeds.html", context, status=status_with(form))


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Store the seeds, or show the proposal again with an error, for example if a team has withdrawn its
    entry.
    """
    form = ConfirmForm(tournament, request.POST)
    ids = form.cleaned_data["team"] if form.is_valid() else [UUID(int=0)]
    refusal = desk_frame.refusal_words(lambda: seed_teams(tournament, ids, **desk_frame.acting(request)))
    if refusal:
        messages.error(request, refusal)
        return redirect("desk_seeds", tournament.slug)
    count = len(set(ids))
    words = ngettext("%(count)d team is a seed now.", "%(count)d teams are seeds now.", count)
    messages.success(request, words % {"count": count})
    return redirect("desk_entries", tournament.slug)


def rating_column(persons: Sequence[Person]) -> tuple[str, Mapping[UUID, str]]:
    """Return the heading and the cells of a table column that shows one rating of each person.

    The rating shown is that of the card game in which the person has played most matches.
    """
    ratings_by_person = ratings_of(persons)
    games = {each.listing.card_game for ratings in ratings_by_person.values() for each in ratings}
    cells = {pk: rating_words(ratings[0].ordinal) for pk, ratings in ratings_by_person.items()}
    if len(games) > 1:
        cells = {
            pk: f"{cells[pk]} {_(CARD_GAMES[ratings[0].listing.card_game].name)}"
            for pk, ratings in ratings_by_person.items()
        }
    return _("Rating"), cells


def merge_lines(persons: tuple[Person, Person]) -> Iterator[str]:
    """Yield the effects of merging two persons, one sentence for each circuit and each card game.

    The first person is merged into the second. Each sentence contains the circuit points or the number of
    rated matches of the second person, before and after the merge.
    """
    for each in totals_if_merged(*persons):
        before, after = (in_parts(points) for points in (each.before, each.after))
        words = {"circuit": each.circuit.name, "before": before, "after": after}
        yield _("%(circuit)s: %(before)s → %(after)s points") % words
    matches: dict[str, list[int]] = {}
    ratings_by_person = ratings_of(persons)
    for number, person in enumerate(persons):
        for rating in ratings_by_person.get(person.pk, ()):
            matches.setdefault(rating.listing.card_game, [0, 0])[number] = rating.matches
    for card_game, (moved, matches_before) in matches.items():
        if moved:
            counts = {
                "game": _(CARD_GAMES[card_game].name),
                "before": matches_before,
                "after": matches_before + moved,
            }
            yield _("%(game)s: rated anew, over %(before)s → %(after)s matches") % counts
