"""The lots at the desk: who is level, the promise, the lot drawn in the room or the order drawn by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import RuleError
from tournaments.draws.desk.draw import DrawForm, before_page, pack_of
from tournaments.draws.services import lots as lot_services
from tournaments.errors import status_of
from tournaments.models import Draw, DrawCommitment, Stage, Team, Tournament
from tournaments.stages.selectors.stage_facts import stage_at_hand
from tournaments.standings.selectors import levels_of
from tournaments.web.desk_frame import at_desk, author_of, desk, status_with


class LotForm(forms.Form):
    """A lot between some: any words, or as which one each was drawn by hand."""

    lot = forms.CharField(
        label=gettext_lazy("The lot drawn in the room"), required=False, max_length=200,
        help_text=gettext_lazy("Five cards, such as 7C AH 10S KD 2C, or any words."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, number: int, teams: list[Team], sent: QueryDict | None) -> None:
        super().__init__(sent, prefix=f"level{number}")
        self.number, self.teams = number, teams
        for team in teams:
            self.fields[str(team.pk)] = forms.IntegerField(
                label=team.name, required=False, min_value=1, max_value=len(teams)
            )

    @property
    def by_hand(self) -> list[forms.BoundField]:
        """The fields for as which one each was drawn."""
        return [self[str(team.pk)] for team in self.teams]

    def order(self) -> list[str] | None:
        """Return the teams as drawn by hand; None where not each has a place of its own."""
        places = {str(team.pk): self.cleaned_data.get(str(team.pk)) for team in self.teams}
        if sorted(place or 0 for place in places.values()) != list(range(1, len(self.teams) + 1)):
            return None
        return sorted(places, key=lambda team: places[team] or 0)


@dataclass(frozen=True)
class LevelWords:
    """Those who are level: what the lot decides, its promise if there is one, its form."""

    words: str
    promise: DrawCommitment | None
    form: LotForm


@desk("draw", "GET", "HEAD", "POST")
def lots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who is level; promise a lot, draw it, or write down what was drawn by hand."""
    stage = _stage(tournament)
    levels = _levels(stage, request)
    status = 200
    for level in levels:
        if request.method == "POST" and request.POST.get("level") == str(level.form.number):
            try:
                if level.form.is_valid() and _acted(request, stage, level.form):
                    return redirect("desk_lots", tournament.slug)
                status = 400
            except RuleError as refusal:
                status = status_of(refusal)
                level.form.add_error("lot" if refusal.code.startswith("lot_") else None, say(refusal.message))
    return at_desk(
        request, tournament, "draws/desk_lots.html", {"levels": levels, "stage": stage}, status=status
    )


def _stage(tournament: Tournament) -> Stage:
    """The last stage that is over: only its places are settled by a lot."""
    stages = list(tournament.stages.order_by("number"))
    over = [stage for stage in stages if stage.state == "over"]
    stage = (over or stages)[-1 if over else 0]
    stage.tournament = tournament
    return stage


def _levels(stage: Stage, request: HttpRequest) -> list[LevelWords]:
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    promises = list(stage.commitments.filter(round=Draw.LOTS, draw__isnull=True))
    found = []
    for number, level in enumerate(levels_of(stage), start=1):
        sent = request.POST if request.POST.get("level") == str(number) else None
        mine = [teams[str(who)] for who in level.entrants]
        listed = {str(who) for who in level.entrants}
        promise = next((each for each in promises if {who for who, _seed in each.entrants} == listed), None)
        values = {"count": len(mine), "places": level.places, "group": level.group}
        words = _("Level: %(count)s, for the first %(places)s of their places") % values
        if level.group:
            words = (
                _("Group %(group)s: %(count)s are level, for the first %(places)s of their places") % values
            )
        found.append(LevelWords(words, promise, LotForm(number, mine, sent)))
    return found


def _acted(request: HttpRequest, stage: Stage, form: LotForm) -> bool:
    who: dict[str, Any] = {"author": author_of(request), "at": timezone.now()}
    teams = [str(team.pk) for team in form.teams]
    act = request.POST.get("act")
    if act == "promise":
        lot_services.promise_lot(stage, teams, **who)
        messages.success(request, _("The promise is published: now draw the lot."))
        return True
    if act == "hand":
        order = form.order()
        if order is None:
            form.add_error(None, _("Write for each as which one it was drawn: 1, 2, 3, each number once."))
            return False
        lot_services.write_lot(stage, order, **who)
    else:
        lot_services.draw_lot(stage, teams, form.cleaned_data["lot"], **who)
    messages.success(request, _("The lot is recorded."))
    return True


@desk("draw", "POST")
def lay(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lay the cards that were chosen; anything that is no lot of cards stays on the page with its reason."""
    stage = stage_at_hand(tournament)
    sent = request.POST.copy()
    sent["by"] = "lots"
    form = DrawForm(pack_of(stage), sent)
    if form.is_valid() and (form.cleaned_data["text"] or not form.lot()):
        form.add_error("text", _("Choose the five cards that were drawn: only cards are turned."))
    if not form.is_valid():
        return before_page(request, tournament, stage, form, status=status_with(form, 200))
    try:
        lot_services.lay_cards(stage, form.lot().split(), author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        form.add_error(None, say(refusal.message))
        return before_page(request, tournament, stage, form, status=status_of(refusal))
    return redirect("desk_draw", tournament.slug)


@desk("draw", "POST")
def act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Turn cards, take all up again, or make the draw by them."""
    stage = stage_at_hand(tournament)
    try:
        ACTS.get(request.POST.get("act", ""), _turn)(request, stage)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_draw", tournament.slug)


def _turn(request: HttpRequest, stage: Stage) -> None:
    """Up to a certain card, so that a key that is pressed twice turns one."""
    lot_services.turn_cards(stage, _number(request, "up_to", digits=1))


def _turn_pairs(request: HttpRequest, stage: Stage) -> None:
    up_to = _number(request, "up_to", digits=4)
    lot_services.turn_pairs(stage, up_to, author=author_of(request), at=timezone.now())


def _number(request: HttpRequest, name: str, *, digits: int) -> int:
    """Read a number of so many digits; anything else is 0 and turns nothing."""
    asked = request.POST.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= digits else 0


def _take_up(request: HttpRequest, stage: Stage) -> None:
    lot_services.take_up_cards(stage, author=author_of(request), at=timezone.now())


def _draw(request: HttpRequest, stage: Stage) -> None:
    lot_services.draw_by_cards(stage, author=author_of(request), at=timezone.now())


ACTS: Mapping[str, Callable[[HttpRequest, Stage], None]] = {
    "take_up": _take_up,
    "pairs": _turn_pairs,
    "draw": _draw,
}
