"""Who opens a link that is a key, of the first run or an invitation, comes in as by the ordinary log-in."""

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.people.services.logins import KNOWN_FOR, cookie_for

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
# The cookie of a browser in which an account was opened (tournaments/people/services/logins.py).
KNOWN = "known"


def log_in(request: HttpRequest, user: User, page: str, *, method: str) -> HttpResponse:
    """Log somebody in who has shown by a link who they are, know this browser, lead to a page by its name."""
    login(request, user, backend=BACKEND)
    record_authentication(request, user, method=method)
    answer = redirect(page)
    know_browser(request, answer, user.get_username())
    return answer


def know_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Leave a cookie by which this browser is known when it opens the same account again."""
    known: dict[str, Any] = {"max_age": KNOWN_FOR, "path": "/accounts/", "httponly": True, "samesite": "Lax"}
    response.set_cookie(KNOWN, cookie_for(name), secure=request.is_secure(), **known)


def hide_link(page: HttpResponse) -> HttpResponse:
    """Return a page whose address is a key, so that no other site and no cache gets to know it.

    Without any referrer its form would come from nowhere: refused.
    """
    page["Referrer-Policy"], page["Cache-Control"] = "strict-origin", "no-store"
    return page
