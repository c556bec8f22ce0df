"""Whose phone this is: its holder says so, by a touch on a name or in words of his own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.pages.table.access import AtTable, at_table
from tournaments.services.phones import name_phone


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("name_own_device")
def table_phone(request: HttpRequest, here: AtTable) -> HttpResponse:
    """Ask whose phone this is; the desk and the others at the table read it there."""
    if here.grant is None or here.undecided:
        return redirect("table", here.id)
    if request.method != "POST":
        return _asked(request, here, here.grant.device.name)
    typed = request.POST.get("name", "")
    try:
        name_phone(here.grant, typed)
    except RuleError as refusal:
        return _asked(request, here, typed, refusal)
    return redirect("table", here.id)


def _asked(request: HttpRequest, here: AtTable, typed: str, refusal: RuleError | None = None) -> HttpResponse:
    context = {
        "here": here,
        "players": here.view.side(here.ours or 0).players,
        "typed": typed,
        "refusal": say(refusal.message) if refusal else "",
    }
    return render(request, "table/phone.html", context, status=status_of(refusal) if refusal else 200)
