"""What is answered when no view answers: a page to a person, problem+json to a program."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views import defaults

from tournaments.errors import RETRY_AFTER, outage_of
from tournaments.web.api import problems
from tournaments.web.frame import PageClosed, way

WHAT_IS_HIDDEN = ("Accept-Language", "Cookie")
"""A hidden tournament is looked for with the reader's cookies; what does not exist must say the same."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return (problems.refused if problems.is_call(request) else defaults.bad_request)(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return (problems.forbidden if problems.is_call(request) else defaults.permission_denied)(
        request, exception
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if isinstance(exception, PageClosed):
        front = way(exception.tournament, "tournament")
        return render(request, "visibility/no_page.html", {"front": front}, status=404)
    answer = (problems.not_found if problems.is_call(request) else defaults.page_not_found)(
        request, exception
    )
    patch_vary_headers(answer, WHAT_IS_HIDDEN)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """500 for a mistake of ours; 503 or 507 where the database or the disk fails us."""
    status = outage_of(sys.exception())
    if status:
        return unavailable(request, status)
    return (problems.broken if problems.is_call(request) else defaults.server_error)(request)


def unavailable(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """503 or 507: nothing was written, and the same request may be sent again in a moment."""
    answer: HttpResponse
    if problems.is_call(request):
        answer = problems.unavailable(status)
    else:
        full = status == HTTPStatus.INSUFFICIENT_STORAGE
        title = _("The disk is full") if full else _("Just a moment")
        words = {"title": title, "text": problems.outage_words(status), "request": request}
        answer = HttpResponse(get_template("web/unavailable.html").render(words), status=status)
    answer["Retry-After"], answer["Cache-Control"] = str(RETRY_AFTER), "no-store"
    return answer
