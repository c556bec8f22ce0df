"""Settings of the site with one page more (`bench.bare_urls`); DJANGO_SETTINGS_MODULE of `public_reads`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.bare_urls"
