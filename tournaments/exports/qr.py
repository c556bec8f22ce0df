"""An address as QR code: four modules of white around it, as the standard asks."""

from io import BytesIO

import segno


def qr_inline(address: str) -> str:
    """Draw an address for a page."""
    return str(segno.make(address, error="m").svg_inline(border=4, omitsize=True))


def qr_document(address: str) -> str:
    """Draw an address as a document of its own, for the typesetter."""
    drawn = BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", border=4, omitsize=True, xmldecl=False)
    return drawn.getvalue().decode()
