"""The OpenAPI description: common parameters, responses and authentication of all calls."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import is_serializer
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.serializers import CharField

from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.lifecycle import MATCH
from tournaments.permissions import THE_PUBLIC, may
from tournaments.web.api.problems import MEDIA_TYPE
from tournaments.web.api.serializers import FailureAnswer

PAGED = [
    OpenApiParameter("cursor", str, description="The cursor in a `next` or `previous` link."),
    OpenApiParameter("page_size", int, description="The maximum number of results on a page, up to 500."),
]
STAGE = OpenApiParameter("stage", int, description="The number of the stage in its tournament, from 1.")
AFTER = OpenApiParameter("after", int, description="Return the standings after this round.")
GROUP = OpenApiParameter("group", str, description="The key of a group of the stage: A, B …")
NARROWED = [
    STAGE,
    OpenApiParameter("round", int, description="The number of the round in its stage, from 1."),
    OpenApiParameter("state", str, enum=list(MATCH)),
]
GAME, HAND, NUMBER = (
    OpenApiParameter(name, {"type": "integer", "minimum": 1, "maximum": most}, OpenApiParameter.PATH)
    for name, most in (("game", 6), ("hand", 200), ("number", 999))
)
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description='The version on which the change is based: `"3"`.'
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the stored response."
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A unique name that the caller gives to this action; returned in the response.",
)
REPLACES = OpenApiParameter(
    "Replaces",
    str,
    OpenApiParameter.HEADER,
    description="The keys under which this hand was sent before, if it is not known whether it arrived.",
)
REOPENINGS = OpenApiParameter(
    "Reopenings",
    int,
    OpenApiParameter.HEADER,
    description="The number of times the sheet had been reopened when the writer read it. If it was "
    "reopened later, a hand for an empty place is refused with `sheet_reopened`.",
)
UNCHANGED = OpenApiResponse(description="Nothing has changed since this ETag.")


def answers(answer: Any, status: int = 200) -> dict[int, Any]:
    """Return a dictionary that maps the status code to the serializer of a successful response."""
    return {status: OpenApiResponse(answer)}


def page(answer: type[Answer]) -> type[Answer]:
    """Return the serializer for a page of a list, in the format of the paginator."""
    fields = {key: CharField(allow_null=True) for key in ("next", "previous")}
    name = answer.__name__.replace("Answer", "PageAnswer")
    return type(name, (Answer,), {**fields, "results": answer(many=True)})


class CallSchema(AutoSchema):
    """The OpenAPI description of a call, with the error response common to all calls."""

    def get_tags(self) -> list[str]:
        """Return the tag of a call, which is the first segment of its path."""
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the authentication methods, with an empty entry if anonymous visitors may make the call."""
        everybody = may(self.view.acts[self.method], THE_PUBLIC)  # type: ignore[attr-defined]
        return [*super().get_auth(), *([{}] if everybody else [])]

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the description of the API call, including its error response."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            failure = {
                "description": "The request was refused (RFC 9457).",
                "content": {MEDIA_TYPE: {"schema": self.resolve_serializer(FailureAnswer, "response").ref}},
            }
            operation["responses"].setdefault("default", failure)
            if "requestBody" in operation and not is_serializer(self.get_request_serializer()):
                operation["requestBody"]["required"] = True
        return operation

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Return the schema name of a serializer, which is its class name without the suffix "Answer"."""
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Answer")

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """Return the schema of a serializer; it permits no additional properties."""
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if isinstance(serializer, Answer | StrictSerializer):
            schema["additionalProperties"] = getattr(serializer, "additional_properties", False)
        return schema


class TableScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The authentication of a phone or a program at a table."""

    target_class = "tournaments.web.api.http.TableAuthentication"
    name = ["tableCode", "tablePhone"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        """Return the security definitions of the header and the cookie."""
        header = {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Table CODE`"}
        return [header, {"type": "apiKey", "in": "cookie", "name": "table"}]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """Return the header and the cookie as alternative security requirements."""
        return [{name: []} for name in self.name]
