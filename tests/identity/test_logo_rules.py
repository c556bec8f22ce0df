"""Sanitising of uploaded logos: unsafe content is removed or refused, and only shapes are kept."""

import re
import struct
import zlib
from io import BytesIO

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from scoring.types import BadEntry
from tournaments.identity.rules.svg_logo import ATTRIBUTES, ELEMENTS, SVG, redrawn_svg
from tournaments.identity.services.logos import redrawn_png

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
SHAPE = '<rect width="9" height="9" fill="#123456"/>'


def svg(inside: str = "", more: str = "") -> bytes:
    return f"{HEAD}{more}>{SHAPE}{inside}</svg>".encode()


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(svg("<script>alert(1)</script>"), id="a script"),
        pytest.param(svg(more=' onload="alert(1)"'), id="onload"),
        pytest.param(svg('<g onclick="alert(1)"/>'), id="a handler inside"),
        pytest.param(
            svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">alert</p></foreignObject>'),
            id="a foreign object",
        ),
        pytest.param(svg('<a href="https://alert.example/"><path d="M0 0"/></a>'), id="a link"),
        pytest.param(svg('<image href="https://alert.example/x.png"/>'), id="a picture from elsewhere"),
        pytest.param(svg('<use xlink:href="https://alert.example/#x"/>'), id="a use from elsewhere"),
        pytest.param(svg('<path fill="url(https://alert.example/#x)"/>'), id="a paint from elsewhere"),
        pytest.param(svg("<style>@import 'https://alert.example/';</style>"), id="a style sheet"),
        pytest.param(svg('<path style="fill:url(//alert.example/x)" d="M0"/>'), id="a style from elsewhere"),
        pytest.param(svg('<animate attributeName="href" to="javascript:alert(1)"/>'), id="an animation"),
        pytest.param(svg('<set attributeName="onload" to="alert(1)"/>'), id="a set"),
        pytest.param(svg("<!-- alert --><?alert?>"), id="a comment and an instruction"),
        pytest.param(svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'), id="prefix"),
        pytest.param(svg('<path d="M0" fill="expression(alert(1))"/>'), id="an expression"),
        pytest.param(svg("<g>alert</g>"), id="words where none are drawn"),
    ],
)
def test_unsafe_elements_and_attributes_of_an_svg_are_removed(bad: bytes) -> None:
    clean_svg = redrawn_svg(bad).decode()
    assert "alert" not in clean_svg
    assert not re.search("<(x:)?(script|foreignObject|a|image|use|style|animate|set)[ >]", clean_svg)
    assert "http" not in clean_svg.replace(SVG, "")
    assert 'fill="#123456"' in clean_svg


