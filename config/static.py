"""Collection of static files: minified, named by their content hash, and compressed."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import minify  # type: ignore[import-untyped]  # of tdewolff-minify
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage as AnyStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The folders of the project's scripts and styles, and their media types.
OWN_FILES = {"js": "application/javascript", "css": "text/css"}

LARGE = 300_000  # bytes: only files of the API documentation are larger, and take half a minute to compress


class OwnStaticFiles(StaticFilesConfig):
    """The app config of Django's static files, without the files of unused packages."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmax-*", "htmx-4*"]


def made_small(folder: str, text: str) -> str:
    """Return a minified script (`folder` is "js") or style sheet ("css")."""
    return str(minify.string(OWN_FILES[folder], text))


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's storage, which also minifies the files of the project; large files are not compressed."""

    def post_process(
        self, paths: dict[str, tuple[AnyStorage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Minify, hash and compress the files; yield each result. `paths` is {path: (storage, source)}."""
        small = InMemoryStorage()
        for path, (storage, source) in paths.items():
            folder = path.partition("/")[0]
            if folder in OWN_FILES:
                with storage.open(source) as file:
                    small.save(path, ContentFile(made_small(folder, file.read().decode())))
        own_files = {path: (small, path) for path in paths if small.exists(path)}
        yield from super().post_process(paths | own_files, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress the files below the size limit, and yield each compressed file."""
        yield from super().compress_files(
            path for path in paths if Path(self.path(path)).stat().st_size < LARGE
        )
