"""Tests that the key of a cached page contains every part of the request that the view reads."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.http import QueryDict
from django.test import Client

from config.urls import public_pages
from scoring.sheet.devices import COOKIE as DEVICE_COOKIE
from tests.builders import match_of
from tests.routes import routes
from tests.test_hidden_names import an_evening, filled
from tournaments.web.followed_team import PARAMETER as FOLLOW
from tournaments.web.page_cache import PARAMETERS, PRIVATE_COOKIES, VARY_COOKIES, VARY_HEADERS, is_shared

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]

# Parts of the address, which is in the key.
IN_ADDRESS = {"HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"}
# Headers about the copy of the browser.
OF_COPY = {f"HTTP_IF_{name}" for name in ("MATCH", "NONE_MATCH", "MODIFIED_SINCE", "UNMODIFIED_SINCE")}
IN_VARY = {f"HTTP_{name.upper().replace('-', '_')}" for name in VARY_HEADERS}
# Cookies of a device that may find a tournament before it is published: its pages are not stored then.
NOT_SHOWN = {DEVICE_COOKIE}


def recording(kind: type[Any], names: set[str]) -> type[Any]:
    """Return a subclass of the mapping type `kind`. It adds a key to `names` whenever the key is read."""

    class Recording(kind):  # type: ignore[misc]
        def __getitem__(self, name: str) -> Any:
            names.add(name)
            return super().__getitem__(name)

        def __contains__(self, name: object) -> bool:
            names.add(str(name))
            return bool(super().__contains__(name))

        def get(self, name: str, default: Any = None) -> Any:
            names.add(name)
            return super().get(name, default)

    return Recording


class RequestReads:
    """The names of all parameters, cookies and headers that a view has read from requests."""

    def __init__(self) -> None:
        self.parameters: set[str] = set()
        self.cookies: set[str] = set()
        self.headers: set[str] = set()

    def clear(self) -> None:
        """Remove all recorded names."""
        for names in (self.parameters, self.cookies, self.headers):
            names.clear()

    def record(self, request: WSGIRequest) -> None:
        """Make the request record the names of all parameters, cookies and headers that are read later."""
        request.GET = recording(QueryDict, self.parameters)(request.META["QUERY_STRING"])
        request.COOKIES = recording(dict, self.cookies)(request.COOKIES)
        request.META = recording(dict, self.headers)(request.META)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> RequestReads:
    """Record the names that views and response middleware read from each request."""
    names = RequestReads()

    def recorded(_handler: BaseHandler, view: Callable[..., Any]) -> Callable[..., Any]:
        def answer(request: WSGIRequest, *args: Any, **values: Any) -> Any:
            names.record(request)
            return view(request, *args, **values)

        return answer

    monkeypatch.setattr(BaseHandler, "make_view_atomic", recorded)
    return names


def addresses() -> list[str]:
    """Return the URLs of the public pages and files of a played tournament and of its players."""
    tournament = an_evening()
    match = match_of(tournament)
    paths = (filled(route, tournament, match) for route, _page in routes(list(public_pages)))
    return [each for each in paths if each]


def test_cached_page_depends_only_on_request_data_in_its_cache_key(reads: RequestReads) -> None:
    stored, parameters = 0, set[str]()
    for address in addresses():
        reads.clear()
        answer: Any = Client(headers={"accept-language": "en"}).get(address)
        headers = {name.lower(): value for name, value in answer.headers.items()}
        answer.getvalue()
        if not is_shared(answer.status_code, headers):
            continue
        stored += 1
        parameters |= reads.parameters
        assert reads.parameters <= PARAMETERS | {FOLLOW}, address
        assert reads.cookies <= {*VARY_COOKIES, *PRIVATE_COOKIES, *NOT_SHOWN}, address
        of_browser = {name for name in reads.headers if name.startswith("HTTP_")}
        assert of_browser <= {*IN_ADDRESS, *OF_COPY, *IN_VARY}, address
    assert stored > 20
    assert PARAMETERS - parameters <= {"atto", "due", "sorte"}, "no page of this evening reads them"
