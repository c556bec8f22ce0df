"""Replacement of letters that are missing from the fonts of printed documents.

A character without a glyph, such as an emoji, is left out. Names in some scripts, such as Han or Thai, would
lose all letters. The number of the team then replaces a team name, and an ellipsis replaces a player's name.
No name is printed with empty boxes.
"""

import re
from functools import lru_cache

import typst
from django.conf import settings

from tournaments.models import Match, Tournament
from tournaments.templatetags.entrants import called

VENDOR = settings.BASE_DIR / "static" / "vendor"
FONTS = typst.Fonts(
    include_system_fonts=False,
    font_paths=[
        str(VENDOR / font / "print") for font in ("commissioner", "noto-sans-arabic", "noto-sans-hebrew")
    ],
)

# A letter that the fonts may lack, with the space before it and the variation selectors after it.
RARE_SIGN = re.compile(
    " ?([^\0-\u024f\u0300-\u036f\u0590-\u06ff\u2010-\u2027\u2066-\u2069])"
    "[\u20e3\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
)
# A joiner or a selector of emoji, which is no letter.
JOINED_SIGN = re.compile("(?<![\u0590-\u08ff])\u200d|[\ufe0e\ufe0f]")
ELLIPSIS = "…"


@lru_cache(8192)
def is_drawn(letter: str) -> bool:
    """Return True if a print font has this letter. Typst cannot write a PDF/A file with a missing glyph."""
    try:
        typst.compile(
            b"#sys.inputs.letter",
            font_paths=FONTS,
            sys_inputs={"letter": letter},
            pdf_standards="a-2b",
        )
    except typst.TypstError:
        return False
    return True


def drawable(text: str) -> str:
    """Return a text without the letters and symbols that are missing from the fonts of printed documents."""
    return RARE_SIGN.sub(lambda sign: sign[0] if is_drawn(sign[1]) else "", JOINED_SIGN.sub("", text))


def names_on_paper(tournament: Tournament, match: Match | None = None) -> dict[str, str]:
    """Return the printed form of each name that has letters missing from the fonts, longest name first.

    With `match`, only the names of the sides of that match are returned. One query.
    """
    texts: dict[str, str] = {}
    rows = tournament.teams.order_by("number", "seats__position")
    rows = rows.filter(slots__match=match) if match else rows
    for number, team, player in rows.values_list("number", "name", "seats__person__name"):
        team_label = f"{called('one', tournament)} {number}"
        for name, label in ((player or "", ELLIPSIS), (team, team_label)):
            printed = drawable(name)
            if printed != name:
                has_letters = any(letter.isalpha() for letter in printed)
                texts[name] = printed.strip(" –-,·") if has_letters else label
    return dict(sorted(texts.items(), key=lambda item: -len(item[0])))
