"""A phone comes to a table by the QR on the sheet or the characters under it, and says who holds it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.authentication import CSRFCheck

from scoring.models import Device, Grant
from scoring.sheet.devices import COOKIE, change_side, choose_side, know_device, open_by_code, open_by_token
from scoring.translation import joined, say
from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.permissions import SCORER
from tournaments.phone.access import AtTable, at_table, refused, remember
from tournaments.phone.selectors import held_phones, pen_holder
from tournaments.phone.services import name_phone, open_next_match, take_pen

LONGEST = 64


@never_cache
@sensitive_post_parameters("token", "code")
@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
def table_open(request: HttpRequest) -> HttpResponse:
    """Ask for the table's code; the QR's token comes by the same door, posted from the address's fragment.

    Whether the form came from this site is asked here, not in the middleware: a phone that has lost its
    cookies may get two new ones at once, and is shown its form again with what was typed.
    """
    if request.method != "POST":
        return _form(request)
    if not _from_here(request):
        return _form(request, _("The page had grown old: nothing was sent. Touch the button once more."), 403)
    device, secret = know_device(request.COOKIES.get(COOKIE), at=timezone.now())
    response = _opened(request, device)
    remember(response, secret, secure=request.is_secure())
    return response


def _opened(request: HttpRequest, device: Device) -> HttpResponse:
    try:
        grant = _open(request, device)
    except RuleError as refusal:
        return _refused(request, refusal)
    return redirect("table_side" if grant.side is None else "table", grant.sheet_id)


def _open(request: HttpRequest, device: Device) -> Grant:
    now, token = timezone.now(), request.POST.get("token", "")[:LONGEST]
    if token:
        return open_by_token(token, device, at=now)
    return open_by_code(typed(request), device, sent_from(request), at=now)


def _refused(request: HttpRequest, refusal: RuleError) -> HttpResponse:
    """Say why the table stays closed; a token that opens nothing is not offered again."""
    return _form(request, say(refusal.message), status_of(refusal), keep_token=False)


def _form(
    request: HttpRequest, refusal: str = "", status: int = 200, *, keep_token: bool = True
) -> HttpResponse:
    """Show the form with what was typed."""
    token = request.POST.get("token", "")[:LONGEST] if keep_token else ""
    context = {"typed": typed(request), "token": token, "refusal": refusal}
    return render(request, "phone/code.html", context, status=status)


def _from_here(request: HttpRequest) -> bool:
    """Whether a page of this site sent the form, by Django's own check."""
    return CSRFCheck(lambda _request: HttpResponse()).process_view(request, _form, (), {}) is None


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_side(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Ask which side holds this phone: us is then on the left. To change it takes the table's code."""
    if table.grant is None or not table.may_write:
        return redirect("table", table.id)
    side = request.POST.get("side", "")
    if request.method != "POST" or side not in {str(each.side) for each in table.view.sides}:
        return _asked_side(request, table)
    try:
        if not choose_side(table.grant, int(side)):
            change_side(table.grant, int(side), typed(request), sent_from(request), at=timezone.now())
    except RuleError as refusal:
        return _asked_side(request, table, refusal)
    return redirect("table", table.id)


@require_POST
@at_table("open_next_match")
def table_next(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Take the phone that signed here on to its team's next match."""
    if table.grant is None:
        return redirect("table", table.id)
    try:
        grant = open_next_match(table.grant, at=timezone.now())
    except RuleError as refusal:
        return refused(request, table, refusal)
    return redirect("table", grant.sheet_id)


def _asked_side(request: HttpRequest, table: AtTable, refusal: RuleError | None = None) -> HttpResponse:
    sides = [
        {"team": team, "players": joined(team.players)}
        for team in sorted(table.view.sides, key=lambda team: team.side)
    ]
    return code_page(request, "phone/side.html", {"here": table, "sides": sides}, refusal)


def code_page(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: RuleError | None
) -> HttpResponse:
    """Show a page at the table that asks for its code; a refusal keeps what was typed."""
    said = {"refusal": say(refusal.message) if refusal else "", "typed": typed(request)}
    return render(request, template, context | said, status=status_of(refusal) if refusal else 200)


def typed(request: HttpRequest) -> str:
    """Return the code that was typed, as far as it can be one."""
    return request.POST.get("code", "")[:LONGEST]


def sent_from(request: HttpRequest) -> str:
    """Return the address that wrong codes are counted by."""
    return str(request.META.get("REMOTE_ADDR", ""))


def pen_words(table: AtTable) -> str:
    """Return who else has the pen; nothing where this phone may write at once: one query."""
    if table.role != SCORER or table.grant is None or not table.may_write or table.view.next is None:
        return ""
    phones = held_phones(table.id)
    holder = pen_holder(table.events, phones)
    if holder is None or holder == table.grant.device_id:
        return ""
    phone = phones[holder]
    if phone.side is None:
        return _("Another phone has the pen.")
    side = table.word(phone.side).heading
    if not phone.name:
        return _("Another phone (%(side)s) has the pen.") % {"side": side}
    return _("%(name)s (%(side)s) has the pen.") % {"name": phone.name, "side": side}


@require_POST
@at_table("write_hand")
def table_pen(request: HttpRequest, table: AtTable) -> HttpResponse:
    """This phone takes the pen; the one that had it sees so at once."""
    if table.grant is not None and table.may_write:
        take_pen(table.grant, at=timezone.now())
    return redirect("table", table.id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("name_own_device")
def table_phone(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Ask whose phone this is; the desk and the others at the table read it there."""
    if table.grant is None or table.undecided:
        return redirect("table", table.id)
    if request.method != "POST":
        return _wanted(request, table, table.grant.device.name)
    typed = request.POST.get("name", "")
    try:
        name_phone(table.grant, typed)
    except RuleError as refusal:
        return _wanted(request, table, typed, refusal)
    return redirect("table", table.id)


def _wanted(
    request: HttpRequest, table: AtTable, typed: str, refusal: RuleError | None = None
) -> HttpResponse:
    context = {
        "here": table,
        "players": table.view.side(table.own_side or 0).players,
        "typed": typed,
        "refusal": say(refusal.message) if refusal else "",
    }
    return render(request, "phone/phone_name.html", context, status=status_of(refusal) if refusal else 200)
