"""Set a page in type: a template of `templates/printing/` and data in, a PDF or its pictures out.

The same data make the same bytes: no clock, no fonts of the machine, no packages from elsewhere.
"""

import json
from typing import Any, Literal

import typst
from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates" / "printing"
FONTS = settings.BASE_DIR / "static" / "vendor" / "commissioner" / "print"


def typeset(template: str, data: dict[str, Any]) -> bytes:
    """Return the PDF of a template filled with data."""
    return bytes(_compiled(template, data, "pdf"))


def pictures(template: str, data: dict[str, Any], *, dots_per_inch: int = 180) -> list[bytes]:
    """Return every page as PNG."""
    pages = _compiled(template, data, "png", dots_per_inch)
    return [bytes(page) for page in (pages if isinstance(pages, list) else [pages])]


def _compiled(
    template: str, data: dict[str, Any], kind: Literal["pdf", "png"], dots_per_inch: int = 72
) -> Any:
    return typst.compile(
        str(TEMPLATES / template),
        root=str(settings.BASE_DIR),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        format=kind,
        ppi=dots_per_inch,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False, sort_keys=True)},
    )
