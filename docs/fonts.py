"""Script that makes the site's font files from the published variable fonts Commissioner and Noto Sans.

Web pages use Commissioner without the slant axis, which no page needs and which takes up two fifths of the
file. Typst does not read variable fonts, so printed sheets use three static fonts for each alphabet.
Commissioner has neither Arabic nor Hebrew letters; for these, printed sheets use Noto Sans.

Run by `make vendor`: python docs/fonts.py PUBLISHED FOLDER, where both arguments are folders; needs
fonttools[woff]. The folder PUBLISHED contains the files of one of the three typefaces.
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

PLAIN, CARVED = {"FLAR": 0, "VOLM": 0, "slnt": 0}, {"FLAR": 100, "VOLM": 100, "slnt": 0}
# The cuts: font family, CSS weight, values of the variable font's axes.
CUTS = {
    "regular": ("Commissioner", 400, {**PLAIN, "wght": 450}),
    "bold": ("Commissioner", 700, {**PLAIN, "wght": 720}),
    "carved": ("Commissioner Carved", 400, {**CARVED, "wght": 850}),
}
ALPHABETS = {"latin": "", "latin-ext": " Ext"}
PRINTED_ALPHABETS = {
    **ALPHABETS,
    "cyrillic": " Cyrillic",
    "cyrillic-ext": " Cyrillic Ext",
    "greek": " Greek",
    "vietnamese": " Vietnamese",
}
NOTO = {"arabic": "Noto Sans Arabic", "hebrew": "Noto Sans Hebrew"}
NOTO_CUTS = {"regular": 400, "bold": 700}
LINE = (1000, -300)  # the height of a line, near that of Commissioner, so that these names are set as large
KEPT_NAMES = (0, 13, 14)  # copyright and licence


def cut(web: Path, family: str, weight: int, axes: dict[str, int]) -> TTFont:
    """Return a static font named `family`, made from a variable font at the axis values in `axes`."""
    font = instantiateVariableFont(TTFont(web), axes)
    font.flavor = None
    style = "Bold" if weight > 400 else "Regular"
    names = font["name"]
    names.names = [name for name in names.names if name.nameID in KEPT_NAMES]
    name_records = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family.replace(' ', '')}-{style}"}
    for number, words in name_records.items():
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
    """Return the published variable font without its slant axis, as the web pages use it."""
    font = instantiateVariableFont(TTFont(published), {"slnt": 0})
    font.flavor = "woff2"
    return font


def save(font: TTFont, file: Path) -> None:
    """Save a font file without a time stamp, so that equal fonts give identical files."""
    font.recalcTimestamp = False
    font.save(file)


def commissioner(published: Path, folder: Path) -> None:
    """Make the variable fonts for the web pages, and three static fonts per alphabet for print."""
    for alphabet in ALPHABETS:
        source = published / f"commissioner-{alphabet}-full-normal.woff2"
        save(upright(source), folder / f"commissioner-{alphabet}.woff2")
    for alphabet, more in PRINTED_ALPHABETS.items():
        source = published / f"commissioner-{alphabet}-full-normal.woff2"
        for name, (family, weight, axes) in CUTS.items():
            file = folder / "print" / f"commissioner-{alphabet}-{name}.ttf"
            save(cut(source, family + more, weight, axes), file)


def noto(source: Path, alphabet: str, folder: Path) -> None:
    """Make the static fonts of Noto Sans for an alphabet, in two weights."""
    for name, weight in NOTO_CUTS.items():
        file = folder / "print" / f"noto-sans-{alphabet}-{name}.ttf"
        font = cut(source, NOTO[alphabet], weight, {"wght": weight})
        font["hhea"].ascent, font["hhea"].descent = LINE
        font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender = LINE
        save(font, file)


def main(published: Path, folder: Path) -> None:
    """Make all font files from the published fonts in a folder."""
    (folder / "print").mkdir(exist_ok=True)
    for alphabet in NOTO:
        source = published / f"noto-sans-{alphabet}-{alphabet}-wght-normal.woff2"
        if source.exists():
            return noto(source, alphabet, folder)
    return commissioner(published, folder)


main(*map(Path, sys.argv[1:]))
