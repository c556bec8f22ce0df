"""The sheet is decided: both sides read it and sign, each on its own phone, or on one handed over.

A phone signs for the side that holds it. Handing over is a page of its own, on which the other side
types the code of the sheet: two touches by one person are never two signatures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from scoring.sheet.devices import check_code
from tournaments.pages.sheet_parts import GameView, SideView
from tournaments.pages.table.access import AtTable, at_table, not_here, refused
from tournaments.pages.table.opening import code_page, sent_from, typed
from tournaments.pages.table.words import SideWords, either, game_tab
from tournaments.permissions import SCORER, may
from tournaments.results.services.results import sign_sheet
from tournaments.selectors.phones import HeldPhone, held_phones, next_match
from tournaments.stages.selectors.rounds import goes_on_to


@dataclass(frozen=True)
class SignatureView:
    """One side's box: its words and team, who may sign, when it did and on whose phone."""

    who: SideWords
    team: SideView
    people: str
    at: datetime | None
    phone: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("read")
def table_sign(request: HttpRequest, here: AtTable) -> HttpResponse:
    """Show the result and take the signatures; before the match is decided there is nothing to sign."""
    if not here.view.state.over or here.log.disputes:
        return redirect("table", here.id)
    if here.undecided and here.may_write:
        return redirect("table_side", here.id)
    if request.method == "POST":
        return _sign(request, here)
    boxes = signatures(here)
    mine, others = to_sign(here, boxes)
    context = {
        **result(here),
        "events_url": here.events_url,
        "boxes": boxes,
        "next_box": mine,
        "next_holder": others,
        "ways_on": goes_on_to(here.match.match) if here.match.decided else [],
        "next_match": next_match(here.grant) if here.grant and here.match.decided else None,
    }
    return render(request, "table/sign.html", context)


def result(here: AtTable) -> dict[str, Any]:
    """Return what is signed: who won, and each game."""
    winner = here.view.state.winner
    return {
        "here": here,
        "winner": here.word(winner) if winner is not None else None,
        "winning_team": here.view.side(winner) if winner is not None else None,
        "games": [(game_heading(game), game) for game in here.view.games if game.status == "over"],
    }


def to_sign(
    here: AtTable, boxes: Sequence[SignatureView]
) -> tuple[SignatureView | None, SignatureView | None]:
    """Return the box that this visitor signs next, or else the one he hands the phone to.

    A phone signs for its own side alone; an account at the desk signs for one after the other.
    """
    open_boxes = [box for box in boxes if box.at is None]
    if not open_boxes or not here.may_write or here.log.objection is not None:
        return None, None
    if here.role != SCORER:
        return open_boxes[0], None
    mine = next((box for box in open_boxes if box.who.side == here.ours), None)
    return mine, None if mine else open_boxes[0]


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


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("sign")
def table_pass(request: HttpRequest, here: AtTable, side: int) -> HttpResponse:
    """Hand the phone to another side: who takes it reads the result, types the table's code and signs."""
    boxes = signatures(here)
    _mine, others = to_sign(here, boxes)
    if here.grant is None or others is None or not here.view.state.over or here.log.disputes:
        return redirect("table_sign", here.id)
    if others.who.side != side:
        return redirect("table_pass", here.id, others.who.side)
    if request.method != "POST":
        return _handed(request, here, boxes, others)
    now = timezone.now()
    try:
        check_code(typed(request), here.grant, sent_from(request), at=now)
        sign_sheet(here.id, side, author=here.author(), at=now, handed_over=True)
    except RuleError as refusal:
        return _handed(request, here, boxes, others, refusal)
    return redirect("table_sign", here.id)


def _handed(
    request: HttpRequest,
    here: AtTable,
    boxes: Sequence[SignatureView],
    box: SignatureView,
    refusal: RuleError | None = None,
) -> HttpResponse:
    """Ask who takes the phone for the table's code."""
    return code_page(request, "table/pass.html", {**result(here), "boxes": boxes, "box": box}, refusal)


def signatures(here: AtTable) -> list[SignatureView]:
    """Return the box of each side, ours on the left."""
    phones = held_phones(here.id) if may("write_hand", here.role) else {}
    return [
        _signature(here, words, team, phones) for words, team in zip(here.words, here.view.sides, strict=True)
    ]


def _signature(
    here: AtTable, words: SideWords, team: SideView, phones: Mapping[UUID, HeldPhone]
) -> SignatureView:
    seq, people = here.log.signatures.get(words.side), either(team.players)
    if seq is None:
        return SignatureView(words, team, people, None)
    fact = here.events[seq - 1]
    phone = phones.get(fact.device_id) if fact.device_id else None
    return SignatureView(words, team, people, fact.recorded_at, phone.name if phone else "")
