"""Make the fonts of the printed sheets: Typst reads no variable fonts, so three cuts of each are set fast.

Run by `make vendor`: python docs/print_fonts.py FOLDER, the folder of the web fonts; needs fonttools[woff].
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


def main(folder: Path) -> None:
    """Write every cut of every alphabet beside the web fonts."""
    made = folder / "print"
    made.mkdir(exist_ok=True)
    for alphabet, more in ALPHABETS.items():
        for name, (family, weight, axes) in CUTS.items():
            font = cut(folder / f"commissioner-{alphabet}-full-normal.woff2", family + more, weight, axes)
            font.recalcTimestamp = False
            font.save(made / f"commissioner-{alphabet}-{name}.ttf")


main(Path(sys.argv[1]))
