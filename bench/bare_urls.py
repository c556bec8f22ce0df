"""A page that does nothing, `/bare/`: what a request costs behind the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def bare(request: HttpRequest) -> HttpResponse:
    """Answer with one word."""
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), path("", include("config.urls"))]
handler404 = "config.failures.page_not_found"
