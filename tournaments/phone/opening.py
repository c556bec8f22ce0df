"""Pages that open a table on a phone (with a QR code or a typed code) and set the phone's side."""

from collections.abc import Mapping
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from rest_framework.authentication import CSRFCheck

from scoring.models import Device, Grant
from scoring.sheet.devices import COOKIE, change_side, choose_side, know_device, open_by_code, open_by_token
from scoring.translation import say
from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.matches.selectors.phones import held_phones, pen_holder
from tournaments.matches.services.phones import name_phone, open_next_match, take_pen
from tournaments.phone.access import AtTable, at_table, remember

LONGEST = 64


@never_cache
@sensitive_post_parameters("token", "code")
@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
def table_open(request: HttpRequest) -> HttpResponse:
    """Render the form for the table code; open a table by its code or by the token in its QR code.

    The CSRF check is done here instead of in the middleware. A phone without cookies may receive two CSRF
    cookies at the same time; the form is then shown again with the typed code.
    """
    if request.method != "POST":
        return code_page(request, "phone/code.html")
    if not _from_this_site(request):
        refusal = _("The page had grown old: nothing was sent. Touch the button once more.")
        context = {"refusal": refusal, "typed": typed(request), "token": _token(request)}
        return HttpResponseForbidden(render_to_string("phone/code.html", context, request))
    device, secret = know_device(request.COOKIES.get(COOKIE), at=timezone.now())
    try:
        grant = _open(request, device)
        response: HttpResponse = redirect("table_side" if grant.side is None else "table", grant.sheet_id)
    except RuleError as refusal:  # a token that opens nothing is not sent again
        response = code_page(request, "phone/code.html", refusal=refusal)
    remember(response, secret, secure=request.is_secure())
    return response


def _open(request: HttpRequest, device: Device) -> Grant:
    now, token = timezone.now(), _token(request)
    if token:
        return open_by_token(token, device, at=now)
    return open_by_code(typed(request), device, sent_from(request), at=now)


def _token(request: HttpRequest) -> str:
    return request.POST.get("token", "")[:LONGEST]


def _from_this_site(request: HttpRequest) -> bool:
    """Return True if the request passes Django's CSRF check."""
    return CSRFCheck(lambda _request: HttpResponse()).process_view(request, code_page, (), {}) is None


@sensitive_post_parameters("code")
@at_table("write_hand", "GET", "HEAD", "POST")
def table_side(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Render the form that sets the side of the phone, and store the side.

    A later change of the side requires the table code.
    """
    if table.grant is None or not table.may_write:
        return redirect("table", table.id)
    sides, side = sorted(table.view.sides, key=lambda each: each.side), request.POST.get("side", "")
    context = {"here": table, "sides": sides}
    if request.method != "POST" or side not in {str(each.side) for each in sides}:
        return code_page(request, "phone/side.html", context)
    try:
        if not choose_side(table.grant, int(side)):
            change_side(table.grant, int(side), typed(request), sent_from(request), at=timezone.now())
    except RuleError as refusal:
        return code_page(request, "phone/side.html", context, refusal)
    return redirect("table", table.id)


@at_table("open_next_match", "POST")
def table_next(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Open the next match of the team that signed the finished match on this phone."""
    if table.grant is None:
        return redirect("table", table.id)
    grant = open_next_match(table.grant, request.POST.get("team", ""), at=timezone.now())
    return redirect("table", grant.sheet_id)


def code_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object] = MappingProxyType({}),
    refusal: RuleError | None = None,
) -> HttpResponse:
    """Render a form for a code or a name; after an error, show the message and keep the entered text."""
    words = say(refusal.message) if refusal else ""
    context = {"refusal": words, "typed": typed(request), **context}
    return render(request, template, context, status=status_of(refusal) if refusal else 200)


def typed(request: HttpRequest) -> str:
    """Return the submitted table code, truncated to the maximum length."""
    return request.POST.get("code", "")[:LONGEST]


def sent_from(request: HttpRequest) -> str:
    """Return the IP address of the client. Wrong table codes are counted by this address."""
    return str(request.META.get("REMOTE_ADDR", ""))


def pen_words(table: AtTable) -> str:
    """Return a sentence with the name of the phone that has the right to record. One query.

    The sentence is empty if no phone or the requesting phone has the right, or if the requesting phone may
    not record now.
    """
    if not table.by_phone or table.grant is None or not table.may_write or table.view.next is None:
        return ""
    phones = held_phones(table.id)
    holder = pen_holder(table.events, phones)
    if holder is None or holder == table.grant.device_id:
        return ""
    phone = phones[holder]
    if phone.side is None:
        return _("Another phone has the pen.")
    words = (
        _("%(name)s (%(side)s) has the pen.") if phone.name else _("Another phone (%(side)s) has the pen.")
    )
    return words % {"name": phone.name, "side": table.word(phone.side).heading}


@at_table("write_hand", "POST")
def table_pen(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Give the right to record to the requesting phone, and notify the phone that had the right before."""
    if table.grant is not None and table.may_write:
        take_pen(table.grant, at=timezone.now())
    return redirect("table", table.id)


@at_table("name_own_device", "GET", "HEAD", "POST")
def table_phone(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Render the form for naming the phone; the name is shown at the desk and on the other phones."""
    if table.grant is None or table.undecided:
        return redirect("table", table.id)
    name, refused = request.POST.get("name", table.grant.device.name), None
    if request.method == "POST":
        try:
            name_phone(table.grant, name)
            return redirect("table", table.id)
        except RuleError as refusal:
            refused = refusal
    players = table.view.side(table.own_side or 0).players
    context = {"here": table, "players": players, "typed": name}
    return code_page(request, "phone/phone_name.html", context, refused)
