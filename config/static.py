"""How static files are collected: our own made small, all named by what is in them, and compressed."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import minify  # type: ignore[import-untyped]  # of tdewolff-minify
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage as AnyStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The folders of our own scripts and styles, and what is in them.
OWN_FILES = {"js": "application/javascript", "css": "text/css"}

LARGE = 300_000  # bytes: only the API's docs page has such files, and compressing them takes half a minute


class OwnStaticFiles(StaticFilesConfig):
    """Django's own, without the pages of packages that this site does not show."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmax-*", "htmx-4*"]


def made_small(folder: str, text: str) -> str:
    """Return a script or a style that does the same in fewer bytes."""
    return str(minify.string(OWN_FILES[folder], text))


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's, but our own files go out without what only readers need, and what is large as it is."""

    def post_process(
        self, paths: dict[str, tuple[AnyStorage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Yield each file as it was named, {path: (where it was found, its path there)} in."""
        small = InMemoryStorage()
        for path, (storage, source) in paths.items():
            folder = path.partition("/")[0]
            if folder in OWN_FILES:
                with storage.open(source) as file:
                    small.save(path, ContentFile(made_small(folder, file.read().decode())))
        own = {path: (small, path) for path in paths if small.exists(path)}
        yield from super().post_process(paths | own, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each compressed file."""
        yield from super().compress_files(
            path for path in paths if Path(self.path(path)).stat().st_size < LARGE
        )
