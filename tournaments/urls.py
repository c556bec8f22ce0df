"""Every page of the site. Literal addresses come first, a tournament's own address last."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.web.form_urls import form_urls
from tournaments.web.public_pages import set_theme

urlpatterns: list[URLPattern | URLResolver] = [
    path("tema/", set_theme, name="set_theme"),
    path("", include("tournaments.phone.urls")),
    path("", include("tournaments.web.desk_urls")),
    *form_urls(),
    path("", include("tournaments.web.public_urls")),
]
