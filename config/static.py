"""How static files are collected: named by what is in them, and compressed, but quickly."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage

LARGE = 300_000  # bytes: only the API's docs page has such files, and compressing them takes half a minute


class OwnStaticFiles(StaticFilesConfig):
    """Django's own, without the pages of packages that this site does not show."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmax-*", "htmx-4*"]


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's, but what is large goes out as it is."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each compressed file."""
        yield from super().compress_files(
            path for path in paths if Path(self.path(path)).stat().st_size < LARGE
        )
