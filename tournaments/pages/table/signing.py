"""The sheet is decided: both sides read it and sign, on one phone handed over or each on its own."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.rules.errors import RuleError
from tournaments.pages.sheet_parts import GameView, SideView
from tournaments.pages.table.access import AtTable, at_table, not_here, refused
from tournaments.pages.table.words import SideWords, either, game_tab
from tournaments.permissions import may
from tournaments.selectors.rounds import goes_on_to
from tournaments.services.results import sign_sheet


@dataclass(frozen=True)
class SignatureView:
    """One side's box: its words and team, who may sign, and when it did."""

    who: SideWords
    team: SideView
    people: str
    at: datetime | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("read")
def table_sign(request: HttpRequest, here: AtTable) -> HttpResponse:
    """Show the result and take the signatures; before the match is decided there is nothing to sign."""
    if not here.view.state.over or here.log.disputes:
        return redirect("table", here.id)
    if request.method == "POST":
        return _sign(request, here)
    boxes = signatures(here)
    open_boxes = [box for box in boxes if box.at is None]
    winner = here.view.state.winner
    context = {
        "here": here,
        "events_url": here.events_url,
        "winner": here.word(winner) if winner is not None else None,
        "winning_team": here.view.side(winner) if winner is not None else None,
        "games": [(game_heading(game), game) for game in here.view.games if game.status == "over"],
        "boxes": boxes,
        "next_box": next(iter(open_boxes), None) if here.may_write and here.log.objection is None else None,
        "begun": 0 < len(open_boxes) < len(boxes),
        "ways_on": goes_on_to(here.match.match) if here.match.decided else [],
    }
    return render(request, "table/sign.html", context)


def game_heading(game: GameView) -> str:
    """Return what a game is called on the sheet that is signed."""
    return _("Deciding hand") if game.deciding else game_tab(game.number, decider=game.decider)


def _sign(request: HttpRequest, here: AtTable) -> HttpResponse:
    """Add the signature of the side whose box was touched."""
    if not may("sign", here.role):
        return not_here(request, here)
    side = request.POST.get("side", "")
    if side not in {str(words.side) for words in here.words}:
        return redirect("table_sign", here.id)
    try:
        sign_sheet(here.id, int(side), author=here.author(), at=timezone.now())
    except RuleError as refusal:
        return refused(request, here, refusal)
    return redirect("table_sign", here.id)


def signatures(here: AtTable) -> list[SignatureView]:
    """Return the box of each side, ours on the left."""
    boxes = []
    for words, team in zip(here.words, here.view.sides, strict=True):
        seq = here.log.signatures.get(words.side)
        at = here.events[seq - 1].recorded_at if seq else None
        boxes.append(SignatureView(words, team, either(team.players), at))
    return boxes
