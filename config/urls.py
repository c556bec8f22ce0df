"""The URL patterns of all app folders and optional extras, in the order of matching.

Patterns that contain the slug of a tournament come after fixed patterns, so that no slug hides a page.
"""

from allauth.account.urls import urlpatterns as account_pages
from django.urls import URLPattern, URLResolver, include, path
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from config.health import health
from scoring import urls as scoring
from tournaments.again import urls as again
from tournaments.club import urls as club
from tournaments.clubs import urls as clubs
from tournaments.components import desk as components
from tournaments.corrections import urls as corrections
from tournaments.draws import urls as draws
from tournaments.entries import urls as entries
from tournaments.extras import extras
from tournaments.guides import urls as guides
from tournaments.house_rules import urls as house_rules
from tournaments.identity import urls as identity
from tournaments.matches import urls as matches
from tournaments.notice import urls as notice
from tournaments.people import urls as people
from tournaments.phone import urls as phone
from tournaments.proposals import urls as proposals
from tournaments.roles import urls as roles
from tournaments.spectators import pages
from tournaments.standings import urls as standings
from tournaments.tables import urls as tables
from tournaments.values.visibility import PAGES
from tournaments.visibility import urls as visibility
from tournaments.web.addresses import page
from tournaments.web.api import requests
from tournaments.web.theme import set_theme

# The site sends no mail, so there is no confirmation of addresses and no password reset by link. The sign-up
# page only shows that it is closed; the log-in page needs its URL.
ACCOUNT = {
    "account_login",
    "account_logout",
    "account_inactive",
    "account_signup",
    "account_reauthenticate",
    "account_change_password",
    "account_set_password",
}


def of_a_tournament(pattern: URLPattern) -> bool:
    """Return True if a URL pattern contains the slug of a tournament."""
    return "<slug:slug>" in str(pattern.pattern)


desk_pages: list[URLPattern] = sorted(
    [
        *club.desk_pages,
        *roles.desk_pages,
        *clubs.desk_pages,
        *people.desk_pages,
        *identity.desk_pages,
        *house_rules.desk_pages,
        *proposals.desk_pages,
        *again.desk_pages,
        path("regia/componenti/", components.show_components, name="desk_components"),
        *(
            path(each.path, import_string(each.view), name=each.name)
            for extra in extras()
            for each in extra.desk
        ),
        *tables.desk_pages,
        *matches.desk_pages,
        *corrections.desk_pages,
        *entries.desk_pages,
        *draws.desk_pages,
        *notice.desk_pages,
        *visibility.desk_pages,
    ],
    key=of_a_tournament,
)
# The pages of extras with a form that everybody may submit.
form_pages: list[URLPattern] = [
    path(each.path, import_string(each.view), name=each.name) for extra in extras() for each in extra.forms
]
public_pages: list[URLPattern] = [
    page("", pages.landing, name="landing"),
    *identity.public_pages,
    *guides.public_pages,
    *people.public_pages,
    *(page(each.path, import_string(each.view), each.name) for extra in extras() for each in extra.public),
    *(page(f"<slug:slug>/{each.path}", import_string(each.view), each.name) for each in PAGES),
]
api_calls: list[URLPattern] = [
    *matches.api_calls,  # first, because calls that write a hand are the most frequent
    *corrections.api_calls,
    *tables.api_calls,
    *scoring.urlpatterns,
    *clubs.api_calls,
    *roles.api_calls,
    *club.api_calls,
    *again.api_calls,
    *entries.api_calls,
    *draws.api_calls,
    *standings.api_calls,
    *identity.api_calls,
    *house_rules.api_calls,
    *people.api_calls,
    *(
        path(each.path, import_string(each.view).as_view(), name=each.name)
        for extra in extras()
        for each in extra.api
    ),
    path("schema/", requests.Description.as_view(), name="schema"),
    path("docs/", requests.Docs.as_view(url_name="schema")),
]

# The forms of language and theme are on shared cached pages, which cannot contain a CSRF token.
urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include(api_calls)),
    path("accounts/", include([page for page in account_pages if page.name in ACCOUNT])),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("health/", health),
    path("tema/", set_theme, name="set_theme"),
    *phone.urlpatterns,
    *desk_pages,
    *form_pages,
    *public_pages,
]

handler400 = "config.failures.bad_request"
handler403 = "config.failures.permission_denied"
handler404 = "config.failures.page_not_found"
handler500 = "config.failures.server_error"
