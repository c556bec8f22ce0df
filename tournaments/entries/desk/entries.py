"""The entries (06b): two names and Enter, put right, taken off, checked in."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.translation import say
from scoring.types import NotNow, RuleError
from tournaments.draws.desk.checklist import checklist
from tournaments.entries.rules.details import DETAILS, LONGEST_DETAIL
from tournaments.entries.selectors.roster import teams_gone, with_seats, with_substitutes
from tournaments.entries.services import entries as entry_services
from tournaments.entries.services.late_entries import enter, taking_latecomers
from tournaments.errors import status_of
from tournaments.models import Person, Team, Tournament
from tournaments.season.public.ratings import rating_words
from tournaments.season.selectors.ratings import Strength, strengths, usual_seeds
from tournaments.stages.selectors.stage_facts import stage_at_hand, team_size
from tournaments.teams.public import players_words
from tournaments.templatetags.entrants import CALLED
from tournaments.web.desk_frame import at_desk, author_of, desk, put_beside, sent, status_with
from tournaments.web.words import LEFT

SUGGESTED = 600
OPTIONAL = ("name", *DETAILS, "seed")


class EntryForm(forms.Form):
    """One team: its players, and what may be said of it."""

    name = forms.CharField(label=gettext_lazy("Team name"), required=False, max_length=80)
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"), required=False, min_value=1, max_value=entry_services.MOST_TEAMS
    )

    def __init__(self, size: int, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.size = size
        if size == 1:
            del self.fields["name"]  # who plays alone is called by their own name
        for place in range(size):
            attributes = {"list": "people", "autocomplete": "off", "autocapitalize": "words"}
            words = CALLED["player"].pairs if size > 1 else CALLED["player"].alone
            label = str(words) % {"number": place + 1}
            widget = forms.TextInput(attrs={**attributes, "autofocus": True} if place == 0 else attributes)
            self.fields[f"player_{place}"] = forms.CharField(
                label=label, max_length=80, required=False, widget=widget
            )
        for key, detail in DETAILS.items():
            self.fields[key] = forms.CharField(
                label=gettext_lazy(detail.label), required=False, max_length=LONGEST_DETAIL
            )
        self.order_fields([*(f"player_{place}" for place in range(size)), *OPTIONAL])

    @property
    def players(self) -> list[forms.BoundField]:
        """The fields of the players' names."""
        return [self[f"player_{place}"] for place in range(self.size)]

    @property
    def optional(self) -> list[forms.BoundField]:
        """The fields that may stay empty."""
        return [self[name] for name in OPTIONAL if name in self.fields]

    @property
    def says_more(self) -> bool:
        """Whether an optional field holds something or is refused, so that it must be seen."""
        return (
            any(self.data.get(name) or self.errors.get(name) for name in OPTIONAL) if self.is_bound else False
        )

    def entry(self) -> entry_services.Entry:
        """Return the team as it was written."""
        said = self.cleaned_data
        players = [said[f"player_{place}"] for place in range(self.size)]
        return entry_services.Entry.of(
            {"players": players, **{name: said[name] for name in OPTIONAL if name in said}}
        )

    def refused(self, refusal: RuleError) -> int:
        """Put a refusal beside its fields; return the status of the page that shows it."""
        put_beside(self, refusal, {f"players/{place}": f"player_{place}" for place in range(self.size)})
        self._focus_on_the_first_error()
        return status_of(refusal)

    def _focus_on_the_first_error(self) -> None:
        wrong = next((name for name in self.fields if name in self.errors), None)
        if wrong:
            for name, field in self.fields.items():
                field.widget.attrs.pop("autofocus", None)
                if name == wrong:
                    field.widget.attrs["autofocus"] = True


@dataclass(frozen=True)
class TeamRow:
    """One team of the list."""

    team: Team
    players: str
    withdrawal: str = ""
    """How the team has left, in a word; empty while it is in."""


def entry_form(tournament: Tournament, *args: Any, **more: Any) -> EntryForm:
    """Return the form for a team of this tournament's card game."""
    return EntryForm(team_size(tournament), *args, **more)


