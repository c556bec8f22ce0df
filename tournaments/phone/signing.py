"""Signatures at the table: the result to sign, and signatures on the phone of another side."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from scoring.sheet.devices import check_code
from scoring.types import RuleError
from tournaments.matches.selectors.phones import held_phones
from tournaments.matches.services.results import sign_sheet
from tournaments.matches.sheet_view import SideView
from tournaments.permissions import may
from tournaments.phone.access import AtTable, at_table, forbidden
from tournaments.phone.match import tab, what_follows
from tournaments.phone.opening import code_page, sent_from, typed
from tournaments.phone.words import SideWords, either


class SignatureView(NamedTuple):
    """The signature box of a side: label, team, players, and the time and phone of the signature."""

    words: SideWords
    team: SideView
    people: str
    at: datetime | None = None
    phone: str = ""


@at_table("read", "GET", "HEAD", "POST")
def table_sign(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Render the result of the match for signing; on POST, save a signature.

    Redirect to the match page while there is no result.
    """
    if not table.view.state.over or table.log.disputes:
        return redirect("table", table.id)
    if table.undecided and table.may_write:
        return redirect("table_side", table.id)
    if request.method == "POST":
        return _sign(request, table)
    boxes = signatures(table)
    own_box, other_box = to_sign(table, boxes)
    context = {
        **result(table),
        "events_url": table.events_url,
        "boxes": boxes,
        "next_box": own_box,
        "next_holder": other_box,
        **what_follows(table),
    }
    return render(request, "phone/signatures.html", context)


def result(table: AtTable) -> dict[str, Any]:
    """Return the winner and the finished games of the match as template context."""
    winner = table.view.state.winner
    return {
        "here": table,
        "winner": table.word(winner) if winner is not None else None,
        "winning_team": table.view.side(winner) if winner is not None else None,
        "games": [(tab(game)[0], game) for game in table.view.games if game.status == "over"],
    }


def to_sign(
    table: AtTable, boxes: Sequence[SignatureView]
) -> tuple[SignatureView | None, SignatureView | None]:
    """Return two signature boxes: the box to sign here, and the box to sign elsewhere. Each may be None.

    A phone signs for its own side only; an account at the desk signs for all sides in order.
    """
    open_boxes = [box for box in boxes if box.at is None]
    if not open_boxes or not table.may_write or table.log.objection is not None:
        return None, None
    if not table.by_phone:
        return open_boxes[0], None
    own_box = next((box for box in open_boxes if box.words.side == table.own_side), None)
    return own_box, None if own_box else open_boxes[0]


def _sign(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Add the signature of the side whose button was pressed."""
    if not may("sign", table.roles):
        return forbidden(request, table)
    side = request.POST.get("side", "")
    if side in {str(words.side) for words in table.words}:
        sign_sheet(table.match.match, int(side), **table.acting())
    return redirect("table_sign", table.id)


@sensitive_post_parameters("code")
@at_table("sign", "GET", "HEAD", "POST")
def hand_over_phone(request: HttpRequest, table: AtTable, side: int) -> HttpResponse:
    """Save the signature of another side on the phone; the table code is required."""
    boxes = signatures(table)
    _own_box, other_box = to_sign(table, boxes)
    if table.grant is None or other_box is None or not table.view.state.over or table.log.disputes:
        return redirect("table_sign", table.id)
    if other_box.words.side != side:
        return redirect("table_pass", table.id, other_box.words.side)
    context, refused = {**result(table), "boxes": boxes, "box": other_box}, None
    if request.method == "POST":
        try:
            check_code(typed(request), table.grant, sent_from(request), at=timezone.now())
            sign_sheet(table.match.match, side, handed_over=True, **table.acting())
            return redirect("table_sign", table.id)
        except RuleError as refusal:
            refused = refusal
    return code_page(request, "phone/signature.html", context, refused)


def signatures(table: AtTable) -> list[SignatureView]:
    """Return the signature box of each side in display order."""
    phones = held_phones(table.id) if may("write_hand", table.roles) else {}
    boxes = []
    for words, team in zip(table.words, table.view.sides, strict=True):
        box, seq = SignatureView(words, team, either(team.players)), table.log.signatures.get(words.side)
        if seq is not None:
            fact = table.events[seq - 1]
            phone = phones.get(fact.device_id) if fact.device_id else None
            box = box._replace(at=fact.recorded_at, phone=phone.name if phone else "")
        boxes.append(box)
    return boxes
