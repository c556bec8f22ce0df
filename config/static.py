"""How static files are collected: our scripts made small, all named by what is in them, and compressed."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import minify  # type: ignore[import-untyped]  # of tdewolff-minify
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.files.storage import Storage as AnyStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_SCRIPTS = "js/"

LARGE = 300_000  # bytes: only the API's docs page has such files, and compressing them takes half a minute


class OwnStaticFiles(StaticFilesConfig):
    """Django's own, without the pages of packages that this site does not show."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmax-*", "htmx-4*"]


def made_small(script: str) -> str:
    """Return a script that does the same in fewer bytes."""
    return str(minify.string("application/javascript", script))


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's, but our scripts go out without comments and long names, and what is large as it is."""

    def post_process(
        self, paths: dict[str, tuple[AnyStorage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Yield each file as it was named, {path: (where it was found, its path there)} in."""
        small = InMemoryStorage()
        scripts = {path: found for path, found in paths.items() if path.startswith(OWN_SCRIPTS)}
        for path, (storage, source) in scripts.items():
            with storage.open(source) as script:
                small.save(path, ContentFile(made_small(script.read().decode())))
        made = paths | {path: (small, path) for path in scripts}
        yield from super().post_process(made, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each compressed file."""
        yield from super().compress_files(
            path for path in paths if Path(self.path(path)).stat().st_size < LARGE
        )
