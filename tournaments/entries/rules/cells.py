"""Cleaning of single cells of a list: symbols, numbers, spreadsheet errors and players' names."""

import re
from collections.abc import Sequence

from tournaments.competition.names import without_marks

# An error of a spreadsheet program, in its own language: #N/D, #RIF!, #VALUE!, Err:502.
ERROR = re.compile(r"#(?:N/[AD]|NV|DIV/0!|[A-ZÀ-Ü_]{2,13}[!?]|#+)|Err:\d{3}")
# The replacement for a byte that is invalid in the encoding.
UNREADABLE = "\ufffd"
# A number or a bullet before a name.
NUMBERING = re.compile(
    r"""\s* (?: \(?\d{1,4}\s?[.):°ª-]\s* | \d{1,2}\ufe0f?\u20e3\s* | \d{1,4}\s+ | \[\d{1,4}\]\s* |
    (?:\#|n|nr|no|num)[.°º]?\s?\d{1,4}\s?[.):-]?\s+ | (?:[a-z]|[ivx]+)\)\s* |
    (?:coppia|squadra|giocatore|pair|team|player)\s?\d{1,4}\s?[.):-]\s* |
    [-–—•·*▪●◦‣►➢✓✔☑✅>]\ufe0f?\s+ | [•●✅]\s* ) (?=[^\w,;/&+|]*[^\W\d_])""",
    re.VERBOSE | re.IGNORECASE,
)
LINE_BREAKS = r"\r\n\v\f\x1c-\x1e\x85\u2028\u2029"
# Words after a comma that are not a first name.
SUFFIXES = frozenset({"jr", "sr", "junior", "senior"})
# A conjunction between two players in capitals: ADA FOIS E UGO CAU.
CAPITAL_AND = r"(?<=[A-ZÀ-Þ]{2})\s(?:E|ED|AND|CON)\s(?=[A-ZÀ-Þ]{2})"
# The signs and words that separate the players of a team in one cell, the clearest first.
SIGNS = (
    re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]"),
    re.compile(r"[;/&+|\t]"),
    re.compile(rf"\s(?:[-–—]|e|ed|and|con|with|et|y|und)\s|{CAPITAL_AND}"),
    re.compile(","),
)
ANY_SIGN = re.compile("|".join(sign.pattern for sign in SIGNS))
# A separator with the number of the next player of a cell: 1. Ada Fois / 2. Ugo Cau.
NUMBERING_AFTER_SIGN = re.compile(rf"({ANY_SIGN.pattern})(?:{NUMBERING.pattern})", re.VERBOSE | re.IGNORECASE)
# A telephone number.
PHONE = re.compile(r"(?:\b(?:tel|cell)\.?:?\s*)?\+?\d(?:[ ./-]?\d){8,13}\s*:?", re.IGNORECASE)
# A remark, a nickname or a town in brackets, with the brackets.
BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
# Emoji, keycaps, arrows, check marks and other pictures, with their invisible variation selectors.
PICTOGRAPHS = re.compile(
    "(?:(?:[0-9#*]\ufe0f?\u20e3|[\u203c\u2049\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f\u200d\u20e3\U000e0020-\U000e007f]*)+"
)
# Emoji and other symbols that may separate two players: Mura 🎴 Deledda, Mura * Deledda.
SYMBOLS = re.compile(rf"\s*{PICTOGRAPHS.pattern}\s*|\s(?:[^\w\s,;/&+|'’\"“”«»().-]+|[-–—]{{2,}}|[._])\s")
# Marks of messengers for bold, italic and struck-out text and for mentions: *Ada Fois*, @Ada Fois.
MESSENGER_SIGNS = re.compile(r"(?<![\w*~])[*_~]+(?=\S)|(?<=\S)[*_~]+(?![\w*~])|(?<!\S)@(?=\w)")
STRUCK_OUT = re.compile(r"\W*~[^~]+~\W*")
# Exclamation and question marks after a name; a question mark within a name may be a lost letter.
MARKS_AFTER_NAME = re.compile(rf"\s*[!?]+(?=\s*(?:$|{ANY_SIGN.pattern}))")
# A placeholder for a player who is not known yet: ?, TBD, da definire.
UNKNOWN_PLAYER = re.compile(
    rf"(?:^|{ANY_SIGN.pattern})\s*(?:n\.?d\.?|n/d|tbd|x+|null|in attesa|da (?:definire|trovare|decidere)"
    rf"|cerc[ao] (?:un |una )?(?:compagn[oa]|soci[oa])|to be (?:defined|decided)|[-–—.…_*?]+)\s*[.?!]*$",
    re.IGNORECASE,
)
# The signs and words that separate two players in a line with commas between surname and first name.
BETWEEN_PLAYERS = re.compile(rf"\s(?:[-–—/&+]|e|ed|and|con)\s|{CAPITAL_AND}")


def trimmed(cell: str) -> str:
    """Return the text of a cell without invisible characters and surrounding spaces."""
    return without_marks(cell).strip()


def mended(text: str) -> str:
    """Repair a text that was encoded as UTF-8 twice: NiccolÃ² becomes Niccolò."""
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def names_in(cell: str, size: int) -> list[str]:
    """Return the names of the players in a cell that contains a whole team of `size` players."""
    by_sign = (_parts(sign, cell) for sign in SIGNS)
    return next((names for names in by_sign if len(names) == size > 1), _parts(ANY_SIGN, cell))


def parted_names(cell: str, size: int) -> list[str]:
    """Return the players' names in the cell of a team; empty if the cell has no separator, or has a comma."""
    return names_in(cell, size) if "," not in cell and ANY_SIGN.search(cell) else []


def _parts(sign: re.Pattern[str], cell: str) -> list[str]:
    return [name.strip() for name in sign.split(cell) if name.strip()]


def without_signs(cell: str) -> str:
    """Remove emoji, messenger symbols and trailing punctuation from a cell with players."""
    if ERROR.fullmatch(cell):
        return cell
    text = UNKNOWN_PLAYER.sub("", MESSENGER_SIGNS.sub("", PICTOGRAPHS.sub(" ", cell)))
    text = MARKS_AFTER_NAME.sub("", text)
    return cell if text == cell else re.sub(" {2,}", " ", text).strip()


def turned(name: str) -> str:
    """Put the first name first: “Sanna, Gavino” becomes Gavino Sanna. Names without a comma are unchanged."""
    last, _comma, first = (part.strip() for part in name.partition(","))
    is_one = last and first and "," not in first and first.rstrip(".").lower() not in SUFFIXES
    return f"{first} {last}" if is_one else name


def numbering_length(cell: str) -> int:
    """Return the length of the number or bullet at the start of a cell."""
    match = NUMBERING.match(cell)
    return match.end() if match else 0


def without_number(cell: str) -> str:
    """Remove the numbers and bullets at the start of a cell."""
    length = numbering_length(cell)
    return NUMBERING_AFTER_SIGN.sub(r"\1", cell[length:]) if length else cell


def is_numbered(cells: Sequence[str]) -> bool:
    """Return whether at least half of the non-empty cells start with a number or a bullet."""
    filled = [cell for cell in cells if cell]
    return 2 * sum(numbering_length(cell) > 0 for cell in filled) >= len(filled) > 0
