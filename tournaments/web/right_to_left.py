"""Isolation of right-to-left names between numbers, commas and other names (Unicode annex 9).

All pages and plain texts of the site are left-to-right. A name in Arabic or Hebrew would change places with a
score or another name next to it, so right-to-left words are put between U+2068 and U+2069. Only text for
people is changed: data (JSON, CSV, spreadsheets, form fields) stay as they are stored.
"""

import re

ISOLATE, END = "\u2068", "\u2069"
# Hebrew, Arabic, Syriac, Thaana, N'Ko and older scripts of the same direction, without digits.
LETTER = (
    "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Text between two right-to-left words of one name: a space, a digit, an apostrophe, a hyphen, a quote.
BETWEEN = r"""(?:[.'’]|&\#x27;)?\ (?:\d+\ )?|[-.'’\u2010\u2011\u200c\u200d]|&\#x27;|&\#39;|\\?"|&quot;"""
STRETCH = rf"{LETTER}+(?:(?:{BETWEEN}){LETTER}+)*"
IN_TEXT = re.compile(rf"({ISOLATE}[^{END}]*{END})|({STRETCH})", re.VERBOSE)
# A part of a page that is not changed (already isolated, a script, the value of a field), or a stretch.
IN_PAGE = re.compile(
    rf"""( {ISOLATE}[^{END}]*{END} | <(bdi|script|style|textarea)\b.*?</\2> |
    \b(?:value|data-key|data-letters?)="[^"]*" ) | ({STRETCH})""",
    re.VERBOSE | re.DOTALL,
)
# The first UTF-8 bytes of the letters, to skip a page without such letters quickly.
LEADING_BYTES = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]|\xf0[\x90\x9e][\xa0-\xbf]")


def isolated(text: str) -> str:
    """Return the plain text with each right-to-left run isolated, unless it is isolated already."""
    return IN_TEXT.sub(lambda match: match[1] or f"{ISOLATE}{match[2]}{END}", text)


def isolated_page(page: bytes) -> bytes:
    """Return a UTF-8 HTML page in which every right-to-left run of its texts and titles is isolated."""
    if not LEADING_BYTES.search(page):
        return page
    return IN_PAGE.sub(lambda match: match[1] or f"{ISOLATE}{match[3]}{END}", page.decode()).encode()
