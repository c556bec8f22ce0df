"""Error responses in the format of RFC 9457: for rule errors, framework errors and outages."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from scoring.translation import say
from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.web.right_to_left import isolated

MEDIA_TYPE = "application/problem+json"


def problem(
    status: int, code: str, detail: str, problems: list[dict[str, str]] | None = None, **more: Any
) -> dict[str, Any]:
    """Return the body of a problem response; `more` contains additional fields.

    Right-to-left names are isolated in the sentences. Data are returned as stored.
    """
    failure = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": isolated(detail),
        "problems": [{**each, "message": isolated(each["message"])} for each in problems or []],
    }
    return {**failure, **more}


def answer(body: Mapping[str, Any], headers: dict[str, str] | None = None) -> Response:
    """Return a problem document as an HTTP response."""
    return Response(body, status=body["status"], headers=headers, content_type=MEDIA_TYPE)


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response for an exception that a view raised.

    Return None for an exception that is not expected; the status is then 500.
    """
    if isinstance(error, RuleError):
        return answer(
            of_rule_error(error), _challenge(context) if status_of(error) == 401 else _headers(error)
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    return answer(of_framework_error(error), _headers(error))


def of_rule_error(error: RuleError) -> dict[str, Any]:
    """Return the problem body for a RuleError."""
    problems = [each.as_json(say) for each in error.problems]
    return problem(status_of(error), error.code, say(error.message), problems)


def of_framework_error(error: exceptions.APIException) -> dict[str, Any]:
    """Return the problem body for an exception of the framework."""
    if isinstance(error, exceptions.ValidationError):
        problems = [*_walk(error.detail, "")]
        return problem(
            error.status_code, "bad_request", _("Look at what is marked and send it again."), problems
        )
    code = getattr(error.detail, "code", error.default_code)
    return problem(error.status_code, str(code), str(error.detail))


def _walk(detail: Any, where: str) -> Iterator[dict[str, str]]:
    """Yield each error of an invalid request body with the JSON Pointer of its field."""
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            yield from _walk(value, where if key == "non_field_errors" else f"{where}/{_pointer(str(key))}")
    elif isinstance(detail, list) and all(isinstance(each, str) for each in detail):
        for each in detail:
            code = str(getattr(each, "code", "invalid"))
            yield {"code": code, "rule": "", "level": "error", "where": where, "message": str(each)}
    elif isinstance(detail, list):
        for place, each in enumerate(detail):
            yield from _walk(each, f"{where}/{place}")


def _pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if getattr(error, "wait", None):
        headers["Retry-After"] = str(int(error.wait))  # type: ignore[attr-defined]
    return headers


def _challenge(context: Mapping[str, Any]) -> dict[str, str]:
    return {"WWW-Authenticate": context["view"].get_authenticate_header(context["request"])}


def is_call(request: HttpRequest) -> bool:
    """Return True if the request is an API call, not a request for a page."""
    return request.path.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception | None = None) -> JsonResponse:
    """Return a 404 response: `handler404` for paths under /api/."""
    return _plain(problem(404, "not_found", _("There is nothing at this address.")))


def broken(request: HttpRequest) -> JsonResponse:
    """Return a 500 response: `handler500` for paths under /api/."""
    return _plain(problem(500, "error", _("Something went wrong here. Nothing was lost; try again.")))


def unavailable(status: HTTPStatus) -> JsonResponse:
    """Return the response for a locked or missing database (503) or a full disk (507)."""
    code = "disk_full" if status == HTTPStatus.INSUFFICIENT_STORAGE else "unavailable"
    return _plain(problem(status, code, outage_words(status)))


def outage_words(status: HTTPStatus) -> str:
    """Return the sentence that describes an outage."""
    if status == HTTPStatus.INSUFFICIENT_STORAGE:
        return _(
            "Nothing can be written now. What was confirmed is safe. Tell the organiser to make room on"
            " the disk of the site; then it goes on by itself."
        )
    return _("The site cannot reach its data now. What was confirmed is safe. Try again in a few seconds.")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> JsonResponse:
    """Return a 403 response for a refusal by Django: `handler403` for paths under /api/."""
    return _plain(problem(403, "permission_denied", _("You may not do this.")))


def refused(request: HttpRequest, exception: Exception | None = None) -> JsonResponse:
    """Return a 400 response for a request that Django cannot parse: `handler400` for paths under /api/."""
    return _plain(problem(400, "bad_request", _("This request cannot be read.")))


def _plain(body: dict[str, Any]) -> JsonResponse:
    return JsonResponse(body, status=body["status"], content_type=MEDIA_TYPE)
