"""Django settings for the benchmark `public_reads`: the site's settings with the URLs of `bare_urls`."""

from config.settings import *  # noqa: F403
from config.settings import CACHES

ROOT_URLCONF = "bench.bare_urls"
CACHES["bare"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
