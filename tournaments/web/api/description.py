"""The API's description of itself."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.settings import api_settings

from scoring.sheet.calls import Call


@extend_schema(exclude=True)
class Description(Call, SpectacularAPIView):
    """OpenAPI, in YAML or JSON."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


@extend_schema(exclude=True)
class Docs(Call, SpectacularSwaggerView):
    """A page to read it on and to try it."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES
