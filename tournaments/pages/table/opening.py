"""A phone comes to a table by the QR on the sheet or the characters under it, and says who holds it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.models import Device, Grant
from scoring.rules.errors import RuleError
from scoring.services.devices import choose_side, know_device, open_by_code, open_by_token
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.pages.table.access import COOKIE, AtTable, at_table, remember
from tournaments.pages.table.words import both

LONGEST = 64


@never_cache
@sensitive_post_parameters("token", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def table_open(request: HttpRequest) -> HttpResponse:
    """Ask for the table's code; the QR's token comes by the same door, posted from the address's fragment."""
    if request.method != "POST":
        return render(request, "table/open.html", {"typed": "", "refusal": ""})
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
    return open_by_code(
        request.POST.get("code", "")[:LONGEST], device, request.META.get("REMOTE_ADDR", ""), at=now
    )


def _refused(request: HttpRequest, refusal: RuleError) -> HttpResponse:
    """Say why the table stays closed, and keep what was typed."""
    typed = request.POST.get("code", "")[:LONGEST]
    return render(
        request,
        "table/open.html",
        {"typed": typed, "refusal": say(refusal.message)},
        status=status_of(refusal),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_side(request: HttpRequest, here: AtTable) -> HttpResponse:
    """Ask which side holds this phone: us is then on the left."""
    side = request.POST.get("side", "")
    if request.method == "POST" and here.grant and side in {str(each.side) for each in here.view.sides}:
        choose_side(here.grant, int(side))
        return redirect("table", here.id)
    if here.grant is None:
        return redirect("table", here.id)
    sides = [{"team": team, "players": both(team.players)} for team in here.view.sides]
    return render(
        request, "table/side.html", {"here": here, "sides": sorted(sides, key=lambda side: side["team"].side)}
    )
