"""The OpenAPI description: what every call has in common, said once for all of them."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from scoring.api.shapes import FAILURE
from tournaments.api.problems import MEDIA_TYPE

PAGED = [
    OpenApiParameter("cursor", str, description="Where the page begins: follow `next` and `previous`."),
    OpenApiParameter("page_size", int, description="At most so many on a page, up to 500."),
]
STAGE = OpenApiParameter("stage", int, description="The number of the stage in its tournament, from 1.")
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description='The version this is based on: `"3"`.'
)
IF_MATCH_NEEDED = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description='The version seen last: `"3"`.'
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the answer you have."
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="The caller's own name of this very act; echoed."
)
UNCHANGED = OpenApiResponse(description="Nothing changed since that ETag.")


def answers(shape: dict[str, Any], status: int = 200) -> dict[int, Any]:
    """The answer of a call when all goes well."""
    return {status: OpenApiResponse(shape)}


class CallSchema(AutoSchema):
    """Describes a call; that it may fail, and how a failure looks, is the same for all."""

    def get_tags(self) -> list[str]:
        """Group the calls by what they are about, which is the first word of the address."""
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with the one shape of its failures added."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            failure = {"description": "It was refused: RFC 9457.", "content": {MEDIA_TYPE: {"schema": FAILURE}}}
            operation["responses"].setdefault("default", failure)
        return operation


class TableScheme(OpenApiAuthenticationExtension):
    """How a phone or a program at a table says where it sits."""

    target_class = "tournaments.api.authentication.TableAuthentication"
    name = ["tableCode", "tablePhone"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        """Describe the header and the cookie."""
        header = {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Table CODE`"}
        return [header, {"type": "apiKey", "in": "cookie", "name": "table"}]
