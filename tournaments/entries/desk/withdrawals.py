"""A team leaves or is sent away at the desk, or comes back: what would happen first, then the act."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import NotNow, RuleError, Sentence, _ as marked
from tournaments.entries.desk.entries import people
from tournaments.entries.rules.roster import RETURN
from tournaments.entries.selectors.roster import substitutions
from tournaments.entries.selectors.withdrawals import MatchEnding, RosterPreview, stage_of_team
from tournaments.entries.services.substitutes import refuse_substitute, replace_player
from tournaments.entries.services.withdrawals import come_back, leave_stage, preview_leaving, preview_return
from tournaments.errors import status_of
from tournaments.models import Match, Outcome, Team, Tournament
from tournaments.results.desk.correction_words import MovedPlace, result_words
from tournaments.results.selectors.matches import MatchNow, match_now, with_sides
from tournaments.stages.selectors.stage_facts import rounds_of
from tournaments.types import DISQUALIFICATION, WITHDRAWAL
from tournaments.web.desk_frame import at_desk, author_of, desk, put_beside, sent, status_with
from tournaments.web.words import match_words

WAYS: Mapping[str, Any] = {
    WITHDRAWAL: gettext_lazy("Leaves"),
    DISQUALIFICATION: gettext_lazy("Is sent away"),
    RETURN: gettext_lazy("Comes back"),
}
"""How one may go, or come back."""


class WithdrawalForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False,
        help_text=gettext_lazy("It stands in the journal and with every match it decides."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip


@dataclass(frozen=True)
class EndingWords:
    """A match that ends otherwise: its name, and how."""

    name: str
    text: str
    played: bool


@desk("leave_stage", "GET", "HEAD", "POST")
def leave(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show what would happen if a team went, or came back; do it, if it is still that."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    way = request.POST.get("way") or request.GET.get("come") or WITHDRAWAL
    way = way if way in WAYS else WITHDRAWAL
    form = WithdrawalForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return leave_page(request, tournament, team, way, form)
    try:
        with transaction.atomic():
            seen = _act(request, team, way, form.cleaned_data["reason"])
            if request.POST.get("seen") != _fingerprint(seen):
                text = marked(
                    "Meanwhile something has changed here. Look again at what is moved, then say yes."
                )
                raise NotNow("preview_changed", Sentence(text))
    except RuleError as refusal:
        form.add_error("reason" if refusal.code == "reason_missing" else None, say(refusal.message))
        return leave_page(request, tournament, team, way, form, status=status_of(refusal))
    messages.success(request, _DONE[way] % {"team": team.name})
    return redirect("desk_entries", tournament.slug)


_DONE: Mapping[str, Any] = {
    WITHDRAWAL: gettext_lazy("%(team)s has left."),
    DISQUALIFICATION: gettext_lazy("%(team)s has been sent away."),
    RETURN: gettext_lazy("%(team)s is back."),
}


def _act(request: HttpRequest, team: Team, way: str, reason: str) -> RosterPreview:
    who: dict[str, Any] = {"author": author_of(request), "at": timezone.now()}
    return come_back(team, reason, **who) if way == RETURN else leave_stage(team, way, reason, **who)


def leave_page(
    request: HttpRequest,
    tournament: Tournament,
    team: Team,
    way: str,
    form: WithdrawalForm,
    *,
    status: int = 200,
) -> HttpResponse:
    """Show the ways there are and what the one chosen would do; who has left can only come back."""
    seen, refusal = None, ""
    try:
        seen = _look(team, way)
    except RuleError as first:
        if first.code == "left_already":
            return leave_page(request, tournament, team, RETURN, form, status=status)
        refusal = say(first.message)
    context = {
        "team": team,
        "way": way,
        "word": WAYS[way],
        "ways": [] if way == RETURN else [(key, WAYS[key]) for key in (WITHDRAWAL, DISQUALIFICATION)],
        "refusal": refusal,
        "form": form,
        "endings": _endings(seen) if seen else [],
        "places": _places(seen) if seen else [],
        "annulled": bool(seen and seen.annulled),
        "seen": _fingerprint(seen) if seen else "",
    }
    return at_desk(request, tournament, "entries/withdrawal.html", context, status=status)


def _look(team: Team, way: str) -> RosterPreview:
    return preview_return(team) if way == RETURN else preview_leaving(team, way)


def _fingerprint(preview: RosterPreview) -> str:
    """Return what was shown in short: how each match ends and who would play where."""
    return hashlib.sha256(repr([preview.annulled, preview.endings, preview.slots]).encode()).hexdigest()[:32]


def _endings(preview: RosterPreview) -> list[EndingWords]:
    labels = [ending.label for ending in preview.endings]
    rows = with_sides(Match.objects.filter(stage=preview.stage, label__in=labels)).order_by("round", "number")
    found = {row.label: match_now(row) for row in rows}
    by_label = {ending.label: ending for ending in preview.endings}
    rounds = rounds_of(next(iter(found.values())).match) if found else 1
    return [_ending(by_label[label], match, rounds) for label, match in found.items()]


def _ending(ending: MatchEnding, match: MatchNow, rounds: int) -> EndingWords:
    outcome = Outcome(kind=ending.kind, winner=ending.winner)
    name = match_words(match.match.stage, ending.label, rounds)
    sides = " – ".join(side.name for side in match.sides if side.name)
    return EndingWords(f"{name}: {sides}", result_words(match, outcome).words, ending.played)


def _places(preview: RosterPreview) -> list[MovedPlace]:
    teams = dict(Team.objects.filter(tournament=preview.stage.tournament_id).values_list("pk", "name"))
    names = {str(pk): name for pk, name in teams.items()}
    moved = sorted(preview.places, key=lambda place: place.after)
    return [MovedPlace(names.get(str(each.entrant), "?"), each.before, each.after) for each in moved]


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
    return at_desk(request, tournament, "entries/substitute.html", context, status=status_with(form, status))


def _refusal(team: Team) -> str:
    """Say why nobody can be replaced; nothing while somebody can."""
    try:
        refuse_substitute(team, stage_of_team(team))
    except RuleError as refusal:
        return say(refusal.message)
    return ""