@desk("enter_teams", "GET", "HEAD", "POST")
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the entries; enter one more team."""
    form, status = entry_form(tournament, sent(request)), 200
    if form.is_valid():
        try:
            (team,) = enter(tournament, [form.entry()], author=author_of(request), at=timezone.now())
            messages.success(request, _("%(team)s is entered.") % {"team": team.name})
            return redirect("desk_entries", tournament.slug)
        except RuleError as refusal:
            status = form.refused(refusal)
    return entries_page(request, tournament, form, status=status_with(form, status))


def entries_page(
    request: HttpRequest, tournament: Tournament, form: EntryForm, *, status: int = 200
) -> HttpResponse:
    """Show the list with the form over it."""
    teams = list(tournament.teams.prefetch_related(with_seats()))
    check = checklist(tournament, teams)
    players = with_substitutes(teams)
    gone = teams_gone(tournament) if tournament.state != "entries" else {}
    context = {
        "form": form,
        "rows": [
            TeamRow(
                team,
                players_words(players[team.pk], "written_name"),
                str(LEFT.get(gone.get(team.pk, ""), "")),
            )
            for team in teams
        ],
        "playing": tournament.state == "playing",
        "check": check,
        "people": people(),
        "open": tournament.state == "entries",
        "closed": _closed(tournament),
    }
    return at_desk(
        request,
        tournament,
        "entries/entries.html",
        context,
        badges={"desk_entries": check.expected},
        status=status,
    )


def people() -> QuerySet[Person, str]:
    """Return the names that the club knows, to be offered where one is written."""
    known = Person.objects.filter(erased_at=None).order_by("written_name")
    return known.values_list("written_name", flat=True)[:SUGGESTED]


def _closed(tournament: Tournament) -> str:
    """Say why nobody can enter any more; nothing while teams can."""
    if tournament.state == "entries":
        return ""
    try:
        taking_latecomers(stage_at_hand(tournament))
    except NotNow as refusal:
        return say(refusal.message)
    return ""


@desk("enter_teams", "GET", "HEAD", "POST")
def team(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Put a team right."""
    found = get_object_or_404(Team, pk=team_id, tournament=tournament)
    players = [seat.person.written_name for seat in found.seats.select_related("person")]
    written = {f"player_{place}": player for place, player in enumerate(players)}
    written |= {name: getattr(found, name) for name in OPTIONAL} | {"name": found.written_name}
    form, status = entry_form(tournament, sent(request), initial=written), 200
    if form.is_valid():
        try:
            entry_services.change_team(found, form.entry(), author=author_of(request), at=timezone.now())
            messages.success(request, _("Changed."))
            return redirect("desk_entries", tournament.slug)
        except RuleError as refusal:
            status = form.refused(refusal)
    context = {
        "form": form,
        "team": found,
        "people": people(),
    }
    return at_desk(request, tournament, "entries/team.html", context, status=status_with(form, status))


@desk("enter_teams", "POST")
def withdraw(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Take a team off the list before the draw."""
    found = get_object_or_404(Team, pk=team_id, tournament=tournament)
    name = found.name
    try:
        entry_services.withdraw_team(found, author=author_of(request), at=timezone.now())
        messages.success(request, _("%(team)s is off the list.") % {"team": name})
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_entries", tournament.slug)


@desk("mark_presence", "POST")
def presence(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Turn one team's switch: present, or absent if it was present."""
    found = get_object_or_404(Team, pk=team_id, tournament=tournament)
    _mark(request, tournament, {found.pk: "absent" if found.presence == "present" else "present"})
    if request.htmx:  # type: ignore[attr-defined]
        return entries_page(request, tournament, entry_form(tournament))
    return redirect("desk_entries", tournament.slug)


@desk("mark_presence", "POST")
def presences(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say of every team that is still expected whether it is here."""
    word = "present" if request.POST.get("presence") == "present" else "absent"
    expected = tournament.teams.filter(presence="expected").values_list("pk", flat=True)
    _mark(request, tournament, dict.fromkeys(expected, word))
    page = "desk_draw" if request.POST.get("next") == "desk_draw" else "desk_entries"
    return redirect(page, tournament.slug)


def _mark(request: HttpRequest, tournament: Tournament, words: dict[Any, str]) -> None:
    try:
        entry_services.mark_presence(tournament, words, author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        messages.error(request, say(refusal.message))


class CountForm(forms.Form):
    """How many seeds are proposed."""

    quante = forms.IntegerField(
        label=gettext_lazy("How many seeds"), min_value=1, max_value=entry_services.MOST_TEAMS
    )


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
    return at_desk(request, tournament, "entries/seeds.html", context, status=status_with(form))


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
        entry_services.seed_teams(tournament, ids, author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
        return redirect("desk_seeds", tournament.slug)
    count = len(set(ids))
    words = ngettext("%(count)d team is a seed now.", "%(count)d teams are seeds now.", count)
    messages.success(request, words % {"count": count})
    return redirect("desk_entries", tournament.slug)
