"""The addresses of extras to which everybody may send something."""

from django.urls import URLPattern, path
from django.utils.module_loading import import_string

from tournaments.extras import extras


def form_urls() -> list[URLPattern]:
    """Return them; each view says itself which methods it takes."""
    routes = [each for extra in extras() for each in extra.forms]
    return [path(each.path, import_string(each.view), name=each.name) for each in routes]
