"""The API's description of itself."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.settings import api_settings


@extend_schema(exclude=True)
class Description(SpectacularAPIView):
    """OpenAPI, in YAML or JSON."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


@extend_schema(exclude=True)
class Docs(SpectacularSwaggerView):
    """A page to read it on and to try it."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES
