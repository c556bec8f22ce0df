"""The middleware of the project."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from scoring.types import RuleError
from tournaments.errors import outage_of
from tournaments.web.right_to_left import isolated_page

NEVER = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
HEADER = ", ".join(f"{each}=()" for each in NEVER)

GetResponse = Callable[[HttpRequest], HttpResponse]


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Middleware: add the Permissions-Policy header to every response."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = HEADER
        return response

    return answer


# Paths of responses that only users with a role may read.
PRIVATE_PATHS = ("/regia/", "/accounts/", "/api/")


def private_answers(get_response: GetResponse) -> GetResponse:
    """Middleware: prevent caches from storing desk pages, account pages and API responses.

    After a log-out the browser of a shared computer does not show such a page again. A view that sets
    `Cache-Control` keeps its own.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith(PRIVATE_PATHS) and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return answer


# Exceptions that views raise on purpose.
ANSWERS = (Http404, PermissionDenied, SuspiciousOperation, RuleError)


class TornReads:
    """Middleware: repeat a GET request once after an unexpected exception.

    The queries of a page do not run in one transaction. A page may therefore read a match in one query and
    not find the round of the match in the next query, if the draw is undone in between. One transaction for
    the whole page would block writing requests (SQLite), and would not help at the default isolation level of
    PostgreSQL.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> Any:
        """Return the response of the second attempt; None if the request is not repeated."""
        match = request.resolver_match
        if (
            request.method not in ("GET", "HEAD")
            or isinstance(failure, ANSWERS)
            or outage_of(failure)
            or not match
        ):
            return None
        answer: Any = match.func(request, *match.args, **match.kwargs)
        return answer.render() if hasattr(answer, "render") else answer


def right_to_left(get_response: GetResponse) -> GetResponse:
    """Middleware: isolate right-to-left names on HTML pages from the surrounding text."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.streaming and response.get("Content-Type", "").startswith("text/html"):
            response.content = isolated_page(response.content)
        return response

    return answer


LINK = re.compile(rf'<link rel="stylesheet" href="{settings.STATIC_URL}(css/[^"]+)">')
ROOM = "/tavolo/"
COOKIE = "style"
LETTERS = 4  # of a name in the cookie, which is sent with every request; a mistaken name costs only a link
MOST_KEPT = 16  # names in the cookie: those of two releases


def style_inside(get_response: GetResponse) -> GetResponse:
    """Middleware: inline the style sheets of table pages. Needs the nonce of the content security policy."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.status_code == 200 and response["Content-Type"].startswith("text/html")
        if is_page and request.path.startswith(ROOM):
            _put_inside(request, response)
        return response

    return answer


def _put_inside(request: HttpRequest, response: HttpResponse) -> None:
    """Inline each style sheet that the phone's cookie does not name.

    If a style sheet is inlined, links to all style sheets are added at the end of the page.
    """
    head, end, body = response.content.decode().partition("</head>")
    links = dict.fromkeys(LINK.findall(head))
    had = re.findall("." * LETTERS, request.COOKIES.get(COOKIE, ""))
    missing = [file for file in links if _name(file) not in had]
    if not missing:
        return

    def inside(link: re.Match[str]) -> str:
        return _element(request, link[1]) if link[1] in missing else link[0]

    body, close, rest = body.rpartition("</body>")
    later = "".join(link[0] for link in LINK.finditer(head))
    response.content = LINK.sub(inside, head) + end + body + later + close + rest
    names = "".join([*map(_name, missing), *had][:MOST_KEPT])
    response.set_cookie(COOKIE, names, path=ROOM, httponly=True, samesite="Lax", secure=request.is_secure())


def _element(request: HttpRequest, file: str) -> str:
    return f'<style nonce="{request.csp_nonce}">{_style_of(file)}</style>'  # type: ignore[attr-defined]


def _name(file: str) -> str:
    """Return the short hash that identifies a style sheet in the cookie."""
    return f"{crc32(file.encode()):08x}"[:LETTERS]


@cache
def _style_of(file: str) -> str:
    """Return the text of a style sheet, with relative URLs made absolute."""
    path = Path(finders.find(file) or staticfiles_storage.path(file))
    return path.read_text().replace('url("../', f'url("{settings.STATIC_URL}')
