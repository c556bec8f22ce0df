"""Helpers that read archives and build valid or invalid archives, without a database."""

import hashlib
import warnings
from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tournaments.archive.rules import MANIFEST, Manifest, Member, manifest_of, read_manifest


def files_of(data: bytes) -> dict[str, bytes]:
    """Return the content of each file of an archive except the manifest, by file name."""
    archive = ZipFile(BytesIO(data))
    return {name: archive.read(name) for name in archive.namelist() if name != MANIFEST}


def digest_of(data: bytes) -> str:
    """Return the digest in the manifest of an archive."""
    return read_manifest(ZipFile(BytesIO(data)).read(MANIFEST)).digest


def packed(files: Iterable[tuple[str, bytes]], how: int = ZIP_DEFLATED) -> bytes:
    """Return a ZIP file that contains the given files, without a check of the files."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some tests need a duplicate name
        for name, data in files:
            info = ZipInfo(name)
            info.compress_type = how
            archive.writestr(info, data)
    return buffer.getvalue()


def vouched(files: dict[str, bytes], digest: str) -> bytes:
    """Return an archive of the given files, with a new manifest that contains their checksums.

    The checksums are therefore correct even if a test has changed the files.
    """
    members = {
        name: Member(len(data), data.count(b"\n"), hashlib.sha256(data).hexdigest())
        for name, data in files.items()
    }
    return packed([*files.items(), (MANIFEST, manifest_of(Manifest(digest, members)))])
