"""The archive of an event: what is in it, how a line of it is written, what its manifest says.

A zip with one file of JSON lines for each kind of fact, tables for people to read, and a manifest with the
size and the SHA-256 of every other file. The same event is the same bytes.
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
# What may be sent in. An entry of a sheet is about a hundred bytes, packed: an evening of 1,024 pairs with
# forty entries a match comes to five megabytes, which the two of a list of teams would refuse.
LARGEST_FILE = 16 * 2**20
# What all files of an archive may come to, unpacked.
MOST_BYTES = 512 * 2**20
LONGEST_LINE = 4 * 2**20
LARGEST_MANIFEST = 2**20


class Member(NamedTuple):
    """What the manifest says of one file."""

    bytes: int
    lines: int
    sha256: str


class Manifest(NamedTuple):
    """What an archive says of itself: the event's digest, as `verify` prints it, and its files."""

    digest: str
    members: Mapping[str, Member]


def file_name(slug: str) -> str:
    """Return what the archive of an event is called where it is kept."""
    return f"{slug}.trionfo.zip"


def line_of(row: Mapping[str, Any]) -> bytes:
    """Return the one way to write a row: sorted keys, no spaces, UTF-8, the end of the line."""
    return canonical(row) + b"\n"


def read_line(line: bytes) -> dict[str, Any]:
    """Return the row of a line; raise ValueError for anything that `line_of` would not have written."""
    row = json.loads(line)
    if not isinstance(row, dict) or line_of(row) != line or b"\\u0000" in line:
        raise ValueError("no line of an archive")
    return row


def manifest_of(manifest: Manifest) -> bytes:
    """Return the manifest as it is written."""
    members = {name: member._asdict() for name, member in manifest.members.items()}
    told = {"format": FORMAT, "version": VERSION, "digest": manifest.digest, "members": members}
    return json.dumps(told, sort_keys=True, indent=1, ensure_ascii=False).encode() + b"\n"


def version_of(data: bytes) -> object:
    """Return the version of the format that a manifest names; raise ValueError where it is none of ours."""
    told = json.loads(data)
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ValueError("no manifest")
    return told.get("version")


def read_manifest(data: bytes) -> Manifest:
    """Return what a manifest of this version says; raise ValueError where it is not as it is written."""
    told = json.loads(data)
    try:
        members = {str(name): Member(**member) for name, member in told["members"].items()}
        manifest = Manifest(str(told["digest"]), members)
    except (AttributeError, KeyError, TypeError) as wrong:
        raise ValueError("no manifest") from wrong
    if manifest_of(manifest) != data:
        raise ValueError("not as it is written")
    return manifest


class PlayedGame(NamedTuple):
    """A game that is over: where it stands, what was played, its hands and its score."""

    match: UUID
    card_game: str
    hands: int
    score: tuple[int, ...]

    @property
    def margin(self) -> int:
        """By how much the first is ahead of the second."""
        first, second, *_others = sorted(self.score, reverse=True)
        return first - second


@dataclass(frozen=True)
class GameRecords:
    """The records of one card game; no longest one where only results were written."""

    longest: PlayedGame | None
    widest: PlayedGame


def records_of(games: Iterable[PlayedGame]) -> Mapping[str, GameRecords]:
    """Return the records of each card game, in the order in which they first come; games in their order."""
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