BOMB = b"""<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&b;</text></svg>"""


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        pytest.param(BOMB, "logo_unreadable", id="entities that grow"),
        pytest.param(b'<!DOCTYPE svg SYSTEM "file:///etc/passwd">' + svg(), "logo_unreadable", id="a type"),
        pytest.param(svg("<g>" * 100 + "</g>" * 100), "logo_unreadable", id="a hundred deep"),
        pytest.param(svg("<g/>" * 6_000), "logo_unreadable", id="six thousand elements"),
        pytest.param(b"<svg viewBox='0 0 9 9'><path/></svg>", "logo_unreadable", id="of no namespace"),
        pytest.param(b"<html xmlns='http://www.w3.org/2000/svg'/>", "logo_unreadable", id="a page"),
        pytest.param(b"GIF89a" + bytes(60), "logo_unreadable", id="a GIF"),
        pytest.param(b"", "logo_unreadable", id="nothing"),
        pytest.param(f"{HEAD}><script/></svg>".encode(), "logo_empty", id="nothing but a script"),
        pytest.param(f'<svg xmlns="{SVG}">{SHAPE}</svg>'.encode(), "logo_size", id="without a size"),
        pytest.param(
            f'<svg xmlns="{SVG}" viewBox="0 0 99 1">{SHAPE}</svg>'.encode(), "logo_size", id="a line"
        ),
    ],
)
def test_invalid_svg_is_refused(bad: bytes, code: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        redrawn_svg(bad)
    assert refusal.value.code == code


def test_plain_svg_keeps_its_appearance_and_is_unchanged_when_sanitised_again() -> None:
    plain = svg(
        '<defs><linearGradient id="g"><stop offset="1" stop-color="red"/></linearGradient></defs>'
        '<g transform="rotate(30 4 4)"><path d="M1 1L2 2" style="fill:url(#g);stroke:#fff"/></g>'
        "<text x='1'>Là &amp; qua</text>"
    )
    clean_svg = redrawn_svg(plain)
    for part in (b'transform="rotate(30 4 4)"', b'fill="url(#g)"', b'stroke="#fff"', b"&amp; qua"):
        assert part in clean_svg
    assert redrawn_svg(clean_svg) == clean_svg


NAMES = st.sampled_from(["g", "path", "script", "use", "a", "text", "image", "set", "foreignObject"])
KEYS = st.sampled_from(["d", "fill", "style", "href", "onload", "xlink:href", "id", "transform"])
VALUES = st.sampled_from(["M0 0", "url(#a)", "url(http://x)", "javascript:x", "data:x", "fill:url(//x)", "1"])


@given(st.lists(st.tuples(NAMES, st.dictionaries(KEYS, VALUES))))
def test_sanitised_svg_contains_only_allowed_elements_and_attributes(
    parts: list[tuple[str, dict[str, str]]],
) -> None:
    inside = "".join(
        f"<{name} " + " ".join(f'{key}="{value}"' for key, value in values.items()) + ">x</" + name + ">"
        for name, values in parts
    )
    clean_svg = redrawn_svg(svg(inside)).decode().replace(f' xmlns="{SVG}"', "")
    assert set(re.findall(r"<([\w:]+)", clean_svg)) <= ELEMENTS
    assert set(re.findall(r' ([\w:-]+)="', clean_svg)) <= ATTRIBUTES
    assert not re.search("http|javascript|data:|//", clean_svg)
    assert not re.search("<(script|use|a|image|set|foreignObject|style|animate)[ >]", clean_svg)


def png(width: int = 64, height: int = 64) -> bytes:
    out = BytesIO()
    picture = Image.new("RGBA", (width, height), "#a81f2d")
    picture.save(out, "PNG")
    return out.getvalue()


def saying(width: int, height: int) -> bytes:
    """Return a PNG of 64 by 64 pixels whose header wrongly states `width` and `height`."""
    head = b"IHDR" + struct.pack(">II", width, height) + png()[24:29]
    return png()[:12] + head + struct.pack(">I", zlib.crc32(head)) + png()[33:]


def test_png_is_encoded_again_without_metadata_or_appended_data() -> None:
    words = b"tEXt" + b"Comment\0<script>"
    chunk = struct.pack(">I", len(words) - 4) + words + struct.pack(">I", zlib.crc32(words))
    carried = png()[:33] + chunk + png()[33:] + b"<script>alert(1)</script>"
    clean_png = redrawn_png(carried)
    assert b"script" not in clean_png
    assert Image.open(BytesIO(clean_png)).getpixel((5, 5)) == (168, 31, 45, 255)


def test_large_png_is_scaled_down() -> None:
    assert Image.open(BytesIO(redrawn_png(png(2_000, 1_000)))).size == (512, 256)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        pytest.param(png(1, 1), "logo_size", id="1 by 1"),
        pytest.param(png(47, 48), "logo_size", id="47 by 48"),
        pytest.param(saying(60_000, 60_000), "logo_size", id="says 60000 by 60000"),
        pytest.param(saying(4_000, 4_000), "logo_unreadable", id="says 4000 by 4000"),
        pytest.param(png(640, 48), "logo_size", id="far too long"),
        pytest.param(png()[:40], "logo_unreadable", id="cut"),
        pytest.param(png()[:20], "logo_unreadable", id="cut in its head"),
        pytest.param(png()[:50] + bytes(40), "logo_unreadable", id="damaged"),
    ],
)
def test_invalid_png_is_refused(bad: bytes, code: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        redrawn_png(bad)
    assert refusal.value.code == code
