"""What is answered when no view answers: a page to a person, problem+json to a program."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views import defaults

from tournaments.api import problems
from tournaments.pages.public.ways import PageClosed, way

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
        return render(request, "public/not_shown.html", {"front": front}, status=404)
    answer = (problems.not_found if problems.is_call(request) else defaults.page_not_found)(
        request, exception
    )
    patch_vary_headers(answer, WHAT_IS_HIDDEN)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return (problems.broken if problems.is_call(request) else defaults.server_error)(request)
