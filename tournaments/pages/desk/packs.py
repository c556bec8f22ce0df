"""The night's pack on the desk: asked for, watched while it is made, downloaded."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.models import NightPack, Tournament
from tournaments.pages.desk.access import desk
from tournaments.pages.print_pages import pdf_answer, table_address
from tournaments.selectors.packs import pack_now
from tournaments.services.packs import ask_pack


@desk("print_sheets", "GET", "HEAD", "POST")
def pack(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say how far the pack is, or ask for it as things are now."""
    if request.method == "POST":
        ask_pack(tournament, address=table_address(request))
        return redirect("desk_sheets", tournament.slug)
    context = {"tournament": tournament, "pack": pack_now(tournament)}
    return render(request, "desk/_pack.html", context)


@desk("print_sheets")
def pack_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hand out the pack that was made last; where there is none, lead to where it is asked for."""
    made = NightPack.objects.filter(tournament=tournament, made_at__isnull=False).first()
    if made is None:
        return redirect("desk_sheets", tournament.slug)
    return pdf_answer(bytes(made.pdf), f"{tournament.slug}-{made.made}")
