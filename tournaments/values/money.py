"""Parsing, formatting and limits of amounts of money (whole cents), and the kinds of cash entries."""

import re
from enum import StrEnum

# The separators of thousands and of cents, by language.
SEPARATORS = {"it": (".", ","), "en": (",", ".")}
PLAIN = re.compile(r"(?P<whole>[0-9]{1,12})(?:[.,](?P<cents>[0-9]{1,2}))?")
GROUPS = re.compile(
    r"(?P<whole>[0-9]{1,3}(?P<dot>[.,])[0-9]{3}(?:(?P=dot)[0-9]{3})*)(?!(?P=dot))[.,](?P<cents>[0-9]{1,2})"
)


# A larger amount in one cash line is a typing error.
MOST_CENTS = 100_000_00


class LineKind(StrEnum):
    """The kind of an entry in the cash book."""

    DUE = "due"
    PAYMENT = "payment"
    WAIVER = "waiver"
    CARNET = "carnet"
    FLOAT = "float"
    EXPENSE = "expense"
    PRIZE = "prize"


class Method(StrEnum):
    """The method by which a payment is made."""

    CASH = "cash"
    TRANSFER = "transfer"
    CARD = "card"
    VOUCHER = "voucher"


def read_amount(text: str, *, least: int = 1, most: int = MOST_CENTS) -> int | None:
    """Parse an amount in euros and return it in cents; None if it is invalid.

    "10", "10,5", "10.50", "1.234,00" and "€ 1,234.00" are valid in every language. "1.234" is ambiguous
    and therefore invalid, and so is an amount below `least` or above `most`.
    """
    digits = "".join(text.split()).removeprefix("€").removesuffix("€")
    match = PLAIN.fullmatch(digits) or GROUPS.fullmatch(digits)
    if match is None:
        return None
    euros = re.sub("[.,]", "", match["whole"])
    cents = int(euros) * 100 + int((match["cents"] or "0").ljust(2, "0"))
    return cents if least <= cents <= most else None


def amount_text(cents: int, language: str, *, short: bool = False, symbol: bool = True) -> str:
    """Return an amount in cents as text: "1.234,50 €" in Italian, "€1,234.50" in English.

    `short` omits the cents of whole euros. Without `symbol` the result is the number alone, for form
    fields.
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
