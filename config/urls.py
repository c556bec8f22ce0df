"""The addresses of the site. Literal ones first: the last segment of the pages is a tournament's own name."""

from allauth.account.urls import urlpatterns as account_pages
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from config.health import health

# Without mail there are no addresses to confirm and no password is reset by a link. Sign-up only says
# that it is closed; the log-in page asks for its address.
ACCOUNT = {
    "account_login",
    "account_logout",
    "account_inactive",
    "account_signup",
    "account_reauthenticate",
    "account_change_password",
    "account_set_password",
}

# The switches of language and theme stand on pages that everybody shares, which can hold no token.
urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("tournaments.web.api.urls")),
    path("accounts/", include([page for page in account_pages if page.name in ACCOUNT])),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("health/", health),
    path("", include("tournaments.urls")),
]

handler400 = "config.failures.bad_request"
handler403 = "config.failures.permission_denied"
handler404 = "config.failures.page_not_found"
handler500 = "config.failures.server_error"
