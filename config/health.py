"""`/health/`: the status of the site for monitoring."""

from http import HTTPStatus

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from tournaments.copies.selectors import version_now
from tournaments.queue.selectors import worker_is_there


def health(_request: HttpRequest) -> JsonResponse:
    """Return status 200, or 503 with the name of the failed component; read at most two rows."""
    away = ""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            cursor.fetchone()
        if not worker_is_there(timezone.now()):
            away = "worker"
    except DatabaseError:
        away = "database"
    body = {"status": "away" if away else "ok", "version": version_now()} | ({"away": away} if away else {})
    answer = JsonResponse(body, status=HTTPStatus.SERVICE_UNAVAILABLE if away else HTTPStatus.OK)
    answer["Cache-Control"] = "no-store"
    return answer
