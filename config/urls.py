"""The addresses of the site. Literal ones first: the last segment of the pages is a tournament's own name."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("tournaments.api.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tournaments.urls")),
]

handler400 = "config.failures.bad_request"
handler403 = "config.failures.permission_denied"
handler404 = "config.failures.page_not_found"
handler500 = "config.failures.server_error"
