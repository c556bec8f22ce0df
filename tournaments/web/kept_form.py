"""Forms sent with an expired CSRF token or session. A page lets the user send the form again."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.errors import FORM_REFUSED

# The user types passwords and one-time codes again; the form gets a new CSRF token.
SECRET = re.compile(r"password|token|credential|^code$", re.IGNORECASE)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid CSRF token; redisplay its values if a page of this site sent the form."""
    return kept_form(request) if _from_this_site(request) else _page(request, {})


def kept_form(request: HttpRequest) -> HttpResponse:
    """Return a page with the submitted fields and a button that sends them again.

    Passwords, one-time codes and tokens are left out. The status is 403.
    """
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


def _from_this_site(request: HttpRequest) -> bool:
    """Return True if the Origin or Referer header names this site or a trusted origin."""
    sender = request.headers.get("Origin") or request.headers.get("Referer", "")
    scheme, host = urlsplit(sender)[:2]
    site_origin = f"{request.scheme}://{request.get_host()}"
    return f"{scheme}://{host}" in {site_origin, *settings.CSRF_TRUSTED_ORIGINS}
