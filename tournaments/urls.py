"""Every page of the site. Literal addresses come first, a tournament's own address last."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.pages.table.urls")),
    path("", include("tournaments.pages.desk.urls")),
    path("", include("tournaments.pages.public.urls")),
]
