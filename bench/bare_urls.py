"""Pages that do nothing else: what a request costs behind the same middleware.

`/bare/` answers with one word, `/bare/cached/` from a cache of Django; what is sent to `/bare/write/` takes
the lock, inserts a row and updates it.
"""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.cache import cache_page
from django.views.decorators.csrf import csrf_exempt

from scoring.models import CodeTry


def bare(request: HttpRequest) -> HttpResponse:
    """Answer with one word."""
    return HttpResponse("ok")


@csrf_exempt
def write(request: HttpRequest) -> HttpResponse:
    """Write a row twice in one transaction; 201."""
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
