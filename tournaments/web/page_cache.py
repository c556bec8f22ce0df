"""What a public page varies by, its ETag and its headers: the ETag changes whenever the content does.

What such a page shows follows from its address, its tournament, the reader's language, theme and followed
team, the release of the site, and the minute, since some words tell the time. Of the tournament a live page
shows whatever changes its version, which is raised in the transaction of every fact and every job; a page of
results shows less, and goes by `results_version`, which a hand alone does not raise. That is its ETag: the
same in every process, and answered with 304 before anything is rendered. The pages themselves are kept in
front of Django (config/server/page_store.py). A proxy may keep a page but has to ask each time, so a
tournament taken off the site is gone at once (docs/decisions/0026-page-cache.md).
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

# --- what a page varies by --------------------------------------------------------------------------

# Cookies of a reader whose page is nobody else's: logged in, or about to be told something.
PRIVATE_COOKIES = (settings.SESSION_COOKIE_NAME, "messages")
# The cookies by which a page is another, and the values that we write into them.
VARY_COOKIES = {
    settings.LANGUAGE_COOKIE_NAME: re.compile(r".*"),  # only the language counts that it leads to
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
    """The facts of a request that a page may vary by."""

    scheme: str
    host: str
    path: str
    query: str
    language: str
    cookies: Mapping[str, str]


class Variation(NamedTuple):
    """The values by which a page varies, beside what it shows: requests with the same get one page."""

    scheme: str
    host: str
    path: str
    query: str
    language: str
    theme: str
    followed: str


def variation_of(facts: RequestFacts) -> Variation:
    """Return what the page of a request varies by."""
    cookies = facts.cookies
    return Variation(*facts[:-1], cookies.get("theme", ""), cookies.get(FOLLOWED, ""))


def store_key(facts: RequestFacts, *, club: str, gzip: bool) -> tuple[Hashable, ...] | None:
    """Return the key under which a page is stored in front of Django; None if it is not stored.

    Beside the variation, a stored page has a club, whose database it was read from, and one encoding. It is
    not stored if the query or a cookie is none that our own pages write.
    """
    if not is_everybodys(facts.query, facts.cookies) or not _is_ordinary(facts.query, facts.cookies):
        return None
    return (club, gzip, *variation_of(facts))


def is_everybodys(query: str, cookies: Mapping[str, str]) -> bool:
    """Return whether a page is the same for all requests of one variation, and sets no cookie."""
    return FOLLOW not in query and not any(name in cookies for name in PRIVATE_COOKIES)


def _is_ordinary(query: str, cookies: Mapping[str, str]) -> bool:
    """Return whether our own pages write a query and cookies like these."""
    if len(query) > LONGEST_QUERY:
        return False
    parameters = parse_qsl(query, keep_blank_values=True)
    return all(name in PARAMETERS for name, _value in parameters) and all(
        pattern.fullmatch(cookies.get(name, "")) for name, pattern in VARY_COOKIES.items()
    )


MINUTE = 60  # seconds


def clock_part(seconds: int) -> int:
    """Return what is another every so many seconds: part of the name of what changes by the clock."""
    return int(timezone.now().timestamp() // seconds)


# --- its name ---------------------------------------------------------------------------------------

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


def etag_of(request: HttpRequest, *made_of: Hashable) -> str:
    """Return a name that is another whenever what is sent would be, in every process of a release.

    `made_of` is what the page shows; the rest is who reads. It is a weak one: a page is sent in several
    encodings.
    """
    query = request.META.get("QUERY_STRING", "")
    address = (request.scheme or "", request.get_host(), request.path, query)
    variation = variation_of(RequestFacts(*address, get_language() or "", request.COOKIES))
    return "W/" + quote_etag(sha256(repr((release(), made_of, variation)).encode()).hexdigest()[:32])


def panel_versions(place: str) -> tuple[Hashable, ...]:
    """Return what the panels at a place are made of, beside what the page itself is."""
    return tuple(import_string(panel.version)() for panel in panels_at(place) if panel.version)


INDENTATION = re.compile(rb"\s*\n\s*")
AS_IT_IS = re.compile(rb"<(?:pre|textarea)\b")
# A header for the page cache in front: this page goes by `results_version`.
SHOWS_RESULTS = "Shows-Results"


def shows_results(response: HttpResponse) -> HttpResponse:
    """Mark a page that shows nothing which a hand changes while it ends no game."""
    response[SHOWS_RESULTS] = "1"
    return response


# --- its answer -------------------------------------------------------------------------------------


def cached_page(view: View, every: int = MINUTE) -> View:
    """Give a view its tournament by the slug of the address, and its page the headers it is kept by."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **place: object) -> HttpResponse:
        found = find_tournament(request, slug)
        return answer_of_tournament(request, found, lambda: view(request, found, **place), every=every)

    return answer


def answer_of_tournament(
    request: HttpRequest,
    tournament: Tournament,
    make: Callable[[], HttpResponse],
    *,
    every: int | None = MINUTE,
) -> HttpResponse:
    """Answer 304, or with what is made of a tournament; private while it is not for everybody.

    `every` is after how many seconds it may be another by itself: None for a file that tells no time. Where
    standings are held back every page may, once they are official.
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
    """Answer 304, or with a page that shows what `made_of` names, and nothing else that changes by itself."""
    return _answer(request, {False: etag_of(request, made_of, clock_part(MINUTE))}, make)


def _answer(
    request: HttpRequest, names: Mapping[bool, str], make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer under the name that fits; `names` has that of a live page and that of a page of results.

    Which of the two a page is changes with what raises both, so whoever has it under either has it still.
    Only the ETag is compared: a date does not cover the language, the release or fractions of a second.
    """
    if not is_everybodys(request.META.get("QUERY_STRING", ""), request.COOKIES):
        response = unindented(make())
        patch_cache_control(response, private=True, no_cache=True)
        return response
    for results, etag in names.items():
        known = get_conditional_response(request, etag=etag)
        if known is not None and known.status_code == 304:
            return _with_headers(known, etag, results=results)
    response = unindented(make())
    results = SHOWS_RESULTS in response
    return _with_headers(response, names[results], results=results)


def unindented(response: HttpResponse) -> HttpResponse:
    """Take the indentation of the templates out of a page: of a long one half; not from preformatted text."""
    if response.get("Content-Type", "").startswith("text/html") and not AS_IT_IS.search(response.content):
        response.content = INDENTATION.sub(b"\n", response.content)
    return response


def is_shared(status: int, headers: Mapping[str, str]) -> bool:
    """Return whether `_with_headers` let everybody have a response; the names of the headers in small."""
    cache_control = headers.get("cache-control", "")
    shared = "no-cache" in cache_control and "private" not in cache_control
    return bool(status == 200 and headers.get("etag") and shared and "set-cookie" not in headers)


def _with_headers(response: HttpResponse, etag: str, *, results: bool) -> HttpResponse:
    """Let whoever keeps the page ask with its name; what is no page, or sets a cookie, is not shared."""
    shared = response.status_code in (200, 304) and not response.cookies
    patch_cache_control(response, no_cache=True, **({"public": True} if shared else {"private": True}))
    patch_vary_headers(response, VARY_HEADERS)
    if shared:
        response["ETag"] = etag
        if results:
            shows_results(response)
    return response
