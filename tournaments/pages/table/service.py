"""The script that opens a sheet without a network, where the site is on HTTPS."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Send the script: a browser lets it answer for the addresses below its own, and asks for it anew."""
    script = Path(str(finders.find("js/service.js")))
    return HttpResponse(script.read_bytes(), content_type="text/javascript")
