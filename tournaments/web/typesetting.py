"""Typesetting with Typst: templates (`….typ` in `templates/`) are compiled with data to PDF or PNG.

Equal data give equal bytes: the output does not depend on the time, the fonts of the machine or remote
packages.
"""

import json
from typing import Any, Literal

import typst
from django.conf import settings
from django.http import HttpResponse

from tournaments.models import Tournament
from tournaments.web.print_letters import FONTS, drawable, names_on_paper
from tournaments.web.right_to_left import isolated

TEMPLATES = settings.BASE_DIR / "templates"


def typeset(template: str, data: dict[str, Any], tournament: Tournament | None = None) -> bytes:
    """Return the PDF of a template, such as `printing/sheets.typ`, filled with data.

    Names in the tournament that no font can draw are replaced (`print_letters`).
    """
    return bytes(_compiled(template, data, tournament, "pdf"))


def pictures(
    template: str, data: dict[str, Any], tournament: Tournament | None = None, *, dots_per_inch: int = 180
) -> list[bytes]:
    """Return each page of a typeset template as PNG."""
    pages = _compiled(template, data, tournament, "png", dots_per_inch)
    return [bytes(page) for page in (pages if isinstance(pages, list) else [pages])]


def pdf_answer(pdf: bytes, name: str) -> HttpResponse:
    """Return a response that shows a PDF in the browser and must not be cached."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store, private"}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _compiled(
    template: str,
    data: dict[str, Any],
    tournament: Tournament | None,
    kind: Literal["pdf", "png"],
    dots_per_inch: int = 72,
) -> Any:
    return typst.compile(
        str(TEMPLATES / template),
        root=str(settings.BASE_DIR),
        font_paths=FONTS,
        format=kind,
        ppi=dots_per_inch,
        sys_inputs={"data": _printed(data, tournament)},
    )


def _printed(data: dict[str, Any], tournament: Tournament | None) -> str:
    """Return the data as JSON without letters that the fonts lack, and with right-to-left names isolated."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    printed = drawable(text)
    if printed != text and tournament is not None:
        for name, label in names_on_paper(tournament).items():
            text = text.replace(_in_json(name), _in_json(label))
        printed = drawable(text)
    return isolated(printed)


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
