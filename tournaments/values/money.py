"""Amounts as people type and read them, everywhere else integers of cents; what a line of the cash is."""

import re
from enum import StrEnum

# What parts thousands and what parts cents, by language.
SEPARATORS = {"it": (".", ","), "en": (",", ".")}
PLAIN = re.compile(r"(?P<whole>[0-9]{1,12})(?:[.,](?P<cents>[0-9]{1,2}))?")
GROUPS = re.compile(
    r"(?P<whole>[0-9]{1,3}(?P<dot>[.,])[0-9]{3}(?:(?P=dot)[0-9]{3})*)(?!(?P=dot))[.,](?P<cents>[0-9]{1,2})"
)


# A larger amount in one line of a cash is a slip of the keyboard.
MOST_CENTS = 100_000_00


class LineKind(StrEnum):
    """What a line of the cash is about."""

    DUE = "due"
    PAYMENT = "payment"
    WAIVER = "waiver"
    CARNET = "carnet"
    FLOAT = "float"
    EXPENSE = "expense"
    PRIZE = "prize"


class Method(StrEnum):
    """How money came or went."""

    CASH = "cash"
    TRANSFER = "transfer"
    CARD = "card"
    VOUCHER = "voucher"


def read_amount(text: str, *, least: int = 1, most: int = MOST_CENTS) -> int | None:
    """Read an amount in euros as it was typed and return it in cents; None is one that is refused.

    "10", "10,5", "10.50", "1.234,00" and "€ 1,234.00" are read alike in every language. "1.234" could be one
    euro and something or more than a thousand, so it is none; nor is less than `least` or more than `most`.
    """
    digits = "".join(text.split()).removeprefix("€").removesuffix("€")
    match = PLAIN.fullmatch(digits) or GROUPS.fullmatch(digits)
    if match is None:
        return None
    whole = re.sub("[.,]", "", match["whole"])
    cents = int(whole) * 100 + int((match["cents"] or "0").ljust(2, "0"))
    return cents if least <= cents <= most else None


def amount_text(cents: int, language: str, *, short: bool = False, symbol: bool = True) -> str:
    """Return cents as they are read: "1.234,50 €" in Italian, "€1,234.50" in English.

    `short` leaves out the cents of whole euros; without `symbol` it is the number alone, as a field holds it.
    """
    thousands, point = SEPARATORS.get(language[:2], SEPARATORS["en"])
    euros, rest = divmod(abs(cents), 100)
    number = f"{euros:,}".replace(",", thousands)
    if rest or not short:
        number = f"{number}{point}{rest:02d}"
    minus = "\u2212" if cents < 0 else ""
    if not symbol:
        return f"{minus}{number}"
    return f"{minus}{number}\u00a0€" if point == "," else f"{minus}€{number}"
