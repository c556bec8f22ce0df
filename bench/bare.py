"""Settings of the site with the pages of `bench.bare_urls`; DJANGO_SETTINGS_MODULE of `public_reads`."""

from config.settings import *  # noqa: F403
from config.settings import CACHES

ROOT_URLCONF = "bench.bare_urls"
CACHES["bare"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
