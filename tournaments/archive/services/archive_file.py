"""Opening of archives: every byte is checked against the manifest before any row is read.

Nothing is unpacked to disk. Only files named in the manifest are read, and none beyond its stated size.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from struct import error as BadStructure  # noqa: N812  # a clear name
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from scoring.types import BadEntry, Sentence, _
from tournaments.archive import rules
from tournaments.archive.selectors.event_rows import KINDS, PERSONS

# Exceptions of the standard library for a truncated or damaged ZIP file.
BROKEN = (
    BadZipFile,
    BadStructure,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    zlib.error,
)
PIECE = 2**16
ByteProgress = Callable[[int, int], None]
NEEDED = frozenset(f"{rules.FACTS}{name}.jsonl" for name in (PERSONS, *(kind.name for kind in KINDS)))


@dataclass(frozen=True)
class Archive:
    """An archive whose bytes match its manifest."""

    zip: ZipFile
    manifest: rules.Manifest

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of one kind; raise BadEntry at the first invalid line."""
        with self.zip.open(f"{rules.FACTS}{name}.jsonl") as member:
            number = 0
            while line := member.readline(rules.LONGEST_LINE):
                number += 1
                try:
                    yield rules.read_line(line)
                except (ValueError, RecursionError) as wrong:
                    raise bad_line(name, number) from wrong


def bad_line(name: str, number: int) -> BadEntry:
    """Return the error about an invalid line of an archive."""
    text = _("Line %(number)s of %(name)s cannot be read. Take another copy of the archive.")
    return BadEntry("archive_line", Sentence(text, {"number": number, "name": f"{rules.FACTS}{name}.jsonl"}))


def _ignore_progress(_position: int, _of: int) -> None:
    """Do nothing: the default for callers that do not show the progress."""


def open_archive(file: IO[bytes], progress: ByteProgress = _ignore_progress) -> Archive:
    """Open and check an archive; raise BadEntry if the archive is invalid.

    `file` must stay open while rows are read. `progress` is called after each file in the archive with the
    number of checked bytes and the total.
    """
    try:
        archive = ZipFile(file)
    except BROKEN as wrong:
        text = _("This is no archive of an event, or only a part of one. Take another copy of it.")
        raise BadEntry("archive_unreadable", Sentence(text)) from wrong
    listed = archive.infolist()
    manifest = _manifest(archive, listed)
    _refuse_other_files(listed, manifest)
    checked_bytes, of = 0, sum(info.file_size for info in listed)
    for info in listed:
        if info.filename != rules.MANIFEST and _measure(archive, info) != manifest.members[info.filename]:
            raise _changed_file_error(info.filename)
        checked_bytes += info.file_size
        progress(checked_bytes, of)
    return Archive(archive, manifest)


def _manifest(archive: ZipFile, listed: list[ZipInfo]) -> rules.Manifest:
    infos = [info for info in listed if info.filename == rules.MANIFEST]
    if len(infos) != 1 or infos[0].file_size > rules.LARGEST_MANIFEST or not _is_plain(infos[0]):
        raise _changed_file_error(rules.MANIFEST)
    try:
        with archive.open(infos[0]) as member:
            data = member.read()
        version = rules.version_of(data)
        if version == rules.VERSION:
            return rules.read_manifest(data)
    except (*BROKEN, RecursionError) as wrong:
        raise _changed_file_error(rules.MANIFEST) from wrong
    text = _(
        "This archive is of version %(version)s, and this site reads version %(known)s. "
        "Bring the older of the two sites up to date."
    )
    raise BadEntry("archive_version", Sentence(text, {"version": str(version)[:20], "known": rules.VERSION}))


def _refuse_other_files(listed: list[ZipInfo], manifest: rules.Manifest) -> None:
    """Raise BadEntry if files are missing, duplicate or unknown, or if the total size is too large."""
    names = [info.filename for info in listed if info.filename != rules.MANIFEST]
    missing = sorted((NEEDED | set(manifest.members)) - set(names))
    added = sorted(name for name in names if name not in manifest.members or not _known_file(name))
    if missing or added or len(set(names)) != len(names):
        text = _("In this archive %(names)s is missing or does not belong. Take another copy of it.")
        file_names = ", ".join((missing + added or names)[:3])
        raise BadEntry("archive_files", Sentence(text, {"names": file_names[:200]}))
    if sum(info.file_size for info in listed) > rules.MOST_BYTES:
        text = _("Unpacked, this archive has more than %(most)s MB, which no event has.")
        raise BadEntry("archive_too_large", Sentence(text, {"most": rules.MOST_BYTES // 2**20}))
    for info in listed:
        if not _is_plain(info):
            raise _changed_file_error(info.filename)


def _known_file(name: str) -> bool:
    table = name.removeprefix(rules.TABLES).removesuffix(".csv")
    return (
        name in NEEDED or name == rules.README or (name == f"{rules.TABLES}{table}.csv" and "/" not in table)
    )


def _is_plain(info: ZipInfo) -> bool:
    """Return True if a file in the archive is compressed with DEFLATE and not encrypted."""
    return info.compress_type == ZIP_DEFLATED and not info.flag_bits & 0x1


def _measure(archive: ZipFile, info: ZipInfo) -> rules.Member | None:
    """Return the size, number of lines and hash of a file; None if the file cannot be read."""
    size, lines, sha256 = 0, 0, hashlib.sha256()
    try:
        with archive.open(info) as member:
            while piece := member.read(PIECE):
                size, lines = size + len(piece), lines + piece.count(b"\n")
                sha256.update(piece)
    except BROKEN:
        return None
    return rules.Member(size, lines, sha256.hexdigest())


def _changed_file_error(name: str) -> BadEntry:
    text = _("%(name)s in this archive is not as it was written. Take another copy of it.")
    return BadEntry("archive_changed", Sentence(text, {"name": name[:200]}))
