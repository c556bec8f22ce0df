"""The choice between the light and the dark theme."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 3600
THEMES = ("light", "dark")


@csrf_exempt
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Set or delete the theme cookie. Without the cookie, the theme of the device is used."""
    response = HttpResponseRedirect(_next_page(request))
    theme = request.POST.get("theme")
    if theme in THEMES:
        secure = request.is_secure()
        response.set_cookie("theme", theme, max_age=YEAR, httponly=True, samesite="Lax", secure=secure)
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


def _next_page(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    is_own_host = url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_own_host else "/"
