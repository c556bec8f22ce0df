"""Make our fonts from Commissioner as it is published, with all its axes.

Pages get it without the slant, which none of them uses and which is two fifths of its weight. Typst reads no
variable fonts, so for the printed sheets three cuts of each alphabet are set fast.

Run by `make vendor`: python docs/fonts.py PUBLISHED FOLDER, two folders; needs fonttools[woff].
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

PLAIN, CARVED = {"FLAR": 0, "VOLM": 0, "slnt": 0}, {"FLAR": 100, "VOLM": 100, "slnt": 0}
CUTS = {
    "regular": ("Commissioner", 400, {**PLAIN, "wght": 450}),
    "bold": ("Commissioner", 700, {**PLAIN, "wght": 720}),
    "carved": ("Commissioner Carved", 400, {**CARVED, "wght": 850}),
}
"""Each cut: its family, the weight it is asked for by, where it stands on the axes."""
ALPHABETS = {"latin": "", "latin-ext": " Ext"}
KEPT_NAMES = (0, 13, 14)  # copyright and licence


def cut(web: Path, family: str, weight: int, axes: dict[str, int]) -> TTFont:
    """Return one static font with a name of its own."""
    font = instantiateVariableFont(TTFont(web), axes)
    font.flavor = None
    style = "Bold" if weight > 400 else "Regular"
    names = font["name"]
    names.names = [name for name in names.names if name.nameID in KEPT_NAMES]
    written = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family.replace(' ', '')}-{style}"}
    for number, words in written.items():
        names.setName(words, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font["OS/2"].fsSelection = 0x20 if weight > 400 else 0x40
    font["head"].macStyle = 1 if weight > 400 else 0
    font["head"].modified = font["head"].created
    for table in ("STAT", "DSIG"):
        if table in font:
            del font[table]
    return font


def upright(published: Path) -> TTFont:
    """Return the variable font of a page."""
    font = instantiateVariableFont(TTFont(published), {"slnt": 0})
    font.flavor = "woff2"
    return font


def save(font: TTFont, made: Path) -> None:
    """Write a font, equal bytes for equal fonts."""
    font.recalcTimestamp = False
    font.save(made)


def main(published: Path, folder: Path) -> None:
    """Write every alphabet for the pages, and every cut of it beside them."""
    made = folder / "print"
    made.mkdir(exist_ok=True)
    for alphabet, more in ALPHABETS.items():
        source = published / f"commissioner-{alphabet}-full-normal.woff2"
        save(upright(source), folder / f"commissioner-{alphabet}.woff2")
        for name, (family, weight, axes) in CUTS.items():
            save(cut(source, family + more, weight, axes), made / f"commissioner-{alphabet}-{name}.ttf")


main(*map(Path, sys.argv[1:]))
