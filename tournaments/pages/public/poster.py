"""The poster of the bracket and the standings, as PDF."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.exports.poster import poster_pdf
from tournaments.web.frame import find_tournament, number_asked
from tournaments.web.page_cache import if_changed


def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The poster; of a large bracket one sheet of it."""
    tournament, sheet = find_tournament(request, slug), number_asked(request, "foglio")
    address = request.build_absolute_uri(reverse("tournament", args=(slug,)))

    def made() -> HttpResponse:
        headers = {"Content-Disposition": f'inline; filename="{slug}.pdf"'}
        pdf = poster_pdf(tournament, address, sheet)
        return HttpResponse(pdf, content_type="application/pdf", headers=headers)

    return if_changed(request, tournament, made)
