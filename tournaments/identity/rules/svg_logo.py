"""Sanitising of SVG files: permitted shapes, gradients and texts are kept; everything else is removed.

Scripts, styles, images, foreign objects, links and event handlers are removed with their content. A file with
a document type is refused, because entities can expand without limit.
"""

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from scoring.types import BadEntry, Problem, Sentence, _

SVG = "http://www.w3.org/2000/svg"
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"})
WORDS = frozenset({"text", "tspan", "title", "desc"})
ELEMENTS = SHAPES | WORDS | {"svg", "g", "defs", "linearGradient", "radialGradient", "stop", "clipPath"}
# The attributes that may also be set in a style.
LOOKS = frozenset(
    {
        "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity",
        "clip-path", "clip-rule", "stop-color", "stop-opacity", "color", "display", "font-family",
        "font-size", "font-style", "font-weight", "text-anchor", "letter-spacing",
    }
)  # fmt: skip
PLACES = frozenset(
    {
        "id", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "dx", "dy",
        "width", "height", "points", "transform", "viewBox", "preserveAspectRatio", "offset",
        "gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits", "rotate",
    }
)  # fmt: skip
ATTRIBUTES = LOOKS | PLACES
# Values without functions except over numbers, and without URLs except within the file.
SAFE = re.compile(r"(?:url\(#[\w.-]+\)|[^():;<>&\\@]|\((?![^)]*\()[-+0-9.eE,\s%]*\))*", re.DOTALL)
MOST_ELEMENTS = 5_000
DEEPEST = 64
BOX = re.compile(r"\s*(?:[-+0-9.eE]+[\s,]+){2}([0-9.]+)[\s,]+([0-9.]+)\s*")
LENGTH = re.compile(r"\s*([0-9.]+)(?:px)?\s*")


class SvgRefused(Exception):
    """The error for an SVG file with content that a logo must not have."""


class _Drawing:
    """An XML parser target that outputs only the permitted content of an SVG file."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.open: list[str] = []
        self.skipped = 0
        self.elements = self.shapes = 0
        self.box: tuple[float, float] | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        space, _blank, tag = name.rpartition(" ")
        self.elements += 1
        if self.elements > MOST_ELEMENTS or len(self.open) > DEEPEST:
            raise SvgRefused
        if not self.open and not self.skipped and (space, tag) != (SVG, "svg"):
            raise SvgRefused
        if self.skipped or space != SVG or tag not in ELEMENTS:
            self.skipped += 1
            return
        values = dict(_safe(attributes))
        if not self.open:
            self.box = _box(values)
            self.out.append(f'<svg xmlns="{SVG}"')
        else:
            self.out.append(f"<{tag}")
        self.out += [f" {key}={quoteattr(value)}" for key, value in values.items()]
        self.out.append(">")
        self.open.append(tag)
        self.shapes += tag in SHAPES

    def end(self, _name: str) -> None:
        if self.skipped:
            self.skipped -= 1
        else:
            self.out.append(f"</{self.open.pop()}>")

    def words(self, text: str) -> None:
        if not self.skipped and self.open and self.open[-1] in WORDS:
            self.out.append(escape(text))

    def refuse(self, *_whatever: object) -> None:
        raise SvgRefused


def redrawn_svg(data: bytes) -> bytes:
    """Return a sanitised copy of the SVG; raise BadEntry if the SVG is invalid, empty or has no size."""
    drawing = _Drawing()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = drawing.start, drawing.end
    parser.CharacterDataHandler = drawing.words
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = drawing.refuse
    try:
        parser.Parse(data, True)  # noqa: FBT003  # expat takes no keywords
    except (expat.ExpatError, SvgRefused, ValueError, LookupError) as bad:
        raise logo_refused("logo_unreadable", UNREADABLE) from bad
    if not drawing.shapes:
        raise logo_refused("logo_empty", _("Nothing of this drawing can be shown. Save it as a PNG instead."))
    if drawing.box is None or not 0.1 <= drawing.box[0] / drawing.box[1] <= 10:
        raise logo_refused("logo_size", _("This drawing has no size, or is far too long. Draw it again."))
    return "".join(drawing.out).encode()


UNREADABLE = _("This file is no PNG and no plain SVG. Save the logo again as one of them.")


def logo_refused(code: str, text: str) -> BadEntry:
    """Return the error for a logo that is refused."""
    sentence = Sentence(text)
    return BadEntry(code, sentence, (Problem(code, "", "error", "/logo", sentence),))


def _safe(attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the permitted attributes of an element and the permitted properties in its `style` attribute."""
    for key, value in attributes.items():
        if key == "style":
            yield from _of_style(value)
        elif key in ATTRIBUTES and SAFE.fullmatch(value):
            yield key, value


def _of_style(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.split(";"):
        key, _colon, value = declaration.partition(":")
        if key.strip() in LOOKS and SAFE.fullmatch(value.strip()):
            yield key.strip(), value.strip()


def _box(values: Mapping[str, str]) -> tuple[float, float] | None:
    box = BOX.fullmatch(values.get("viewBox", ""))
    lengths = [LENGTH.fullmatch(values.get(key, "")) for key in ("width", "height")]
    texts = box.groups() if box else [each[1] for each in lengths if each]
    sizes = [float(text) for text in texts]
    return (sizes[0], sizes[1]) if len(sizes) == 2 and min(sizes) > 0 else None
