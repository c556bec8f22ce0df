"""What a call says in its headers: the version it is based on, the key of the act, what the caller has."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.http import parse_etags
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.errors import BadEntry
from scoring.sentences import Sentence, _
from scoring.strict_json import load_strict
from tournaments.archive.rules import LARGEST_FILE

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


VERSION = re.compile(r'(?:W/)?"([0-9]{1,5})"')
KEY = re.compile(r"[\x21-\x7e]{1,64}")
MOST_REPLACED = 9


def version_named(request: Request) -> int | None:
    """Return the version in `If-Match`, None without one; raise BadEntry when it is none of ours."""
    header = request.headers.get("If-Match")
    if header is None:
        return None
    named = VERSION.fullmatch(header.strip())
    if named is None:
        raise BadEntry(
            "bad_if_match", Sentence(_('Write the version in If-Match as the ETag has it, such as "3".'))
        )
    return int(named[1])


def version_required(request: Request) -> int:
    """Return the version in `If-Match`, which this call cannot do without."""
    version = version_named(request)
    if version is None:
        raise BadEntry(
            "precondition_required", Sentence(_("Say in If-Match which version of the hand you have seen."))
        )
    return version


def client_key(request: Request) -> str | None:
    """Return the key the caller gave to this very act, so that a repeat is known for what it is."""
    key: str | None = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise BadEntry(
            "bad_idempotency_key", Sentence(_("An Idempotency-Key has 1 to 64 letters, digits or signs."))
        )
    return key


def keys_replaced(request: Request) -> tuple[str, ...]:
    """Return the older keys that this act's own key stands for from now on, the latest first."""
    keys = tuple(request.headers.get("Replaces", "").split())
    if len(keys) > MOST_REPLACED or not all(KEY.fullmatch(key) for key in keys):
        text = _("Replaces names older keys with blanks between them, at most nine.")
        raise BadEntry("bad_replaces", Sentence(text))
    return keys


def tag(*parts: object) -> str:
    """Return an ETag made of what the answer was computed from."""
    return '"' + "-".join(map(str, parts)) + '"'


def seen_already(request: Request, etag: str) -> Response | None:
    """Return 304 when the caller has this answer already."""
    have = {each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))}
    return Response(status=304, headers=revalidated(etag)) if have & {etag, "*"} else None


def revalidated(etag: str) -> dict[str, str]:
    """Return the headers of an answer that may be kept, and is asked about before it is used again."""
    return {"ETag": etag, "Cache-Control": "no-cache"}
