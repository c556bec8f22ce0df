"""Validation of the club's IBAN (ISO 13616) and of the contrast of its two colours (WCAG 2.2)."""

import re
import string

from scoring.types import BadEntry, Problem, Sentence, _

IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
# The length of an IBAN in nearby countries. For others only the check digits are checked.
LENGTHS = {"IT": 27, "SM": 27, "FR": 27, "DE": 22, "ES": 24, "AT": 20, "CH": 21, "MC": 27, "VA": 22}
COLOUR = re.compile(r"#[0-9a-f]{6}")
ENOUGH = 4.5
DIGITS = string.digits + string.ascii_uppercase


def read_iban(text: str, where: str = "/iban") -> str:
    """Return an IBAN without spaces, or an empty text unchanged; raise BadEntry if the IBAN is invalid."""
    iban = "".join(text.split()).upper()
    if not iban:
        return ""
    length = LENGTHS.get(iban[:2])
    if not IBAN.fullmatch(iban) or (length and len(iban) != length) or not _adds_up(iban):
        raise _refused(
            "bad_iban", _("This is no IBAN: a letter or a number is wrong. Look at it again."), where
        )
    return iban


def _adds_up(iban: str) -> bool:
    return int("".join(str(DIGITS.index(sign)) for sign in iban[4:] + iban[:4])) % 97 == 1


def spaced_iban(iban: str) -> str:
    """Return an IBAN in groups of four characters, separated by spaces."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))


def read_colours(ground: str, text: str) -> tuple[str, str]:
    """Return the two colours in lower case; raise BadEntry if one is invalid or their contrast is too low.

    A colour is `#` and six hexadecimal digits. Both colours may be empty, but not just one of the two.
    """
    ground, text = ground.strip().lower(), text.strip().lower()
    if not ground and not text:
        return "", ""
    for colour, where in ((ground, "/ground_colour"), (text, "/text_colour")):
        if not COLOUR.fullmatch(colour):
            raise _refused("bad_colour", _("Write a colour as # and six signs: #1d6349."), where)
    ratio = contrast(ground, text)
    if ratio < ENOUGH:
        words = _(
            "These two colours are too alike to be read (%(ratio)s to 1). "
            "Take %(better)s for what is written."
        )
        sentence = Sentence(words, {"ratio": round(ratio, 1), "better": readable_on(ground)})
        problem = Problem("colours_too_alike", "", "error", "/text_colour", sentence)
        raise BadEntry("colours_too_alike", sentence, (problem,))
    return ground, text


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def readable_on(ground: str) -> str:
    """Return white or black, whichever contrasts more with the background colour."""
    return max(("#ffffff", "#000000"), key=lambda colour: contrast(ground, colour))


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _refused(code: str, text: str, where: str) -> BadEntry:
    sentence = Sentence(text)
    return BadEntry(code, sentence, (Problem(code, "", "error", where, sentence),))
