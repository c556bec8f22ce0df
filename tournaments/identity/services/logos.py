"""Logo uploads. PNG files are re-encoded and SVG files are sanitised; the original file is not stored.

The dimensions of a PNG are checked before decoding, because a small file can contain a huge image.
"""

import hashlib
import struct
from io import BytesIO
from typing import Protocol

from PIL import Image

from scoring.types import _
from tournaments.identity.rules.svg_logo import UNREADABLE, logo_refused, redrawn_svg
from tournaments.models import ClubLogo

LARGEST_FILE = 200_000
SMALLEST, LARGEST, KEPT_SIDE = 48, 4_096, 512
PNG = b"\x89PNG\r\n\x1a\n"


class Upload(Protocol):
    """Interface of an uploaded file."""

    @property
    def size(self) -> int | None:
        """The size of the file in bytes."""

    def read(self) -> bytes:
        """Return the content of the file."""


def make_logo(file: Upload) -> str:
    """Store a logo and return its file name; raise BadEntry if the file is too large or unreadable."""
    if (file.size or 0) > LARGEST_FILE:
        text = _("The file is too large: a logo has at most 200 kB. Save it smaller.")
        raise logo_refused("logo_too_large", text)
    data = file.read()
    kind, redrawn = ("png", redrawn_png(data)) if data.startswith(PNG) else ("svg", redrawn_svg(data))
    name = f"{hashlib.sha256(redrawn).hexdigest()[:32]}.{kind}"
    ClubLogo.objects.get_or_create(name=name, defaults={"data": redrawn})
    return name


def redrawn_png(data: bytes) -> bytes:
    """Return a PNG of the same picture without metadata, at most 512 pixels wide and high.

    Raise BadEntry if the picture is unreadable, too small, too large or too long.
    """
    if len(data) < 33 or data[12:16] != b"IHDR":
        raise logo_refused("logo_unreadable", UNREADABLE)
    width, height = struct.unpack(">II", data[16:24])
    if min(width, height) < SMALLEST or max(width, height) > LARGEST or not 0.1 <= width / height <= 10:
        text = _("This picture is too small, too large or too long: take one of 48 to 4096 pixels a side.")
        raise logo_refused("logo_size", text)
    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as picture:
            redrawn = picture.convert("RGBA")
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError) as bad:
        raise logo_refused("logo_unreadable", UNREADABLE) from bad
    redrawn.thumbnail((KEPT_SIDE, KEPT_SIDE))
    out = BytesIO()
    Image.frombytes("RGBA", redrawn.size, redrawn.tobytes()).save(out, "PNG", optimize=True)
    return out.getvalue()
