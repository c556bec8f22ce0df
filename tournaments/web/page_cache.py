"""Pages that everybody reads alike are made once a change, and asked about before they are sent again.

What such a page shows follows from its address, the version of its tournament (raised in the transaction
of every fact and every job), the reader's language, theme and followed team, and the minute, since some
words tell the time. That is its ETag: the same in every process, and answered with 304 before anything is
rendered. A proxy may keep a page but has to ask each time, so a tournament taken off the site is gone at
once (docs/decisions/0026-pages-for-everybody.md).
"""

import gzip
from collections.abc import Callable, Hashable
from datetime import datetime
from functools import cache, wraps
from hashlib import sha256
from threading import Lock
from urllib.parse import parse_qsl
from zlib import crc32

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import http_date, quote_etag
from django.utils.text import compress_string
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.visibility.rules import Visibility
from tournaments.web.frame import FOLLOW_COOKIE as FOLLOWED, PARAMETER as FOLLOW, find_tournament

ROOMS = ("config", "locale", "scoring", "static", "templates", "tournaments")
MADE = {"__pycache__", "vendor"}


@cache
def release() -> str:
    """Return a short name of the source as this process found it; the same in every process of a release."""
    written = sha256()
    for room in ROOMS:
        for file in sorted((settings.BASE_DIR / room).rglob("*.*")):
            if file.is_file() and not MADE.intersection(file.parts):
                written.update(file.read_bytes())
    return written.hexdigest()[:12]


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


View = Callable[..., HttpResponse]
PRIVATE_COOKIES = (settings.SESSION_COOKIE_NAME, "messages")
"""Cookies of a reader whose page is nobody else's: logged in, or about to be told something."""
PARAMETERS = {
    "albero",
    "anno",
    "atto",
    "cerca",
    "dopo",
    "due",
    "fase",
    "foglio",
    "pagina",
    "parte",
    "perche",
    "sorte",
    "turno",
    "vista",
}
"""What everybody's pages read of an address. A page with anything else in its address is kept nowhere:
whoever makes addresses up would fill the memory with them."""
LONGEST_QUERY = 200  # bytes
MAKING = tuple(Lock() for _each in range(16))
"""One thread of a process makes a page while the others wait for it: after a hand they all ask at once."""


def cached_page(view: View) -> View:
    """Give a view its tournament by the slug of the address, and its page the headers it is kept by."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **place: object) -> HttpResponse:
        found = find_tournament(request, slug)
        if found.visibility != Visibility.PUBLISHED:
            response = view(request, found, **place)
            patch_cache_control(response, no_store=True)
            return response
        return answer_kept(request, (found.pk, found.version), lambda: view(request, found, **place))

    return answer


def answer_kept(request: HttpRequest, made_of: Hashable, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer with a page that shows what `made_of` names, and nothing else that changes within a minute."""
    if not _is_everybodys(request):
        response = make()
        patch_cache_control(response, private=True, no_cache=True)
        return response
    etag = _etag(request, made_of)
    known = get_conditional_response(request, etag=etag)
    return _with_headers(known or _page(request, etag, make), etag)


def is_ordinary(query: str) -> bool:
    """Return whether a query is one that our own pages write."""
    if len(query) > LONGEST_QUERY:
        return False
    return all(name in PARAMETERS for name, _value in parse_qsl(query, keep_blank_values=True))


def _is_everybodys(request: HttpRequest) -> bool:
    """Return whether this page is the same for all who read it alike, and sets no cookie."""
    return FOLLOW not in request.GET and not any(name in request.COOKIES for name in PRIVATE_COOKIES)


def _etag(request: HttpRequest, made_of: Hashable) -> str:
    """Return the name of this page as it is now: a weak one, for it is sent in several encodings."""
    return f'W/"{name_of(request, made_of, this_minute(), request.COOKIES.get(FOLLOWED, ""))}"'


def _page(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the page from this process's store, or made and put there; what is no page is not kept."""
    pages = caches["pages"]
    with MAKING[crc32(etag.encode()) % len(MAKING)]:
        body = pages.get(etag)
        if body is None:
            response = make()
            if response.status_code != 200 or response.cookies:
                return response
            body = compress_string(response.content)
            if is_ordinary(request.META.get("QUERY_STRING", "")):
                pages.set(etag, body)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(body))
    return HttpResponse(body, headers={"Content-Encoding": "gzip"})


def _with_headers(response: HttpResponse, etag: str) -> HttpResponse:
    """Let whoever keeps the page ask with its name; what is no page, or sets a cookie, is not shared."""
    shared = response.status_code in (200, 304) and not response.cookies
    patch_cache_control(response, no_cache=True, **({"public": True} if shared else {"private": True}))
    patch_vary_headers(response, ("Accept-Language", "Cookie", "Accept-Encoding"))
    if shared:
        response["ETag"] = etag
    return response
