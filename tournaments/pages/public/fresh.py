"""What is sent is named by what it shows: who has it already is told so, before anything is made."""

from collections.abc import Callable, Hashable
from datetime import datetime
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date, quote_etag
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.release import release
from tournaments.visibility.rules import Visibility


def name_of(request: HttpRequest, *made_of: Hashable) -> str:
    """Return a name that is another whenever what is sent would be, in every process of a release.

    `made_of` is what it shows; the rest is who reads: the language, the theme, the address that was asked.
    """
    reader = (get_language(), request.COOKIES.get("theme", ""), request.build_absolute_uri())
    return sha256(repr((release(), made_of, *reader)).encode()).hexdigest()[:32]


def this_minute() -> int:
    """Return what is another every minute: part of the name of what changes by the clock."""
    return int(timezone.now().timestamp() // 60)


def if_changed(
    request: HttpRequest,
    tournament: Tournament,
    make: Callable[[], HttpResponse],
    changed_at: datetime | None = None,
) -> HttpResponse:
    """Answer 304, or with what is made; a cache asks each time, for a tournament may be taken off the site.

    What is made may depend on the tournament's version, the language and the address that was asked; where
    standings are held back it may change by itself once they are official.
    """
    minute = this_minute() if tournament.standings_until else 0
    etag = quote_etag(name_of(request, tournament.pk, tournament.version, minute))
    modified = int(changed_at.timestamp()) if changed_at else None
    answer = get_conditional_response(request, etag=etag, last_modified=modified) or make()
    everybody_s = tournament.visibility == Visibility.PUBLISHED
    answer["Cache-Control"] = "no-cache" if everybody_s else "no-store, private"
    if everybody_s:
        answer["ETag"] = etag
    if modified is not None:
        answer["Last-Modified"] = http_date(modified)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer
