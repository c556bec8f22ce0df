"""What every route of the API has: the act that each of its methods is."""

from collections.abc import Mapping
from typing import ClassVar

from rest_framework.views import APIView


class Call(APIView):
    """A route of the API. `acts` names what each method does, in the words of the table of permissions."""

    acts: ClassVar[Mapping[str, str]] = {}
    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
