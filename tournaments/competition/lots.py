"""A draw by lot that anybody can repeat: commitment, lot, shuffle (docs/decisions/0002-draws.md).

Before the lot is drawn, a digest of the entrants, the algorithm and the salt is published. If the algorithm
separates clubs, the digest also covers the clubs and the parts of the draw. Afterwards the salt and the lot
determine the result. An algorithm never changes once it has been used: an improved algorithm gets a new key
in `ALGORITHMS`.
"""

import hmac
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import count
from typing import NamedTuple

from scoring.strict_json import digest
from scoring.types import BadEntry, Sentence, _
from tournaments.competition.format_parts.matching import Levels, kept_apart
from tournaments.competition.names import INVISIBLE
from tournaments.competition.seeding import seeded_first
from tournaments.competition.types import Entrant, EntrantId

LONGEST_LOT = 200
# The number of cards in a lot.
CARDS = 5
# The number of bytes taken from the stream for one number.
WORD = 8

# A list of [entrant, seed or None], or of [entrant, seed, club] if the algorithm separates clubs.
Committed = list[list[str | int | None]]


def read_lot(text: str) -> str:
    """Return the normalised lot: NFC with single spaces. A lot is any text, or cards ("7C AH 10S KD 2C").

    Raise BadEntry if the lot is empty, too long, or contains an invisible character.
    """
    lot = " ".join(unicodedata.normalize("NFC", text).split())
    if not lot:
        raise BadEntry("lot_missing", Sentence(_("Write the lot that was drawn: five cards, or any text.")))
    if any(unicodedata.category(letter) in INVISIBLE for letter in lot):
        raise BadEntry("lot_invisible", Sentence(_("The lot holds an invisible character. Type it again.")))
    if len(lot) > LONGEST_LOT:
        long = _("The lot has at most %(most)s letters. Write a shorter one.")
        raise BadEntry("lot_too_long", Sentence(long, {"most": LONGEST_LOT}))
    return lot


def entrants_as_json(entrants: Sequence[Entrant], algorithm: str = "trionfo-1") -> Committed:
    """Return the entrants in order as JSON, in the form that is hashed, stored and published."""
    if ALGORITHMS[algorithm].parts_clubs:
        return [[entrant.id, entrant.seed, entrant.club] for entrant in entrants]
    return [[entrant.id, entrant.seed] for entrant in entrants]


def read_entrants(stored: Sequence[Sequence[str | int | None]]) -> tuple[Entrant, ...]:
    """Return the entrants from the JSON form made by `entrants_as_json`."""
    return tuple(_read_entrant(*row) for row in stored)


def _read_entrant(raw: str | int | None, seed: str | int | None, club: str | int | None = "") -> Entrant:
    return Entrant(EntrantId(str(raw)), None if seed is None else int(seed), str(club))


def commitment(entrants: Sequence[Entrant], algorithm: str, salt: str, apart: Levels = ()) -> str:
    """Return the SHA-256 digest of a compact JSON object (sorted keys) with entrants, algorithm and salt.

    The digest includes the parts of the draw (`apart`) if the algorithm separates clubs.
    """
    listed = entrants_as_json(entrants, algorithm)
    promised: dict[str, object] = {"algorithm": algorithm, "entrants": listed, "salt": salt}
    if ALGORITHMS[algorithm].parts_clubs:
        promised["apart"] = apart
    return digest(promised)


def numbers(salt: str, lot: str) -> Iterator[int]:
    """Yield 64-bit numbers from blocks HMAC-SHA-256(key, n), n = 0, 1 …, with key HMAC-SHA-256(salt, lot)."""
    key = hmac.digest(salt.encode(), lot.encode(), "sha256")
    for block in count():
        block_digest = hmac.digest(key, block.to_bytes(WORD, "big"), "sha256")
        for start in range(0, len(block_digest), WORD):
            yield int.from_bytes(block_digest[start : start + WORD], "big")


def below(limit: int, stream: Iterator[int]) -> int:
    """Return a fair random number below `limit`; skip numbers that would favour low results."""
    fair = 2 ** (8 * WORD) // limit * limit
    return next(number for number in stream if number < fair) % limit


def shuffled(entrants: Sequence[EntrantId], salt: str, lot: str) -> tuple[EntrantId, ...]:
    """Return the entrants in a Fisher-Yates shuffle, with swaps from the last position down."""
    order, stream = list(entrants), numbers(salt, lot)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seeds_kept(
    entrants: Sequence[Entrant], salt: str, lot: str, _apart: Levels = ()
) -> tuple[EntrantId, ...]:
    """Return the entrants by line, drawn with the algorithm trionfo-1.

    The seeded entrants come first, in seed order. The others follow in an order drawn by lot.
    """
    seeded, unseeded = seeded_first(entrants)
    return seeded + shuffled(unseeded, salt, lot)


def clubs_apart(entrants: Sequence[Entrant], salt: str, lot: str, apart: Levels) -> tuple[EntrantId, ...]:
    """Return the entrants by line, drawn with the algorithm trionfo-2.

    The result of trionfo-1 (`seeds_kept`) is changed by swaps of entrants, which separate club mates.
    """
    clubs = {entrant.id: entrant.club for entrant in entrants}
    seeded = sum(entrant.seed is not None for entrant in entrants)
    return kept_apart(seeds_kept(entrants, salt, lot), clubs, apart, seeded)


class Algorithm(NamedTuple):
    """A draw algorithm. With `parts_clubs` it separates club mates, and commitments include the clubs."""

    draw: Callable[[Sequence[Entrant], str, str, Levels], tuple[EntrantId, ...]]
    parts_clubs: bool = False


# All algorithms that were ever used. None is ever removed.
ALGORITHMS: Mapping[str, Algorithm] = {
    "trionfo-1": Algorithm(seeds_kept),
    "trionfo-2": Algorithm(clubs_apart, parts_clubs=True),
}


def algorithm_for(entrants: Sequence[Entrant], apart: Levels) -> str:
    """Return the algorithm of a new draw: trionfo-2 if entrants have clubs that the format can separate."""
    return "trionfo-2" if apart and any(entrant.club for entrant in entrants) else "trionfo-1"


def lines_by_lot(
    entrants: Sequence[Entrant], algorithm: str, salt: str, lot: str, apart: Levels = ()
) -> tuple[EntrantId, ...]:
    """Return the entrants by line, drawn with the committed algorithm; raise BadEntry for an invalid lot."""
    return ALGORITHMS[algorithm].draw(entrants, salt, read_lot(lot), apart)


# Entrants tied on every tie-break, in the order drawn by lot.
Lot = tuple[EntrantId, ...]


def lot_among(lots: Sequence[Lot], level: AbstractSet[EntrantId]) -> Lot | None:
    """Return the newest lot that contains all entrants in `level`; None if there is no such lot.

    The newest lot must be the first of `lots`.
    """
    return next((lot for lot in lots if level <= set(lot)), None)
