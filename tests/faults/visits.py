"""Requests to a site during an outage: status, duration and Retry-After header of the responses."""

import http.client
import json
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.faults.tables import Table
from tests.servers.site import ORGANISER, PASSWORD

HAND = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
IN_TIME = 5.0  # seconds within which every request gets a response, even if it is 503
LATE = 40.0  # seconds until a request times out


@dataclass(frozen=True)
class Visit:
    """A request and its response: status (0 if there was none), seconds and Retry-After header."""

    status: int
    seconds: float
    retry_after: str = ""
    type: str = ""
    text: str = field(default="", repr=False)

    @property
    def puts_off(self) -> bool:
        """True if the response is a 503 or 507 within the time limit and has a Retry-After header."""
        return self.status in (503, 507) and self.seconds < IN_TIME and self.retry_after.isdigit()


@dataclass
class Browser:
    """A visitor with cookies and an optional token."""

    url: str
    token: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: object = None, form: Mapping[str, str] | None = None
    ) -> Visit:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Authorization": f"Token {self.token}"} if self.token else {}
        headers["Content-Type"] = "application/json" if form is None else "application/x-www-form-urlencoded"
        data = urlencode(form) if form is not None else None if body is None else json.dumps(body)
        parts, started = urlsplit(self.url), time.monotonic()
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=LATE)
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        except OSError:
            return Visit(0, time.monotonic() - started)
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        response_headers = answer.headers
        return Visit(
            answer.status,
            time.monotonic() - started,
            response_headers.get("Retry-After", ""),
            response_headers.get("Content-Type", ""),
            text,
        )

    def log_in(self, password: str = PASSWORD) -> Visit:
        """Log in through the form; return the failed response if the login page did not load."""
        page = self.ask("GET", "/accounts/login/")
        if page.status != 200:
            return page
        typed = {"login": ORGANISER, "password": password}
        return self.ask(
            "POST", "/accounts/login/", form=typed | {"csrfmiddlewaretoken": self.cookies["csrftoken"]}
        )


class Guests:
    """Visitors of a site during an outage: a phone that sends hands, some readers and an organiser."""

    def __init__(self, table: Table) -> None:
        self.table, self.url = table, table.standing.site.url
        self.token = table.standing.token
        self.sent: list[dict[str, Any]] = []

    def hand(self) -> Visit:
        number = len(self.sent) + 1
        points = {**HAND, "card_points": [40 + number, 30 - number]}
        path = f"/api/v1/matches/{self.table.match}/games/1/hands/{number}/"
        answer = Browser(self.url, self.token).ask("PUT", path, points)
        if answer.status in (200, 201):
            self.sent.append(points)
        return answer

    def sheet(self) -> Visit:
        """Request the score sheet from the API."""
        return Browser(self.url, self.token).ask("GET", f"/api/v1/matches/{self.table.match}/sheet/")

    def page(self) -> Visit:
        """Request the public front page of the tournament."""
        return Browser(self.url).ask("GET", f"/{self.table.slug}/")

    def other_page(self) -> Visit:
        """Request the front page with a new query string, so that the page is not in the page cache."""
        return Browser(self.url).ask("GET", f"/{self.table.slug}/?{time.monotonic_ns()}")

    def log_in(self) -> Visit:
        """Log in from a new browser."""
        return Browser(self.url).log_in()

    def all(self) -> dict[str, Visit]:
        """Send all requests at the same time; return a dictionary of the visits by method name."""
        acts: list[Callable[[], Visit]] = [self.hand, self.sheet, self.page, self.other_page, self.log_in]
        with ThreadPoolExecutor(len(acts)) as crowd:
            visits = list(crowd.map(lambda act: act(), acts))
        return {act.__name__: visit for act, visit in zip(acts, visits, strict=True)}

    def points(self) -> list[Any]:
        """Return the card points of the hands on the sheet."""
        return self.table.hands()

    def nothing_is_lost(self) -> bool:
        """Return True if the sheet has each acknowledged hand exactly once."""
        return self.points() == [hand["card_points"] for hand in self.sent]


def show(what: str, visits: Mapping[str, Visit]) -> None:
    """Print a table row for each visit."""
    for visitor, visit in visits.items():
        print(
            f"| {what} | {visitor} | {visit.status} | {visit.seconds:.1f} s | {visit.retry_after or '-'} |",
            flush=True,
        )
