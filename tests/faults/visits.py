"""What a site answers while something of it is away: status, seconds, Retry-After."""

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
IN_TIME = 5.0  # seconds in which anything is answered, be it that it must be asked again
LATE = 40.0  # seconds after which nobody waits


@dataclass(frozen=True)
class Visit:
    """One request and what became of it; status 0 when nothing did."""

    status: int
    seconds: float
    retry_after: str = ""
    type: str = ""
    text: str = field(default="", repr=False)

    @property
    def puts_off(self) -> bool:
        """Whether it was answered in time that it is to be asked again."""
        return self.status in (503, 507) and self.seconds < IN_TIME and self.retry_after.isdigit()


@dataclass
class Browser:
    """One visitor with cookies and, if he has one, a token."""

    url: str
    token: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: object = None, form: Mapping[str, str] | None = None
    ) -> Visit:
        """Send one request, once."""
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
        said = answer.headers
        return Visit(
            answer.status,
            time.monotonic() - started,
            said.get("Retry-After", ""),
            said.get("Content-Type", ""),
            text,
        )

    def log_in(self, password: str = PASSWORD) -> Visit:
        """Send the form of the log-in page; the longer of the two requests, when the page did not come."""
        page = self.ask("GET", "/accounts/login/")
        if page.status != 200:
            return page
        typed = {"login": ORGANISER, "password": password}
        return self.ask(
            "POST", "/accounts/login/", form=typed | {"csrfmiddlewaretoken": self.cookies["csrftoken"]}
        )


class Guests:
    """Who is at a site that loses something: a phone that writes, readers, an organiser."""

    def __init__(self, table: Table) -> None:
        self.table, self.url = table, table.standing.site.url
        self.token = table.standing.token
        self.sent: list[dict[str, Any]] = []

    def hand(self) -> Visit:
        """Write the hand that comes next."""
        number = len(self.sent) + 1
        points = {**HAND, "card_points": [40 + number, 30 - number]}
        path = f"/api/v1/matches/{self.table.match}/games/1/hands/{number}/"
        answer = Browser(self.url, self.token).ask("PUT", path, points)
        if answer.status in (200, 201):
            self.sent.append(points)
        return answer

    def sheet(self) -> Visit:
        """Read the sheet over the API."""
        return Browser(self.url, self.token).ask("GET", f"/api/v1/matches/{self.table.match}/sheet/")

    def page(self) -> Visit:
        """Read the first page of the tournament."""
        return Browser(self.url).ask("GET", f"/{self.table.slug}/")

    def other_page(self) -> Visit:
        """Read a page that nobody has read yet."""
        return Browser(self.url).ask("GET", f"/{self.table.slug}/?{time.monotonic_ns()}")

    def log_in(self) -> Visit:
        """Log in from a browser of one's own."""
        return Browser(self.url).log_in()

    def all(self) -> dict[str, Visit]:
        """Let all of them ask at once."""
        acts: list[Callable[[], Visit]] = [self.hand, self.sheet, self.page, self.other_page, self.log_in]
        with ThreadPoolExecutor(len(acts)) as crowd:
            visits = list(crowd.map(lambda act: act(), acts))
        return {act.__name__: visit for act, visit in zip(acts, visits, strict=True)}

    def points(self) -> list[Any]:
        """The points of the hands on the sheet."""
        return self.table.hands()

    def nothing_is_lost(self) -> bool:
        """Whether the sheet has what was acknowledged, and nothing twice."""
        return self.points() == [hand["card_points"] for hand in self.sent]


def show(what: str, visits: Mapping[str, Visit]) -> None:
    """Print a line of the table for each."""
    for who, visit in visits.items():
        print(
            f"| {what} | {who} | {visit.status} | {visit.seconds:.1f} s | {visit.retry_after or '-'} |",
            flush=True,
        )
