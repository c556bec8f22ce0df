"""Log-in with a secret link, which an account gets from the first setup or from an invitation."""

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.people.services.logins import KNOWN_FOR, cookie_for

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
# The cookie of a browser in which an account was opened (tournaments/people/services/logins.py).
BROWSER_COOKIE = "known"


def log_in(request: HttpRequest, user: User, page: str, *, method: str) -> HttpResponse:
    """Log in the user identified by a secret link, set the browser cookie, and redirect to `page`.

    `method` is the authentication method that allauth records.
    """
    login(request, user, backend=BACKEND)
    record_authentication(request, user, method=method)
    answer = redirect(page)
    know_browser(request, answer, user.get_username())
    return answer


def know_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Set the cookie by which later log-ins of the same account recognise this browser."""
    options: dict[str, Any] = {
        "max_age": KNOWN_FOR,
        "path": "/accounts/",
        "httponly": True,
        "samesite": "Lax",
    }
    response.set_cookie(BROWSER_COOKIE, cookie_for(name), secure=request.is_secure(), **options)


def hide_link(page: HttpResponse) -> HttpResponse:
    """Set response headers that keep a secret URL from other sites and out of caches.

    The referrer policy is not `no-referrer`: without a Referer header, Django's CSRF check would reject the
    form.
    """
    page["Referrer-Policy"], page["Cache-Control"] = "strict-origin", "no-store"
    return page
