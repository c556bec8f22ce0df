"""Views of printed pages: score sheets, badges, signs, lists, posters and the preview picture."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.models import Tournament
from tournaments.printing.cards import badges_pdf, signs_pdf
from tournaments.printing.lists import results_pdf, standings_pdf
from tournaments.printing.notice import notice_pdf
from tournaments.printing.paper import Paper
from tournaments.printing.poster import poster_pdf, preview_png
from tournaments.printing.sheets import blank_paper, match_papers, open_matches, sheets_pdf
from tournaments.web.desk_frame import desk, match_of
from tournaments.web.frame import find_tournament, number_asked, way, way_or_front
from tournaments.web.page_cache import answer_of_tournament
from tournaments.web.typesetting import pdf_answer


@desk("print_sheets")
def print_match(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Return the score sheet of one match as PDF."""
    match = match_of(tournament, match_id)
    papers = match_papers(tournament, [match.pk], table_address(request))
    return _print_answer(request, tournament, papers, f"{tournament.slug}-{match.label}")


@desk("print_sheets")
def print_open(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the score sheets of all open matches as PDF, ordered by table."""
    papers = match_papers(tournament, open_matches(tournament), table_address(request))
    if not papers:
        messages.info(request, _("No match is open now: print blank sheets, or wait for the next round."))
        return redirect("desk_sheets", tournament.slug)
    return _print_answer(request, tournament, papers, f"{tournament.slug}-sheets")


@desk("print_sheets")
def print_blank(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return a blank score sheet as PDF, or two blank sheets on an A4 page."""
    blank = blank_paper(tournament)
    return _print_answer(
        request, tournament, [blank] * (2 if _two_per_page(request) else 1), f"{tournament.slug}-blank"
    )


@desk("print_sheets")
def print_badges(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the badges of all players as PDF, ten per A4 page."""
    pdf = badges_pdf(tournament, number_asked(request, "foglio"))
    if pdf is None:
        messages.info(request, _("Nobody has entered yet: badges are printed when there are names."))
        return redirect("desk_sheets", tournament.slug)
    return pdf_answer(pdf, f"{tournament.slug}-badges")


@desk("print_sheets")
def print_signs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the table signs as PDF; their QR codes open public pages and contain no secret."""

    def address(table: int) -> str:
        return request.build_absolute_uri(reverse("table_page", args=(tournament.slug, table)))

    pdf = signs_pdf(tournament, address, number_asked(request, "foglio"))
    return pdf_answer(pdf, f"{tournament.slug}-tables")


@desk("print_sheets")
def print_standings(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the public standings as a PDF in A4 format."""
    return pdf_answer(standings_pdf(tournament), f"{tournament.slug}-standings")


@desk("print_sheets")
def print_results(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the public results as a PDF in A4 format."""
    return pdf_answer(results_pdf(tournament), f"{tournament.slug}-results")


def table_page(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Redirect to the current match at a table or, without a match, to the list of tables.

    The QR code on a table sign opens this view.
    """
    tournament = find_tournament(request, slug)
    if not 1 <= table <= tournament.tables:
        raise Http404
    seated = tournament.matches.filter(table=table, state__in=AT_A_TABLE).first()
    sheet = way(tournament, "match_sheet", seated.pk) if seated else ""
    answer = redirect(sheet or way_or_front(tournament, "tables"))
    answer["Cache-Control"] = "no-store"
    return answer


def table_address(request: HttpRequest) -> str:
    """Return the full URL at which a phone opens a table, on the host of this request."""
    return request.build_absolute_uri(reverse("table_open"))


def _two_per_page(request: HttpRequest) -> bool:
    """Return whether the request is for two sheets on each A4 page."""
    return "due" in request.GET


def _print_answer(
    request: HttpRequest, tournament: Tournament, papers: list[Paper], name: str
) -> HttpResponse:
    return pdf_answer(sheets_pdf(papers, tournament, abreast=_two_per_page(request)), name)


def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the preview picture of a tournament as PNG."""
    tournament = find_tournament(request, slug)

    def build() -> HttpResponse:
        return HttpResponse(preview_png(tournament), content_type="image/png")

    return answer_of_tournament(request, tournament, build, every=None)


def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the poster of a tournament as PDF, or one page of the poster if the bracket is large."""
    tournament, sheet = find_tournament(request, slug), number_asked(request, "foglio")
    address = request.build_absolute_uri(reverse("tournament", args=(slug,)))

    def build() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{slug}.pdf"'}
        pdf = poster_pdf(tournament, address, sheet)
        return HttpResponse(pdf, content_type="application/pdf", headers=headers)

    return answer_of_tournament(request, tournament, build, every=None)


def notice_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the notice of a tournament as a PDF in A4 format.

    If no notice has been written, the PDF contains only the club, the tournament's name, card game and date,
    and the QR code of the public page.
    """
    tournament = find_tournament(request, slug)
    address = request.build_absolute_uri(reverse("tournament", args=(slug,)))

    def build() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{slug}-notice.pdf"'}
        return HttpResponse(notice_pdf(tournament, address), content_type="application/pdf", headers=headers)

    return answer_of_tournament(request, tournament, build, every=None)
