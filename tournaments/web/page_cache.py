"""HTTP caching of public pages: page variations, ETags and cache headers.

A public page depends on its URL, its tournament, the reader's language, theme and followed team, the release
of the site, and the minute, because some texts contain the time. A live page depends on the version of the
tournament, which every recorded action and every job increases in its transaction. A page of results depends
on `results_version`, which a single hand does not increase. The ETag is made of these values: it is the same
in every process, and a 304 response needs no rendering.

The pages are stored in front of Django (config/server/page_store.py). A proxy may store a page but must
revalidate it, so that a tournament taken off the site disappears at once (docs/decisions/0026-page-cache.md).
"""

import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache, wraps
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import parse_qsl

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.module_loading import import_string
from django.utils.translation import get_language

from tournaments.extras import panels_at
from tournaments.models import Tournament
from tournaments.values.visibility import Visibility
from tournaments.web.followed_team import FOLLOW_COOKIE as FOLLOWED, PARAMETER as FOLLOW
from tournaments.web.frame import find_tournament

View = Callable[..., HttpResponse]

# --- variation of a page -----------------------------------------------------------------------------

# The cookies of a visitor whose pages are private: logged in, or with pending messages.
PRIVATE_COOKIES = (settings.SESSION_COOKIE_NAME, "messages")
# The cookies that a page varies by, and the values that the site writes into them.
VARY_COOKIES = {
    settings.LANGUAGE_COOKIE_NAME: re.compile(r".*"),  # only the resulting language matters
    "theme": re.compile(r"|light|dark"),
    FOLLOWED: re.compile(r"|[0-9a-f-]{36}"),
}
VARY_HEADERS = ("Accept-Language", "Cookie", "Accept-Encoding")
# The parameters that public pages read. A page with another parameter in its address is not stored: invented
# addresses would fill the memory.
PARAMETERS = frozenset({
    "albero",
    "anno",
    "atto",
    "contro",
    "cerca",
    "chi",
    "con",
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
})  # fmt: skip
LONGEST_QUERY = 200  # bytes


class RequestFacts(NamedTuple):
    """The parts of a request on which a page may depend."""

    scheme: str
    host: str
    path: str
    query: str
    language: str
    cookies: Mapping[str, str]


class Variation(NamedTuple):
    """The request values on which a page depends; each combination is cached separately."""

    scheme: str
    host: str
    path: str
    query: str
    language: str
    theme: str
    followed: str


def variation_of(facts: RequestFacts) -> Variation:
    """Return the values of a request on which a page depends."""
    cookies = facts.cookies
    return Variation(*facts[:-1], cookies.get("theme", ""), cookies.get(FOLLOWED, ""))


def store_key(facts: RequestFacts, *, club: str, gzip: bool) -> tuple[Hashable, ...] | None:
    """Return the key of a page in the page store in front of Django; None if the page is never stored.

    The key consists of the variation, the encoding and the club (each club has its own database). A page is
    not stored if the query or a cookie has a value that the site does not write.
    """
    if not is_everybodys(facts.query, facts.cookies) or not _is_ordinary(facts.query, facts.cookies):
        return None
    return (club, gzip, *variation_of(facts))


def is_everybodys(query: str, cookies: Mapping[str, str]) -> bool:
    """Return True if all visitors get the same page for this query and these cookies."""
    return FOLLOW not in query and not any(name in cookies for name in PRIVATE_COOKIES)


def _is_ordinary(query: str, cookies: Mapping[str, str]) -> bool:
    """Return True if the query and the cookies contain only values that the site itself writes."""
    if len(query) > LONGEST_QUERY:
        return False
    parameters = parse_qsl(query, keep_blank_values=True)
    return all(name in PARAMETERS for name, _value in parameters) and all(
        pattern.fullmatch(cookies.get(name, "")) for name, pattern in VARY_COOKIES.items()
    )


MINUTE = 60  # seconds


