"""What is printed: the sheet of a match, those of every open match, and blank ones, as PDF."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.printing.paper import Paper
from tournaments.printing.poster import poster_pdf, preview_png
from tournaments.printing.sheets import blank_paper, match_papers, open_matches, sheets_pdf
from tournaments.web.desk_frame import desk, match_of
from tournaments.web.frame import find_tournament, number_asked
from tournaments.web.page_cache import if_changed

PDF = "application/pdf"


@desk("print_sheets")
def print_match(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """The sheet of one match."""
    match = match_of(tournament, match_id)
    papers = match_papers(tournament, [match.pk], table_address(request))
    return _printed(request, papers, f"{tournament.slug}-{match.label}")


@desk("print_sheets")
def print_open(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheets of every match that is open, by table."""
    papers = match_papers(tournament, open_matches(tournament), table_address(request))
    if not papers:
        messages.info(request, _("No match is open now: print blank sheets, or wait for the next round."))
        return redirect("desk_sheets", tournament.slug)
    return _printed(request, papers, f"{tournament.slug}-sheets")


@desk("print_sheets")
def print_blank(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet without names, for whatever comes; two of them where an A4 is cut in half."""
    blank = blank_paper(tournament)
    return _printed(request, [blank] * (2 if _abreast(request) else 1), f"{tournament.slug}-blank")


def table_address(request: HttpRequest) -> str:
    """Return where a phone opens its table, under the name this page was opened by."""
    return request.build_absolute_uri(reverse("table_open"))


def pdf_answer(pdf: bytes, name: str) -> HttpResponse:
    """Answer with a PDF to be looked at; nobody keeps a copy of what opens a table."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store, private"}
    return HttpResponse(pdf, content_type=PDF, headers=headers)


def _abreast(request: HttpRequest) -> bool:
    """Whether two sheets stand on an A4, to be cut."""
    return "due" in request.GET


def _printed(request: HttpRequest, papers: list[Paper], name: str) -> HttpResponse:
    return pdf_answer(sheets_pdf(papers, abreast=_abreast(request)), name)


def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture as PNG."""
    tournament = find_tournament(request, slug)
    return if_changed(
        request, tournament, lambda: HttpResponse(preview_png(tournament), content_type="image/png")
    )


def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The poster; of a large bracket one sheet of it."""
    tournament, sheet = find_tournament(request, slug), number_asked(request, "foglio")
    address = request.build_absolute_uri(reverse("tournament", args=(slug,)))

    def build() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{slug}.pdf"'}
        pdf = poster_pdf(tournament, address, sheet)
        return HttpResponse(pdf, content_type="application/pdf", headers=headers)

    return if_changed(request, tournament, build)
