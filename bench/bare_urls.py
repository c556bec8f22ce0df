"""Minimal views, used to measure the cost of a request in Django and in the site's middleware.

`/bare/` returns one word, and `/bare/cached/` returns the same word from a Django cache. A POST to
`/bare/write/` takes the write lock, inserts a row and updates it.
"""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.cache import cache_page
from django.views.decorators.csrf import csrf_exempt

from scoring.models import CodeTry


def bare(request: HttpRequest) -> HttpResponse:
    """Return a response whose body is a single word."""
    return HttpResponse("ok")


@csrf_exempt
def write(request: HttpRequest) -> HttpResponse:
    """Insert a row and update it in one transaction; return status 201."""
    with transaction.atomic():
        row = CodeTry.objects.create(visitor="bench", tried_at=timezone.now())
        CodeTry.objects.filter(pk=row.pk).update(tried_at=timezone.now())
    return HttpResponse("ok", status=201)


urlpatterns = [
    path("bare/", bare),
    path("bare/cached/", cache_page(600, cache="bare")(bare)),
    path("bare/write/", write),
    path("", include("config.urls")),
]
handler404 = "config.failures.page_not_found"