def clock_part(seconds: int) -> int:
    """Return a number that changes every `seconds` seconds, for the ETags of pages that show times."""
    return int(timezone.now().timestamp() // seconds)


# --- ETag --------------------------------------------------------------------------------------------

SOURCE_FOLDERS = ("config", "locale", "scoring", "static", "templates", "tournaments")
SKIPPED_FOLDERS = {"__pycache__", "vendor"}


@cache
def release() -> str:
    """Return a short hash of the source code of this process, the same in every process of a release."""
    digest = sha256()
    for folder in SOURCE_FOLDERS:
        for file in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            if file.is_file() and not SKIPPED_FOLDERS.intersection(file.parts):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def etag_of(request: HttpRequest, *made_of: Hashable) -> str:
    """Return an ETag that changes whenever the response changes; it is equal in all processes of a release.

    `made_of` identifies the content of the page; the request adds the variation. It is a weak ETag, because a
    page is sent in several encodings.
    """
    query = request.META.get("QUERY_STRING", "")
    address = (request.scheme or "", request.get_host(), request.path, query)
    variation = variation_of(RequestFacts(*address, get_language() or "", request.COOKIES))
    return "W/" + quote_etag(sha256(repr((release(), made_of, variation)).encode()).hexdigest()[:32])


def panel_versions(place: str) -> tuple[Hashable, ...]:
    """Return the versions of the panels at one position of a page, as a part of the ETag."""
    return tuple(import_string(panel.version)() for panel in panels_at(place) if panel.version)


INDENTATION = re.compile(rb"\s*\n\s*")
AS_IT_IS = re.compile(rb"<(?:pre|textarea)\b")
# A header for the page store in front of Django: this page depends on `results_version`.
SHOWS_RESULTS = "Shows-Results"


def shows_results(response: HttpResponse) -> HttpResponse:
    """Mark the response of a page that changes only when a game ends, not with every hand."""
    response[SHOWS_RESULTS] = "1"
    return response


# --- response ----------------------------------------------------------------------------------------


def cached_page(view: View, every: int = MINUTE) -> View:
    """Return a view that finds its tournament by slug and adds cache headers to its response."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **place: object) -> HttpResponse:
        tournament = find_tournament(request, slug)
        return answer_of_tournament(
            request, tournament, lambda: view(request, tournament, **place), every=every
        )

    return answer


def answer_of_tournament(
    request: HttpRequest,
    tournament: Tournament,
    make: Callable[[], HttpResponse],
    *,
    every: int | None = MINUTE,
) -> HttpResponse:
    """Return a page of a tournament, or a 304 response if the browser already has the current page.

    The ETag changes with the version of the tournament. If `make` has marked the response by `shows_results`,
    the ETag changes only with the results version. In addition, the ETag changes every `every` seconds.
    `every` is None for files without times; their ETag then changes every minute only while standings are
    withheld. The page of an unpublished tournament is private and is never stored.
    """
    if tournament.visibility != Visibility.PUBLISHED:
        response = unindented(make())
        patch_cache_control(response, no_store=True, private=True)
        return response
    every = every or (MINUTE if tournament.standings_until else None)
    clock = clock_part(every) if every else 0
    names = {
        results: etag_of(request, tournament.pk, clock, results, version)
        for results, version in ((False, tournament.version), (True, tournament.results_version))
    }
    return _answer(request, names, make)


def answer_of(request: HttpRequest, made_of: Hashable, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a page that depends only on `made_of` and the current minute, or a 304 response.

    The response must not be marked by `shows_results`.
    """
    return _answer(request, {False: etag_of(request, made_of, clock_part(MINUTE))}, make)


def _answer(
    request: HttpRequest, names: Mapping[bool, str], make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the response with its ETag.

    `names` contains two ETags: for a live page, and for a page of results. A page of results changes only
    when both versions change, so either ETag is valid for it. Dates are not compared, because a page may
    change with the language or the release while its date stays the same.
    """
    if not is_everybodys(request.META.get("QUERY_STRING", ""), request.COOKIES):
        response = unindented(make())
        patch_cache_control(response, private=True, no_cache=True)
        return response
    for results, etag in names.items():
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None and unchanged.status_code == 304:
            return _with_headers(unchanged, etag, results=results)
    response = unindented(make())
    results = SHOWS_RESULTS in response
    return _with_headers(response, names[results], results=results)


def unindented(response: HttpResponse) -> HttpResponse:
    """Remove the indentation of an HTML page, unless the page contains `pre` or `textarea`."""
    if response.get("Content-Type", "").startswith("text/html") and not AS_IT_IS.search(response.content):
        response.content = INDENTATION.sub(b"\n", response.content)
    return response


def is_shared(status: int, headers: Mapping[str, str]) -> bool:
    """Return True if the status and the headers of a response allow a shared cache to store it.

    Header names are in lower case.
    """
    cache_control = headers.get("cache-control", "")
    shared = "no-cache" in cache_control and "private" not in cache_control
    return bool(status == 200 and headers.get("etag") and shared and "set-cookie" not in headers)


def _with_headers(response: HttpResponse, etag: str, *, results: bool) -> HttpResponse:
    """Add cache headers; a response that is not a page, or that sets a cookie, becomes private."""
    shared = response.status_code in (200, 304) and not response.cookies
    patch_cache_control(response, no_cache=True, **({"public": True} if shared else {"private": True}))
    patch_vary_headers(response, VARY_HEADERS)
    if shared:
        response["ETag"] = etag
        if results:
            shows_results(response)
    return response
