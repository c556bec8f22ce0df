"""The picture of a tournament for whoever shares a link to it."""

from django.http import HttpRequest, HttpResponse

from tournaments.exports.preview import preview_png
from tournaments.web.frame import find_tournament
from tournaments.web.page_cache import if_changed


def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture as PNG."""
    tournament = find_tournament(request, slug)
    return if_changed(
        request, tournament, lambda: HttpResponse(preview_png(tournament), content_type="image/png")
    )
