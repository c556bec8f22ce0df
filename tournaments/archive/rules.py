"""The format of an archive (files, lines, manifest), and the records of the card games.

An archive is a ZIP file. It contains one file of JSON lines for each kind of row, tables for people to read,
and a manifest with the size and the SHA-256 of every other file. Equal tournaments give equal bytes.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from scoring.strict_json import canonical

FORMAT = "trionfo-archive"
VERSION = 1
MANIFEST = "manifest.json"
README = "README.txt"
FACTS, TABLES = "facts/", "tables/"
# The largest upload, in bytes. A packed entry of a sheet has about a hundred bytes, so a tournament of 1,024
# pairs with forty entries per match has five megabytes, more than the limit of other uploads.
LARGEST_FILE = 16 * 2**20
# The largest total size of the unpacked files, in bytes.
MOST_BYTES = 512 * 2**20
LONGEST_LINE = 4 * 2**20
LARGEST_MANIFEST = 2**20


class Member(NamedTuple):
    """The entry of one file in the manifest."""

    bytes: int
    lines: int
    sha256: str


class Manifest(NamedTuple):
    """The manifest of an archive: its files, and the digest that the command `verify` prints."""

    digest: str
    members: Mapping[str, Member]


def file_name(slug: str) -> str:
    """Return the file name of the archive of a tournament."""
    return f"{slug}.trionfo.zip"


def line_of(row: Mapping[str, Any]) -> bytes:
    """Return a row as a line of JSON in canonical form: sorted keys, no spaces, UTF-8, a line feed."""
    return canonical(row) + b"\n"


def read_line(line: bytes) -> dict[str, Any]:
    """Parse a line and return its row; raise ValueError unless the line has the form of `line_of`."""
    row = json.loads(line)
    if not isinstance(row, dict) or line_of(row) != line or b"\\u0000" in line:
        raise ValueError("no line of an archive")
    return row


def manifest_of(manifest: Manifest) -> bytes:
    """Return the manifest as JSON."""
    members = {name: member._asdict() for name, member in manifest.members.items()}
    content = {"format": FORMAT, "version": VERSION, "digest": manifest.digest, "members": members}
    return json.dumps(content, sort_keys=True, indent=1, ensure_ascii=False).encode() + b"\n"


def version_of(data: bytes) -> object:
    """Return the format version of a manifest; raise ValueError if the file is not a Trionfo archive."""
    content = json.loads(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError("no manifest")
    return content.get("version")


def read_manifest(data: bytes) -> Manifest:
    """Return the manifest; raise ValueError if it does not follow this version of the format exactly."""
    content = json.loads(data)
    try:
        members = {str(name): Member(**member) for name, member in content["members"].items()}
        manifest = Manifest(str(content["digest"]), members)
    except (AttributeError, KeyError, TypeError) as wrong:
        raise ValueError("no manifest") from wrong
    if manifest_of(manifest) != data:
        raise ValueError("not as it is written")
    return manifest


class PlayedGame(NamedTuple):
    """A finished game: its match, card game, number of hands and score."""

    match: UUID
    card_game: str
    hands: int
    score: tuple[int, ...]

    @property
    def margin(self) -> int:
        """The difference in points between the two highest scores."""
        first, second, *_lower = sorted(self.score, reverse=True)
        return first - second


@dataclass(frozen=True)
class GameRecords:
    """The records of one card game; `longest` is None if no game has recorded hands."""

    longest: PlayedGame | None
    widest: PlayedGame


def records_of(games: Iterable[PlayedGame]) -> Mapping[str, GameRecords]:
    """Return the records of each card game. If several games are equal, the earliest keeps the record."""
    by_game: dict[str, list[PlayedGame]] = {}
    for game in games:
        by_game.setdefault(game.card_game, []).append(game)
    return {
        key: GameRecords(
            longest=max((each for each in played if each.hands), key=lambda each: each.hands, default=None),
            widest=max(played, key=lambda each: each.margin),
        )
        for key, played in by_game.items()
    }
