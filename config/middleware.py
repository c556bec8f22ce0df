"""A page that failed because somebody wrote between two of its queries is made once more.

A page is read by several queries, outside a transaction: held for the whole of a page, one would keep those
who write at the tables waiting (SQLite), and at PostgreSQL's usual isolation it would not help. So a page may
find a match by one query and, its draw taken back meanwhile, no round of it by the next.
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse

from scoring.errors import RuleError
from tournaments.errors import outage_of

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
    """Middleware: say so with every answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = HEADER
        return response

    return answer


ANSWERS = (Http404, PermissionDenied, SuspiciousOperation, RuleError)
"""Exceptions that are what a view has to say."""


class TornReads:
    """Middleware: what only reads and fails by a mistake is tried once more; then the mistake is ours."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> Any:
        """Return the answer of the second try; None where there is none to make."""
        found = request.resolver_match
        if (
            request.method not in ("GET", "HEAD")
            or isinstance(failure, ANSWERS)
            or outage_of(failure)
            or not found
        ):
            return None
        answer: Any = found.func(request, *found.args, **found.kwargs)
        return answer.render() if hasattr(answer, "render") else answer
