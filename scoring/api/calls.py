"""The base class of API views; each view declares the permission that each HTTP method needs."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.views import APIView

from scoring.types import BadEntry, Sentence, _


class Call(APIView):
    """Base class of API views; `acts` maps each HTTP method to an action in the permission table."""

    acts: ClassVar[Mapping[str, str]] = {}
    http_method_names = ["get", "post", "put", "patch", "delete", "head"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a request body without Content-Length, because a WSGI server would read an empty body."""
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            raise BadEntry("length_required", Sentence(_("Say in Content-Length how long this is.")))
        super().initial(request, *args, **kwargs)
