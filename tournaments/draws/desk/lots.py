"""The lots page of the desk: lots that break ties between teams, drawn by the site or by hand."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.translation import say
from tournaments.competition.seals import seal_of
from tournaments.draws.desk.draw import DrawForm, before_page
from tournaments.draws.services import lots as lot_services
from tournaments.errors import status_of
from tournaments.models import Draw, DrawCommitment, Stage, Team, Tournament
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.standings.selectors import levels_of
from tournaments.web.desk_frame import (
    acting,
    at_desk,
    carried_out,
    desk,
    desk_act,
    number_sent,
    status_with,
)


class LotForm(forms.Form):
    """Form for a lot between tied teams: a text to draw from, or the order of the teams drawn by hand."""

    lot = forms.CharField(
        label=gettext_lazy("The lot drawn in the room"), required=False, max_length=200,
        help_text=gettext_lazy("Five cards, such as 7C AH 10S KD 2C, or any words."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    reason = forms.CharField(
        label=gettext_lazy("Why it is recorded again"), max_length=200,
        help_text=gettext_lazy("The journal shows the reason."),
    )  # fmt: skip

    problem_fields = dict.fromkeys(("lot_missing", "lot_invisible", "lot_too_long"), "lot")

    def __init__(
        self, request: HttpRequest, key: str, words: str, teams: list[Team], *, again: bool = False
    ) -> None:
        mine = request.POST.get("level") == key
        super().__init__(request.POST if mine else None, prefix=f"level{key}")
        self.key, self.words, self.teams = key, words, teams
        self.promise: DrawCommitment | None = None
        self.again = again
        if not again:
            del self.fields["reason"]
        for team in teams:
            self.fields[str(team.pk)] = forms.IntegerField(
                label=team.name, required=False, min_value=1, max_value=len(teams)
            )

    @property
    def by_hand(self) -> list[forms.BoundField]:
        """The form fields for the position of each team in a lot drawn by hand."""
        return [self[str(team.pk)] for team in self.teams]

    def order(self) -> list[str] | None:
        """Return the team ids in the order drawn by hand; None if the positions are not 1, 2, 3 …"""
        places = {str(team.pk): self.cleaned_data.get(str(team.pk)) for team in self.teams}
        if sorted(place or 0 for place in places.values()) != list(range(1, len(self.teams) + 1)):
            return None
        return sorted(places, key=lambda team: places[team] or 0)

    def carry_out(self, request: HttpRequest, stage: Stage) -> None:
        """Commit to the lot, draw the lot, or record a lot drawn by hand, depending on the pressed button."""
        teams, act = [str(team.pk) for team in self.teams], request.POST.get("act")
        reason = self.cleaned_data.get("reason", "")
        if act == "promise":
            lot_services.promise_lot(stage, teams, **acting(request))
        elif act != "hand":
            lot_services.draw_lot(stage, teams, self.cleaned_data["lot"], reason=reason, **acting(request))
        elif order := self.order():
            lot_services.write_lot(stage, order, reason=reason, **acting(request))
        else:
            words = _("Write for each as which one it was drawn: 1, 2, 3, each number once.")
            self.add_error(None, words)


@desk("draw", "GET", "HEAD", "POST")
def lots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tied teams; commit to a lot, draw the lot, or record a lot drawn by hand."""
    stages = list(tournament.stages.order_by("number"))
    stage = ([each for each in stages if each.state == "over"] or stages[:1])[-1]
    stage.tournament, status = tournament, 200  # lots settle only the places of the last stage that is over
    levels, recorded = _levels(stage, request), _current_forms(stage, request)
    for level in (*levels, *recorded):
        if carried_out(level, partial(level.carry_out, request, stage)):
            promise = request.POST.get("act") == "promise"
            words = _("The promise is published: now draw the lot.") if promise else _("The lot is recorded.")
            messages.success(request, words)
            return redirect("desk_lots", tournament.slug)
        status = status_with(level, status)
    if request.method == "POST" and not any(level.is_bound for level in (*levels, *recorded)):
        refusal = lot_services.not_level()
        messages.error(request, say(refusal.message))
        status = status_of(refusal)
    context = {"levels": levels, "recorded": recorded}
    return at_desk(request, tournament, "draws/desk_lots.html", context, status=status)


def _levels(stage: Stage, request: HttpRequest) -> list[LotForm]:
    """Return a form for each group of tied teams.

    The key of a form depends on the stage and the teams, not on the position of the form, which changes with
    each lot.
    """
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    promises = list(stage.commitments.filter(round=Draw.LOTS, draw__isnull=True))
    levels = []
    for level in levels_of(stage):
        entrants = [str(entrant) for entrant in level.entrants]
        words = ngettext(
            "%(count)s teams are level for %(places)s place",
            "%(count)s teams are level for %(places)s places",
            level.places,
        )
        if level.group:
            words = ngettext(
                "Group %(group)s: %(count)s teams are level for %(places)s place",
                "Group %(group)s: %(count)s teams are level for %(places)s places",
                level.places,
            )
        words %= {"count": len(entrants), "places": level.places, "group": level.group}
        key = seal_of(str(stage.pk), level.group, sorted(entrants))
        form = LotForm(request, key, words, [teams[entrant] for entrant in entrants])
        for promise in promises:
            if {entrant for entrant, _seed in promise.entrants} == {*entrants}:
                form.promise = form.promise or promise
        levels.append(form)
    return levels


def _current_forms(stage: Stage, request: HttpRequest) -> list[LotForm]:
    """Return a form for each recorded lot that may be replaced."""
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    forms_again = []
    for lot in lot_services.current_lots(stage):
        order = [teams[line] for line in lot.lines]
        words = _("Lot recorded: %(teams)s") % {"teams": ", ".join(team.name for team in order)}
        key = seal_of(str(lot.pk))
        forms_again.append(LotForm(request, key, words, order, again=True))
    return forms_again


@desk("draw", "POST")
def lay(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lay the five chosen cards face down on the table, or show the form again with its errors."""
    stage = tournament.stage_at_hand()
    form = DrawForm(profile_of(stage).pack, {**request.POST.dict(), "by": "lots"})
    if form.is_valid() and (form.cleaned_data["text"] or not form.lot()):
        form.add_error("text", _("Choose the five cards that were drawn: only cards are turned."))
    if carried_out(form, lambda: lot_services.lay_cards(stage, form.lot().split(), **acting(request))):
        return redirect("desk_draw", tournament.slug)
    return before_page(request, stage, form)


@desk_act("draw", "desk_draw")
def act(request: HttpRequest, tournament: Tournament) -> None:
    """Turn cards or pairs face up, remove the cards from the table, or make the draw by the cards.

    The request contains the number of the last card to turn, so that a repeated request turns no further
    card. A value that is not a number turns no card.
    """
    stage, act = tournament.stage_at_hand(), request.POST.get("act")
    if act == "take_up":
        lot_services.take_up_cards(stage, **acting(request))
    elif act == "draw":
        lot_services.draw_by_cards(stage, **acting(request))
    elif act == "pairs":
        lot_services.turn_pairs(stage, number_sent(request, "up_to", digits=4) or 0, **acting(request))
    else:
        lot_services.turn_cards(stage, number_sent(request, "up_to", digits=1) or 0)
