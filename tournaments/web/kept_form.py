"""A form that was sent after its token or the session had expired: kept, to be sent again."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.errors import FORM_REFUSED

# Passwords and one-time codes are typed again; the token of the form is replaced by a fresh one.
SECRET = re.compile(r"password|token|credential|^code$", re.IGNORECASE)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token (`CSRF_FAILURE_VIEW`); keep it if a page of this site sent it."""
    return kept_form(request) if _from_here(request) else _page(request, {})


def kept_form(request: HttpRequest) -> HttpResponse:
    """Return a page that sends the form of this request again at the touch of a button."""
    fields = [
        (name, value) for name, values in request.POST.lists() if not SECRET.search(name) for value in values
    ]
    files = list(request.FILES.items())
    logged_out = request.path.startswith(reverse("desk")) and not request.user.is_authenticated
    return _page(request, {"kept": True, "fields": fields, "files": files, "logged_out": logged_out})


def _page(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    answer = render(request, "403_csrf.html", context, status=FORM_REFUSED)
    answer["Cache-Control"] = "no-store"
    return answer


def _from_here(request: HttpRequest) -> bool:
    """Return True if the browser names this site, or an origin it trusts, as the sender of the form."""
    sender = request.headers.get("Origin") or request.headers.get("Referer", "")
    scheme, host = urlsplit(sender)[:2]
    own = f"{request.scheme}://{request.get_host()}"
    return f"{scheme}://{host}" in {own, *settings.CSRF_TRUSTED_ORIGINS}
