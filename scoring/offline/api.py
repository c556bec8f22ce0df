"""API that returns the rules of a card game as JSON; a phone uses the rules to check hands while offline."""

from typing import ClassVar

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from scoring.api.calls import Call
from scoring.games import CARD_GAMES
from scoring.offline.publish import definition
from scoring.offline.serializers import DefinitionAnswer


class PreconditionFailed(APIException):
    """Raised if the request names another version than the stored one (HTTP 412)."""

    status_code = 412
    default_code = "precondition_failed"
    default_detail = _("What you have is not what stands here now. Read it again.")


class DefinitionCall(Call):
    """API view that returns the rules of a card game as JSON, for phones that check hands while offline."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(
        operation_id="card_game_definition",
        responses={
            200: OpenApiResponse(DefinitionAnswer),
            304: OpenApiResponse(description="As you have it."),
        },
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """Return a card game's rules as JSON for `static/js/verdict.js`, in the request's language."""
        if key not in CARD_GAMES:
            raise Http404
        rules = definition(CARD_GAMES[key])
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        answer = HttpResponse(
            rules.packed if packs else rules.text,
            content_type="application/json",
            headers={
                "ETag": f'W/"{rules.tag}"',
                "Cache-Control": "no-cache",
                **({"Content-Encoding": "gzip"} if packs else {}),
            },
        )
        patch_vary_headers(answer, ["Accept-Encoding", "Accept-Language", "Cookie"])
        response = get_conditional_response(request._request, etag=answer["ETag"], response=answer) or answer
        if response.status_code == PreconditionFailed.status_code:
            raise PreconditionFailed
        return response
