"""The ways a body is read: strict JSON, of a size a sheet can have; the archive of an event."""

from collections.abc import Mapping
from typing import Any

from rest_framework.parsers import BaseParser

from scoring.errors import BadEntry
from scoring.sentences import Sentence, _
from scoring.strict_json import load_strict
from tournaments.rules.archive import LARGEST_FILE

LARGEST = 1024 * 1024


class ArchiveParser(BaseParser):
    """Reads the archive of an event, and no more than one may have: what is longer is refused for that."""

    media_type = "application/zip"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return its bytes as `archive`, with one too many where there are too many."""
        return {"archive": stream.read(LARGEST_FILE + 1)}


class StrictJSONParser(BaseParser):
    """Reads JSON; refuses what two readers could take for two things, and what is too large to be meant."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value, or raise BadEntry saying what is wrong with it."""
        body = stream.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise BadEntry("too_large", Sentence(_("This is too large. Send at most one megabyte.")))
        return load_strict(body)
