"""Archives taken apart and put together again, with something put wrong; needs no site."""

import hashlib
import warnings
from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tournaments.archive.rules import MANIFEST, Manifest, Member, manifest_of, read_manifest


def files_of(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive, but for its manifest."""
    archive = ZipFile(BytesIO(data))
    return {name: archive.read(name) for name in archive.namelist() if name != MANIFEST}


def digest_of(data: bytes) -> str:
    """Return the digest that an archive tells."""
    return read_manifest(ZipFile(BytesIO(data)).read(MANIFEST)).digest


def packed(files: Iterable[tuple[str, bytes]], how: int = ZIP_DEFLATED) -> bytes:
    """Return files as a zip, whatever they are."""
    made = BytesIO()
    with ZipFile(made, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name that stands there twice is what some tests want
        for name, data in files:
            info = ZipInfo(name)
            info.compress_type = how
            archive.writestr(info, data)
    return made.getvalue()


def vouched(files: dict[str, bytes], digest: str) -> bytes:
    """Return files as an archive whose manifest vouches for them: somebody has made it on purpose."""
    members = {
        name: Member(len(data), data.count(b"\n"), hashlib.sha256(data).hexdigest())
        for name, data in files.items()
    }
    return packed([*files.items(), (MANIFEST, manifest_of(Manifest(digest, members)))])
