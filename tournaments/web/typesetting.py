"""Set a page in type: a template (`….typ` in `templates/`) and data in, a PDF or its pictures out.

The same data make the same bytes: no clock, no fonts of the machine, no packages from elsewhere.
"""

import json
from typing import Any, Literal

import typst
from django.conf import settings
from django.http import HttpResponse

from tournaments.web.right_to_left import isolated

TEMPLATES = settings.BASE_DIR / "templates"
FONTS = settings.BASE_DIR / "static" / "vendor" / "commissioner" / "print"


def typeset(template: str, data: dict[str, Any]) -> bytes:
    """Return the PDF of a template, such as `printing/sheets.typ`, filled with data."""
    return bytes(_compiled(template, data, "pdf"))


def pictures(template: str, data: dict[str, Any], *, dots_per_inch: int = 180) -> list[bytes]:
    """Return every page as PNG."""
    pages = _compiled(template, data, "png", dots_per_inch)
    return [bytes(page) for page in (pages if isinstance(pages, list) else [pages])]


def pdf_answer(pdf: bytes, name: str) -> HttpResponse:
    """Answer with a PDF to be looked at; nobody keeps a copy of what the desk prints."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store, private"}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


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
        sys_inputs={"data": isolated(json.dumps(data, ensure_ascii=False, sort_keys=True))},
    )
