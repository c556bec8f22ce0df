"""A phone that opens a table for the first time gets its style inside the page, and need not ask for it.

On slow 3G every request that a page waits for is half a second. The same files are linked at the end of
the page, where nothing waits for them, so that the pages after it find them in the browser's cache.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from zlib import crc32

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse

LINK = re.compile(rf'<link rel="stylesheet" href="{settings.STATIC_URL}(css/[^"]+)">')
ROOM = "/tavolo/"
COOKIE = "style"
LETTERS = 4  # of a name in the cookie, which goes with every request: a name mistaken costs a link, no more
MOST_KEPT = 16  # names in it: those of two releases

GetResponse = Callable[[HttpRequest], HttpResponse]


def style_inside(get_response: GetResponse) -> GetResponse:
    """Middleware, inside the one of the content security policy."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.status_code == 200 and response["Content-Type"].startswith("text/html")
        if is_page and request.path.startswith(ROOM):
            _put_inside(request, response)
        return response

    return answer


def _put_inside(request: HttpRequest, response: HttpResponse) -> None:
    """Write what this phone has not had yet into the page; its cookie says what it had."""
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
    known = "".join([*map(_name, missing), *had][:MOST_KEPT])
    response.set_cookie(COOKIE, known, path=ROOM, httponly=True, samesite="Lax", secure=request.is_secure())


def _element(request: HttpRequest, file: str) -> str:
    return f'<style nonce="{request.csp_nonce}">{_written(file)}</style>'  # type: ignore[attr-defined]


def _name(file: str) -> str:
    """Return a short name of a file as it is now: collected files are named by what is in them."""
    return f"{crc32(file.encode()):08x}"[:LETTERS]


@cache
def _written(file: str) -> str:
    """Return the text of a style sheet, with addresses that hold on any page."""
    path = Path(finders.find(file) or staticfiles_storage.path(file))
    return path.read_text().replace('url("../', f'url("{settings.STATIC_URL}')
